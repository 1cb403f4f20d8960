/** A view of these bytes. The fields of zip headers are little-endian. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A 64-bit field as a number. Values above 2^53 are not exact, but they exceed every limit. */
export function readUint64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * 2 ** 32 + view.getUint32(at, true);
}

/** Whether the bytes contain a four-byte signature at any position. */
export function containsSignature(bytes: Uint8Array, signature: number): boolean {
  const view = viewOf(bytes);
  const first = signature & 0xff;
  for (let at = bytes.indexOf(first); at >= 0 && at + 4 <= bytes.length; at = bytes.indexOf(first, at + 1)) {
    if (view.getUint32(at, true) === signature) return true;
  }
  return false;
}
