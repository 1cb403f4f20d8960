import { LRUCache } from 'lru-cache';
import { MIB } from '#shared/limits.ts';

/** All that is kept. */
const CACHE_BYTES = 64 * MIB;
/** Larger ones are streamed: they are few, and would push everything else out. */
const LARGEST_BYTES = MIB;

/**
 * Entries as they go out, kept in memory: what a team plays it plays many times. Versions never change,
 * so nothing here can be out of date; whoever asks has been checked before.
 */
export class EntryCache {
  readonly #bytes = new LRUCache<string, Uint8Array>({ maxSize: CACHE_BYTES, sizeCalculation: (bytes) => bytes.length + 1 });

  /** `form` tells the ways apart in which one entry goes out. Concurrent misses each read: they are rare, and harmless. */
  async get(versionId: string, path: string, form: string, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const key = `${versionId} ${form} ${path}`;
    const kept = this.#bytes.get(key);
    if (kept !== undefined) return kept;
    const bytes = await read();
    if (bytes.length <= LARGEST_BYTES) this.#bytes.set(key, bytes);
    return bytes;
  }

  /** Whether an entry of so many bytes on the wire is worth keeping. */
  takes(length: number): boolean {
    return length <= LARGEST_BYTES;
  }
}
