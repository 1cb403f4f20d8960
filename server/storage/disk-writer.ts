import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import type { PutOptions } from './blob-store.ts';
import { errnoOf } from './disk-errors.ts';
import { syncDirectory, syncFile } from './durable.ts';

/**
 * Publishes the file at `path` as `target`, complete and durable. On the same file system this creates a hard link and copies nothing;
 * from another one, the bytes are first copied to `temporary`. A link never replaces a file: if two calls use the same name, one fails
 * with EEXIST.
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

/** Makes a new name durable. If that fails, the name is removed, because it may not survive a power failure. */
async function keepName(target: string): Promise<void> {
  try {
    await syncDirectory(dirname(target));
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}
