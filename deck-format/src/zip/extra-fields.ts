import type { ArchiveRule } from '../rules.ts';
import { readUint64, viewOf } from './fields.ts';

const ZIP64 = 0x0001;
const UNICODE_PATH = 0x7075;
const FILLED = 0xffffffff;

/** The figures of a header that a ZIP64 field may stand in for, in the order of APPNOTE 4.5.3. */
export interface WideFigures {
  readonly size: number;
  readonly compressedSize: number;
  /** Offset of the local header; the local header itself has none. */
  readonly offset?: number;
}

export type ExtraResult = { readonly ok: true; readonly figures: WideFigures } | { readonly ok: false; readonly rule: ArchiveRule };

/**
 * Walks the extra fields of a header and settles its sizes. Fields of other kinds (times, owners, alignment)
 * are harmless and skipped; a second name, a field past its bounds and a repeated ZIP64 field are not.
 */
export function settleExtra(extra: Uint8Array, plain: WideFigures): ExtraResult {
  const view = viewOf(extra);
  let zip64: DataView | undefined;
  for (let at = 0; at < extra.length; ) {
    if (at + 4 > extra.length) return { ok: false, rule: 'extra-broken' };
    const kind = view.getUint16(at, true);
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > extra.length) return { ok: false, rule: 'extra-broken' };
    if (kind === UNICODE_PATH) return { ok: false, rule: 'extra-unicode-path' };
    if (kind === ZIP64 && zip64) return { ok: false, rule: 'zip64-disagrees' };
    if (kind === ZIP64) zip64 = viewOf(extra.subarray(at + 4, end));
    at = end;
  }
  return settleZip64(zip64, plain);
}

/**
 * The field holds eight bytes for each plain figure that is filled with ones, in order and no more; or, as some
 * writers do, for all of them, each equal to its plain one. A filled figure without its field is no figure.
 */
function settleZip64(field: DataView | undefined, plain: WideFigures): ExtraResult {
  const order = plain.offset === undefined ? [plain.size, plain.compressedSize] : [plain.size, plain.compressedSize, plain.offset];
  const wanted = order.filter((figure) => figure === FILLED).length;
  if (!field) return wanted === 0 ? { ok: true, figures: plain } : { ok: false, rule: 'zip64-disagrees' };
  const everyFigure = wanted === 0 || field.byteLength === order.length * 8;
  const wide = readWide(field, order, everyFigure);
  return wide ? { ok: true, figures: wide } : { ok: false, rule: 'zip64-disagrees' };
}

function readWide(field: DataView, order: readonly number[], everyFigure: boolean): WideFigures | undefined {
  let at = 0;
  const settled: number[] = [];
  for (const plain of order) {
    const inField = plain === FILLED || (everyFigure && at + 8 <= field.byteLength);
    if (!inField) {
      settled.push(plain);
      continue;
    }
    if (at + 8 > field.byteLength) return undefined;
    const wide = readUint64(field, at);
    if (plain !== FILLED && plain !== wide) return undefined;
    settled.push(wide);
    at += 8;
  }
  const [size, compressedSize, offset] = settled;
  if (at !== field.byteLength || size === undefined || compressedSize === undefined) return undefined;
  return offset === undefined ? { size, compressedSize } : { size, compressedSize, offset };
}
