import type { BlobEntry } from './blob-store.ts';

/** The number of blobs that are looked up at once. */
const BATCH = 500;

/** The entries of a list in groups, so that each group can be looked up with one statement. */
export async function* inBatches(entries: AsyncIterable<BlobEntry>): AsyncGenerator<BlobEntry[]> {
  let batch: BlobEntry[] = [];
  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
