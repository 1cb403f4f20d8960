import type { BlobStore, ReadRange } from '#server/storage/blob-store.ts';

/** Reads a small range into memory, for random access. Errors are those of `read`. */
export async function readBytes(store: Pick<BlobStore, 'read'>, key: string, range: ReadRange): Promise<Uint8Array> {
  const stream = await store.read(key, range);
  // Node's types do not define the type of chunks. No store sets an encoding, so they are bytes.
  const pieces = (await stream.toArray()) as Uint8Array[];
  return Buffer.concat(pieces, range.length);
}
