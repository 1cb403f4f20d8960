/** The ten bytes that turn raw deflate data into a gzip member (RFC 1952, 2.3): no name, no time, system unknown. */
export function gzipHeader(): Uint8Array {
  return Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
}

/** The eight bytes behind the data: checksum and size of what it inflates to. */
export function gzipTrailer(entry: { readonly crc32: number; readonly size: number }): Uint8Array {
  const trailer = new Uint8Array(8);
  const view = new DataView(trailer.buffer);
  view.setUint32(0, entry.crc32, true);
  view.setUint32(4, entry.size, true);
  return trailer;
}
