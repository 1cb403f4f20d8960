import type { Request } from 'express';
import { readdir } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it, onTestFinished } from 'vitest';
import { StorageFullError } from '#server/storage/storage-errors.ts';
import { aDirectory } from '#server/storage/testing/files.ts';
import { anUpload } from '#server/testing/forms.ts';
import { cannotMount, mountDisk } from '#server/testing/tmpfs.ts';
import { KIB, MIB } from '#shared/limits.ts';
import { readUploadForm } from './multipart.ts';
import { stageFile } from './staged-file.ts';

/** The request of an upload of this size, whose body arrives in pieces. */
function aRequest(bytes: number): Request {
  const { headers, body } = anUpload(Buffer.alloc(bytes));
  const pieces = function* () {
    for (let at = 0; at < body.length; at += 64 * KIB) yield body.subarray(at, at + 64 * KIB);
  };
  // Only what the reader of forms uses of a request.
  return Object.assign(Readable.from(pieces()), { headers, is: () => 'multipart/form-data' }) as unknown as Request;
}

it.each([10, 100 * KIB, 4 * MIB])(
  'a form of %i bytes whose file cannot be stored is refused for the reason of the store',
  async (bytes) => {
    const reason = new Error('There is no store.');
    const store = (body: Readable) =>
      pipeline(body, async () => {
        for await (const _ of body) throw reason;
      }).then(() => Promise.reject(new Error('The body had no bytes.')));
    await expect(readUploadForm(aRequest(bytes), 10 * MIB, store)).rejects.toBe(reason);
  },
);

it.skipIf(cannotMount !== null).each([100 * KIB, 4 * MIB])(
  'a form of %i bytes that fills the disk is refused because the disk is full, and leaves nothing',
  async (bytes) => {
    const directory = await aDirectory();
    onTestFinished(mountDisk(directory, 64 * KIB));
    const space = { write: () => Promise.resolve() };
    const reading = readUploadForm(aRequest(bytes), 10 * MIB, (body, signal) => stageFile(body, { directory, space, signal }));
    await expect(reading).rejects.toThrow(StorageFullError);
    expect(await readdir(directory)).toEqual([]);
  },
);
