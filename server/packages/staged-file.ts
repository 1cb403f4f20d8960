import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskError } from '#server/storage/disk-errors.ts';

/** An upload's bytes on disk, not yet known to be good. Disposing of it removes the file. */
export interface StagedFile extends AsyncDisposable {
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/**
 * Writes a stream to a file of its own and hashes it on the way; memory stays at one chunk.
 * When it fails nothing is left.
 */
export async function stageFile(body: Readable, directory: string, signal: AbortSignal): Promise<StagedFile> {
  const file = path.join(directory, randomUUID());
  const discard = () => rm(file, { force: true });
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(body, measure, createWriteStream(file, { flags: 'wx', mode: 0o600 }), { signal });
  } catch (fault) {
    await discard();
    throw diskError(fault);
  }
  return { path: file, sizeBytes, sha256: hash.digest('hex'), [Symbol.asyncDispose]: discard };
}
