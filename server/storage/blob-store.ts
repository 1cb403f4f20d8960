import type { Readable } from 'node:stream';

/**
 * Whole packages under keys of ours (see `blob-key.ts`), written once and never changed.
 *
 * Errors are those of `storage-errors.ts`; every method may throw `StorageUnavailableError`. Where a
 * signal is taken, an abort rejects with the signal's reason.
 */
export interface BlobStore {
  /**
   * Stores the file at `path`, all or nothing: when this resolves, the blob is whole and survives a power
   * cut; when it rejects, no blob has the key (or, where S3's answer was lost, one for the orphan sweep, so
   * a retry takes a new key). The file stays the caller's to delete and must never be written to again, for
   * the disk store may share its bytes.
   *
   * Throws `BlobExistsError`, `BlobSizeError` (the file does not hold exactly `size` bytes), `StorageFullError`.
   */
  putFile(key: string, path: string, options: PutOptions): Promise<void>;

  /**
   * `length` bytes from `offset`, streamed. Rejects before the first byte with `BlobNotFoundError`, or with
   * `BlobSizeError` when the blob is too short. Later trouble breaks the stream: it never ends early.
   * The caller reads it to its end or destroys it, else its descriptor or socket stays taken.
   */
  read(key: string, range: ReadRange): Promise<Readable>;

  /**
   * The same bytes as `read`, for a reader that passes them on: `take` is called with one piece after the other, and
   * a piece holds only until the promise for it resolves, because its memory serves for the next one. Resolves when
   * all were taken; rejects as `read` does, before the first piece or midway, and with what `take` rejected with.
   */
  pour(key: string, range: ReadRange, take: (piece: Uint8Array) => Promise<void>): Promise<void>;

  /** Idempotent: a key without a blob is no error. */
  delete(key: string, options?: Abortable): Promise<void>;

  /** Every blob, in no order; probes and unfinished uploads are none. Blobs stored meanwhile may be missing. */
  list(options?: Abortable): AsyncIterable<BlobEntry>;

  /** Removes what uploads that never finished left behind before that moment. Returns how many things it removed. */
  discardUnfinished(before: Date, options?: Abortable): Promise<number>;

  /** Writes, reads and deletes a small probe that `list` never shows. Rejects when one of them fails. */
  health(options?: Abortable): Promise<void>;

  /** Bytes that may still be stored; null where nobody can tell (S3). */
  freeBytes(): Promise<number | null>;

  /** Lets go of idle sockets. Nothing may be asked afterwards. */
  close(): void;
}

export interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

export interface PutOptions extends Abortable {
  /** Bytes. */
  readonly size: number;
}

export interface ReadRange extends Abortable {
  /** Bytes, from 0. */
  readonly offset: number;
  /** Bytes; 0 gives an empty stream without asking the store. */
  readonly length: number;
}

export interface BlobEntry {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}
