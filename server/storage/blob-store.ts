import type { Readable } from 'node:stream';

/**
 * Stores packages under keys that the server creates (see `blob-key.ts`). A blob is written once and never changed.
 *
 * Errors are those of `storage-errors.ts`. Every method may throw `StorageUnavailableError`. A method with a signal rejects with its
 * reason when it is aborted.
 */
export interface BlobStore {
  /**
   * Stores the file at `path`, completely or not at all. When this resolves, the blob is complete and survives a power failure. When
   * it rejects, there is no blob with the key, except if the response of S3 was lost; a retry therefore needs a new key, and the sweep
   * removes the orphan. The caller must delete the file and must not write to it again, because the disk store may share its bytes.
   *
   * Throws `BlobExistsError`, `BlobSizeError` (the file does not have exactly `size` bytes), `StorageFullError`.
   */
  putFile(key: string, path: string, options: PutOptions): Promise<void>;

  /**
   * A stream of `length` bytes from `offset`. Rejects before the first byte with `BlobNotFoundError`, or with `BlobSizeError` if the
   * blob is too short. After a later error the stream fails; it never ends early. The caller must read it to its end or destroy it, so
   * that its descriptor or socket is released.
   */
  read(key: string, range: ReadRange): Promise<Readable>;

  /**
   * Passes the same bytes as `read` to `take`, one piece after the other. A piece is valid only until the promise of `take` resolves,
   * because its memory is used again. Resolves after the last piece. Rejects like `read`, before the first piece or later, and with
   * errors of `take`.
   */
  pour(key: string, range: ReadRange, take: (piece: Uint8Array) => Promise<void>): Promise<void>;

  /** Idempotent: it is not an error if there is no blob. */
  delete(key: string, options?: Abortable): Promise<void>;

  /** All blobs in any order, without probes and unfinished uploads. Blobs that are stored in the meantime may be missing. */
  list(options?: Abortable): AsyncIterable<BlobEntry>;

  /** Removes the remains of unfinished uploads from before an instant. Returns the number of removed items. */
  discardUnfinished(before: Date, options?: Abortable): Promise<number>;

  /** Writes, reads and deletes a small probe that `list` never returns. Rejects if one of these fails. */
  health(options?: Abortable): Promise<void>;

  /** The number of bytes that can still be stored; null if it is unknown (S3). */
  freeBytes(): Promise<number | null>;

  /** Closes idle sockets. The store cannot be used afterwards. */
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
  /** The position of the first byte, from 0. */
  readonly offset: number;
  /** The number of bytes. 0 gives an empty stream without a request to the store. */
  readonly length: number;
}

export interface BlobEntry {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Date;
}
