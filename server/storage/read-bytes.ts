import type { BlobStore, ReadRange } from './blob-store.ts';

/** A small range as one piece, for random access. Memory is the range's length. Errors are those of `read`. */
export async function readBytes(store: Pick<BlobStore, 'read'>, key: string, range: ReadRange): Promise<Uint8Array> {
  const stream = await store.read(key, range);
  // Node's types know no type of chunk; no store sets an encoding, so they are bytes.
  const pieces = (await stream.toArray()) as Uint8Array[];
  return Buffer.concat(pieces, range.length);
}
