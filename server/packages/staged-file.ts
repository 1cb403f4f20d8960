import { createHash, randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskError } from '#server/storage/disk-errors.ts';
import type { HeldSpace } from './disk-reserve.ts';

/** The bytes of an upload on disk, not verified yet. Disposing of it removes the file, and never fails. */
export interface StagedFile extends AsyncDisposable {
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** Where and how a file is staged. */
interface Staging {
  readonly directory: string;
  readonly space: Pick<HeldSpace, 'write'>;
  readonly signal: AbortSignal;
}

/**
 * Writes a stream to a new file and computes its hash at the same time, with one chunk in memory. If it fails, the file is removed and the stream
 * is destroyed.
 *
 * @throws AppError STORAGE_FULL, and the errors of the disk store
 */
export async function stageFile(body: Readable, { directory, space, signal }: Staging): Promise<StagedFile> {
  const file = path.join(directory, randomUUID());
  // A file that cannot be removed, because the disk is read-only now or broken, must not change how the request ends. The clean-up tries again.
  const discard = () => rm(file, { force: true }).catch(() => undefined);
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
    // The file is created before anything else can fail, so that it cannot appear after it was removed.
    const handle = await open(file, 'wx', 0o600);
    await pipeline(body, measured, handle.createWriteStream(), { signal });
  } catch (fault) {
    // Otherwise the file that it reads stays open, and Node ends the process once it finds that out.
    body.destroy();
    await discard();
    throw diskError(fault);
  }
  return { path: file, sizeBytes, sha256: hash.digest('hex'), [Symbol.asyncDispose]: discard };
}

/** The number of bytes that can still be staged. */
export async function freeStagingBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
