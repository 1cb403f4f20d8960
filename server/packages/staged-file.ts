import { createHash, randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskError } from '#server/storage/disk-errors.ts';
import type { HeldSpace } from './disk-reserve.ts';

/** An upload's bytes on disk, not yet known to be good. Disposing of it removes the file. */
export interface StagedFile extends AsyncDisposable {
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Where a file is staged, and on what conditions. */
interface Staging {
  readonly directory: string;
  readonly space: Pick<HeldSpace, 'write'>;
  readonly signal: AbortSignal;
}

/**
 * Writes a stream to a file of its own and hashes it on the way; memory stays at one chunk.
 * When it fails nothing is left.
 *
 * @throws AppError STORAGE_FULL, and the errors of the disk store
 */
export async function stageFile(body: Readable, { directory, space, signal }: Staging): Promise<StagedFile> {
  const file = path.join(directory, randomUUID());
  const discard = () => rm(file, { force: true });
  const hash = createHash('sha256');
  let sizeBytes = 0;
  async function* measured(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await space.write(chunk.length);
      yield chunk;
    }
  }
  try {
    // It exists before anything can fail: what is removed then cannot appear afterwards.
    const handle = await open(file, 'wx', 0o600);
    await pipeline(body, measured, handle.createWriteStream(), { signal });
  } catch (fault) {
    await discard();
    throw diskError(fault);
  }
  return { path: file, sizeBytes, sha256: hash.digest('hex'), [Symbol.asyncDispose]: discard };
}

/** Bytes that may still be staged. */
export async function freeStagingBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
