import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { AppError } from '#server/errors.ts';
import { toAppError } from '#server/http/envelope.ts';
import { aDirectory } from '#server/storage/testing/files.ts';
import { cannotMount, mountDisk, remount } from '#server/testing/tmpfs.ts';
import { stageFile } from './staged-file.ts';

const { signal } = new AbortController();
const body = () => Readable.from([Buffer.alloc(100), Buffer.alloc(50)]);

it('space is reserved for every byte that is written', async () => {
  const directory = await aDirectory();
  const reserved: number[] = [];
  const write = async (bytes: number) => void reserved.push(bytes);
  await using staged = await stageFile(body(), { directory, space: { write }, signal });
  expect([staged.sizeBytes, reserved]).toEqual([150, [100, 50]]);
});

it('an upload without space for its next bytes is refused, and its file is removed', async () => {
  const directory = await aDirectory();
  const write = async (bytes: number) => {
    if (bytes < 100) throw new AppError('STORAGE_FULL', 'No space.');
  };
  const staging = stageFile(body(), { directory, space: { write }, signal });
  await expect(staging).rejects.toMatchObject({ code: 'STORAGE_FULL' });
  expect(await readdir(directory)).toEqual([]);
});

it.skipIf(cannotMount !== null)(
  'on a disk that has become read-only, an upload fails for that reason, and leaves its file',
  async () => {
    const directory = await aDirectory();
    onTestFinished(mountDisk(directory, 1024 ** 2));
    const write = () => Promise.resolve();
    const upload = async () => {
      await using staged = await stageFile(body(), { directory, space: { write }, signal });
      remount(directory, 'ro');
      await using other = await stageFile(body(), { directory, space: { write }, signal });
      return [staged, other];
    };
    await expect(upload().catch((error: unknown) => Promise.reject(toAppError(error)))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    expect(await readdir(directory)).toHaveLength(1);
  },
);

it('an upload that cannot be staged closes what it is read from', async () => {
  const gone = AbortSignal.abort();
  const there = await aDirectory();
  const write = () => Promise.resolve();
  for (const staging of [
    { directory: `${there}/away`, signal },
    { directory: there, signal: gone },
  ]) {
    const source = body();
    await expect(stageFile(source, { ...staging, space: { write } })).rejects.toThrow(/ENOENT|unavailable|abort/i);
    expect(source.destroyed).toBe(true);
  }
});
