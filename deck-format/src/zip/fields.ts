/** A view over exactly these bytes: zip's fields are little-endian at fixed places. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A 64-bit field as a number; beyond 2^53 it loses digits, and every limit refuses it long before. */
export function readUint64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}

/** Whether a four-byte signature stands anywhere in these bytes. */
export function holds(bytes: Uint8Array, signature: number): boolean {
  const view = viewOf(bytes);
  const first = signature & 0xff;
  for (let at = bytes.indexOf(first); at >= 0 && at + 4 <= bytes.length; at = bytes.indexOf(first, at + 1)) {
    if (view.getUint32(at, true) === signature) return true;
  }
  return false;
}
