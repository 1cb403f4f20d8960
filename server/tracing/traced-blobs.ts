import type { Readable } from 'node:stream';
import type { Abortable, BlobEntry, BlobStore, PutOptions, ReadRange } from '#server/storage/blob-store.ts';
import { inSpan } from '#server/spans.ts';

/** A store whose work is recorded: one span for each blob that is stored, read or deleted. */
export class TracedBlobs implements BlobStore {
  readonly #store: BlobStore;

  constructor(store: BlobStore) {
    this.#store = store;
  }

  putFile(key: string, path: string, options: PutOptions): Promise<void> {
    return inSpan('store blob', { 'lectern.bytes': options.size }, () => this.#store.putFile(key, path, options));
  }

  /** The span ends when the first byte can be read. */
  read(key: string, range: ReadRange): Promise<Readable> {
    return inSpan('open blob', { 'lectern.bytes': range.length }, () => this.#store.read(key, range));
  }

  pour(key: string, range: ReadRange, take: (piece: Uint8Array) => Promise<void>): Promise<void> {
    return inSpan('read blob', { 'lectern.bytes': range.length }, () => this.#store.pour(key, range, take));
  }

  delete(key: string, options?: Abortable): Promise<void> {
    return inSpan('delete blob', {}, () => this.#store.delete(key, options));
  }

  list(options?: Abortable): AsyncIterable<BlobEntry> {
    return this.#store.list(options);
  }

  discardUnfinished(before: Date, options?: Abortable): Promise<number> {
    return this.#store.discardUnfinished(before, options);
  }

  health(options?: Abortable): Promise<void> {
    return this.#store.health(options);
  }

  freeBytes(): Promise<number | null> {
    return this.#store.freeBytes();
  }

  close(): void {
    this.#store.close();
  }
}
