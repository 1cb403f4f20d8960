import type { BlobStore, ReadRange } from './blob-store.ts';

/** A small range as one piece, for random access. Memory is the range's length. Errors are those of `read`. */
export async function readBytes(store: Pick<BlobStore, 'read'>, key: string, range: ReadRange): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of await store.read(key, range)) pieces.push(piece);
  return Buffer.concat(pieces, range.length);
}
