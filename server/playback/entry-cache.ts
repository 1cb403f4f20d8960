import { LRUCache } from 'lru-cache';
import { MIB } from '#shared/limits.ts';

/** All that is kept. */
const CACHE_BYTES = 64 * MIB;
/** Larger ones are streamed: they are few, and would push everything else out. */
const LARGEST_BYTES = MIB;
/** About what an entry takes beside its bytes. */
const HEAD_BYTES = 1024;

/** What is kept of an entry: as long as its bytes on the wire. */
interface Kept {
  readonly body: { readonly length: number };
}

/**
 * Entries as they go out, kept in memory: what a team plays it plays many times. Versions never change,
 * so nothing here can be out of date; whoever asks has been checked before.
 */
export class EntryCache<Entry extends Kept> {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => body.length + HEAD_BYTES,
  });

  /** `name` tells apart what goes out: the version, the path and the form of an entry. */
  get(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  keep(name: string, entry: Entry): void {
    if (entry.body.length <= LARGEST_BYTES) this.#entries.set(name, entry);
  }

  /** Whether an entry of so many bytes on the wire is worth keeping. */
  takes(length: number): boolean {
    return length <= LARGEST_BYTES;
  }
}
