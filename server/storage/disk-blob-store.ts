import { access, type FileHandle, open, readdir, rm, stat, statfs, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { Readable } from 'node:stream';

import type { Abortable, BlobEntry, BlobStore, PutOptions, ReadRange } from './blob-store.ts';
import { diskError, errnoOf, withDiskErrors } from './disk-errors.ts';
import { DiskLayout } from './disk-layout.ts';
import { probeDirectory } from './disk-probe.ts';
import { publish } from './disk-writer.ts';
import { exactly } from './exact-stream.ts';
import { BlobExistsError, BlobNotFoundError, BlobSizeError } from './storage-errors.ts';
import { untilAborted } from './until-aborted.ts';

/** The size of a read. Each read uses another thread, which costs more than the bytes. A slow reader holds this much memory. */
const CHUNK_BYTES = 128 * 1024;

/**
 * The size of a piece in `pour`. All pieces use the same memory, because collecting a new buffer per piece costs more than reading and
 * sending it. A download to a slow client holds this much memory.
 */
const PIECE_BYTES = 512 * 1024;

/**
 * Opens the store in a directory, creates it the first time, and removes incomplete files after a crash. Only one server may use the
 * directory. Throws `StorageUnavailableError` or `StorageFullError`.
 */
export async function openDiskBlobStore(directory: string): Promise<BlobStore> {
  const layout = new DiskLayout(resolve(directory));
  await withDiskErrors(async () => {
    await layout.create();
    await sweep(layout.temporary, () => true);
  });
  return new DiskBlobStore(layout);
}

/** A store for programs beside the server that uses it. */
export type BlobReader = Pick<BlobStore, 'list' | 'read' | 'health' | 'freeBytes' | 'close'>;

/** Opens a store for reading, also while a server uses the directory. Creates and removes no blob. */
export function openDiskBlobReader(directory: string): BlobReader {
  return new DiskBlobStore(new DiskLayout(resolve(directory)));
}

class DiskBlobStore implements BlobStore {
  readonly #layout: DiskLayout;

  constructor(layout: DiskLayout) {
    this.#layout = layout;
  }

  async putFile(key: string, path: string, options: PutOptions): Promise<void> {
    const target = this.#layout.pathOf(key);
    options.signal?.throwIfAborted();
    try {
      await publish(path, target, this.#layout.temporary, options);
    } catch (error) {
      options.signal?.throwIfAborted();
      throw errnoOf(error) === 'EEXIST' ? new BlobExistsError(key, { cause: error }) : diskError(error);
    }
  }

  async read(key: string, { offset, length, signal }: ReadRange): Promise<Readable> {
    signal?.throwIfAborted();
    if (length === 0) return Readable.from([]);
    const file = await this.#open(key, { offset, length, signal });
    const source = file.createReadStream({ start: offset, end: offset + length - 1, highWaterMark: CHUNK_BYTES });
    return exactly(source, { what: `Blob ${key}`, length, signal, toError: diskError });
  }

  async pour(key: string, { offset, length, signal }: ReadRange, take: (piece: Uint8Array) => Promise<void>): Promise<void> {
    signal?.throwIfAborted();
    if (length === 0) return;
    await using file = await this.#open(key, { offset, length, signal });
    const memory = Buffer.allocUnsafeSlow(Math.min(PIECE_BYTES, length));
    for (let done = 0; done < length;) {
      const piece = memory.subarray(0, Math.min(memory.length, length - done));
      await withDiskErrors(() => fill(piece, file, offset + done));
      signal?.throwIfAborted();
      await take(piece);
      done += piece.length;
    }
  }

  async delete(key: string): Promise<void> {
    const path = this.#layout.pathOf(key);
    await withDiskErrors(async () => {
      try {
        await unlink(path);
      } catch (error) {
        if (errnoOf(error) !== 'ENOENT') throw error;
        await access(dirname(path));
      }
    });
  }

  async *list({ signal }: Abortable = {}): AsyncGenerator<BlobEntry> {
    for (const shelf of this.#layout.shelves) {
      signal?.throwIfAborted();
      const names = await withDiskErrors(() => readdir(shelf));
      for (const name of names) {
        const entry = await this.#entry(shelf, name);
        if (entry) yield entry;
      }
    }
  }

  async discardUnfinished(before: Date): Promise<number> {
    return withDiskErrors(() => sweep(this.#layout.temporary, (modifiedAt) => modifiedAt < before));
  }

  async health({ signal }: Abortable = {}): Promise<void> {
    await untilAborted(
      withDiskErrors(() => probeDirectory(this.#layout.temporary)),
      signal,
    );
  }

  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await withDiskErrors(() => statfs(this.#layout.root));
    return bavail * bsize;
  }

  close(): void {
    // Nothing stays open between calls.
  }

  /** Opens the file of a blob. Throws `BlobSizeError` if the range is not within it. */
  async #open(key: string, { offset, length, signal }: ReadRange): Promise<FileHandle> {
    const file = await open(this.#layout.pathOf(key)).catch((error: unknown) => this.#notOpened(key, error));
    try {
      const { size } = await file.stat();
      if (offset + length > size) throw new BlobSizeError(`Blob ${key}`, offset + length, size);
      signal?.throwIfAborted();
      return file;
    } catch (error) {
      await file.close();
      throw diskError(error);
    }
  }

  /** If the file is missing but its directory exists, the blob does not exist. If the directory is missing, the disk is not available. */
  async #notOpened(key: string, error: unknown): Promise<never> {
    if (errnoOf(error) !== 'ENOENT') throw diskError(error);
    await withDiskErrors(() => access(dirname(this.#layout.pathOf(key))));
    throw new BlobNotFoundError(key, { cause: error });
  }

  /** Undefined for a file of another program, or a file that was deleted in the meantime. */
  async #entry(shelf: string, name: string): Promise<BlobEntry | undefined> {
    const key = this.#layout.keyOf(name);
    if (key === undefined) return undefined;
    const found = await withDiskErrors(() => stat(join(shelf, name)).catch(ignoreMissing));
    return found?.isFile() ? { key, size: found.size, modifiedAt: found.mtime } : undefined;
  }
}

/** Reads from `position` until the piece is full. Throws `BlobSizeError` if the file ends before that. */
async function fill(piece: Uint8Array, file: FileHandle, position: number): Promise<void> {
  for (let filled = 0; filled < piece.length;) {
    const { bytesRead } = await file.read(piece, filled, piece.length - filled, position + filled);
    if (bytesRead === 0) throw new BlobSizeError('A file of the store', position + piece.length, position + filled);
    filled += bytesRead;
  }
}

/** Removes the files of a directory for whose time `isLeftOver` returns true. Returns their number. */
async function sweep(directory: string, isLeftOver: (modifiedAt: Date) => boolean): Promise<number> {
  let removed = 0;
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const found = await stat(path).catch(ignoreMissing);
    if (!found || !isLeftOver(found.mtime)) continue;
    await rm(path, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

function ignoreMissing(error: unknown): undefined {
  if (errnoOf(error) !== 'ENOENT') throw error;
}
