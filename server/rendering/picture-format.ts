import type { PictureFormat } from '#shared/slides.ts';

/** Whether the bytes begin as a picture of the format does. Nothing else is stored, because it is served at the address of the application. */
export function isPicture(bytes: Uint8Array, format: PictureFormat): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1');
  // WebP: `RIFF`, four bytes with the length, `WEBP`.
  return format === 'webp' ? head.startsWith('RIFF') && head.endsWith('WEBP') : head.startsWith('\u0089PNG\r\n\u001A\n');
}
