import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { AppError } from '#server/errors.ts';
import { aDirectory } from '#server/storage/testing/files.ts';
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
