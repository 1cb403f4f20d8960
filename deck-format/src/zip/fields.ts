/** A view over exactly these bytes: zip's fields are little-endian at fixed places. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A 64-bit field as a number; beyond 2^53 it loses digits, and every limit refuses it long before. */
export function readUint64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}
