/**
 * The header of a gzip member (RFC 1952, section 2.3) without name and time. Raw deflate data and `gzipTrailer` must follow it.
 */
export function gzipHeader(): Uint8Array {
  return Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
}

/** The trailer of a gzip member (RFC 1952, section 2.3): CRC-32 and size of the uncompressed data. */
export function gzipTrailer(entry: { readonly crc32: number; readonly size: number }): Uint8Array {
  const trailer = new Uint8Array(8);
  const view = new DataView(trailer.buffer);
  view.setUint32(0, entry.crc32, true);
  view.setUint32(4, entry.size, true);
  return trailer;
}
