import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { BlobExistsError } from '#server/storage/storage-errors.ts';

interface Copy {
  readonly from: Pick<BlobStore, 'read'>;
  readonly to: Pick<BlobStore, 'putFile'>;
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** Where the blob is written first, on the disk of `to`. */
  readonly scratch: string;
  /** The digest that the blob must have. It is then not stored with another one. */
  readonly expected?: string;
  /** Ends the copy. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies a blob. One that is there already stays.
 *
 * @returns its SHA-256, in hexadecimal; with another than the expected one, nothing was stored
 */
export async function copyBlob({ from, to, key, size, scratch, expected, signal }: Copy): Promise<string> {
  const file = path.join(scratch, `copy-${key}`);
  try {
    const hash = new Hashing();
    const bytes = await from.read(key, { offset: 0, length: size });
    await pipeline(bytes, hash, createWriteStream(file, { mode: 0o600 }), { ...(signal && { signal }) });
    const digest = hash.digest();
    if (expected === undefined || digest === expected)
      await to.putFile(key, file, { size }).catch((fault: unknown) => {
        if (!(fault instanceof BlobExistsError)) throw fault;
      });
    return digest;
  } finally {
    await rm(file, { force: true });
  }
}

/** Passes bytes on, computes their SHA-256 and counts lines. */
export class Hashing extends Transform {
  readonly #hash = createHash('sha256');
  lines = 0;

  override _transform(piece: Buffer, _encoding: BufferEncoding, done: (fault: null, piece: Buffer) => void): void {
    this.#hash.update(piece);
    for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) this.lines += 1;
    done(null, piece);
  }

  /** The SHA-256 of everything that has passed, in hexadecimal. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}
