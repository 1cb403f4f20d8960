import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { PutOptions } from './blob-store.ts';
import { errnoOf } from './disk-errors.ts';
import { syncDirectory, syncFile } from './durable.ts';

/**
 * Gives the file at `path` the name `target`, whole and durable. On the same file system that is one more hard
 * link, so no byte is copied; from another one the bytes are copied into `temporary` first. A link never
 * replaces: of two that want one name, one fails with EEXIST.
 */
export async function publish(path: string, target: string, temporary: string, options: PutOptions): Promise<void> {
  await syncFile(path, options.size);
  options.signal?.throwIfAborted();
  try {
    await link(path, target);
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error;
    await publishCopy(path, target, temporary, options);
  }
  await keepName(target);
}

async function publishCopy(path: string, target: string, temporary: string, { size, signal }: PutOptions): Promise<void> {
  const copy = join(temporary, randomUUID());
  try {
    await pipeline(createReadStream(path), createWriteStream(copy, { flags: 'wx', mode: 0o600 }), { signal });
    await syncFile(copy, size);
    await link(copy, target);
  } finally {
    await rm(copy, { force: true });
  }
}

/** A name that may not survive a power cut is taken back: the put has failed. */
async function keepName(target: string): Promise<void> {
  try {
    await syncDirectory(dirname(target));
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}
