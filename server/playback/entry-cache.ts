import { LRUCache } from 'lru-cache';
import { MIB } from '#shared/limits.ts';

/** The size of the whole cache. */
const CACHE_BYTES = 64 * MIB;
/** Larger entries are streamed: they are few, and would evict everything else. */
const LARGEST_BYTES = MIB;
/** The approximate size of an entry without its body. */
const HEAD_BYTES = 1024;

/** A cached entry. Its body has the length that is sent. */
interface Kept {
  readonly body: { readonly length: number };
}

/**
 * An in-memory cache of entries as they are sent: a team plays the same decks many times. Versions never change, so nothing here
 * can be out of date. Callers have checked access before.
 */
export class EntryCache<Entry extends Kept> {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ body }) => body.length + HEAD_BYTES,
  });

  /** `name` identifies what is sent: the version, the path and the form of an entry. */
  get(name: string): Entry | undefined {
    return this.#entries.get(name);
  }

  keep(name: string, entry: Entry): void {
    if (entry.body.length <= LARGEST_BYTES) this.#entries.set(name, entry);
  }

  /** Whether an entry that is sent as this many bytes is small enough to cache. */
  takes(length: number): boolean {
    return length <= LARGEST_BYTES;
  }
}
