import { create } from 'qrcode';

/** The light zone around a code in modules; QR readers need four. */
export const QUIET_ZONE = 4;

export interface QrCode {
  /** Modules on each side, without the quiet zone. */
  size: number;
  /** The dark modules as an SVG path, one unit each. */
  path: string;
}

/** Encodes a text as a QR code in the browser, so that the address is not sent to another service. */
export function qrCode(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (modules.get(row, column)) path += `M${column} ${row}h1v1h-1z`;
    }
  }
  return { size, path };
}
