import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

import { onTestFinished } from 'vitest';

export interface StagedFile {
  readonly path: string;
  readonly bytes: Buffer;
  readonly size: number;
}

/** A directory that is removed after the running test. `parent` determines the file system. */
export async function aDirectory(parent = tmpdir()): Promise<string> {
  const directory = await mkdtemp(join(parent, 'lectern-storage-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** A file of random bytes, like a staged upload. */
export async function aStagedFile(size: number, parent?: string): Promise<StagedFile> {
  const path = join(await aDirectory(parent), 'staged');
  const bytes = randomBytes(size);
  await writeFile(path, bytes);
  return { path, bytes, size };
}

/** A digest to compare large contents: a failed comparison prints one line instead of millions. */
export function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The open files and sockets of this process; null if there is no /proc. */
export async function openDescriptors(): Promise<number | null> {
  return readdir('/proc/self/fd').then(
    (names) => names.length,
    () => null,
  );
}

/** Reads a stream to its end and discards the bytes. Rejects with the error of the stream. */
export async function drain(stream: Readable): Promise<void> {
  for await (const _ of stream);
}

/** Collects all values. */
export async function collect<T>(things: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const thing of things) collected.push(thing);
  return collected;
}
