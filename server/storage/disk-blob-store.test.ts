import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { newBlobKey } from './blob-key.ts';
import { itKeepsTheContract } from './testing/contract.ts';
import { createBlobStore } from './create-blob-store.ts';
import { aDirectory, aStagedFile, collect } from './testing/files.ts';

describe('the disk store', () => {
  itKeepsTheContract(async () => createBlobStore({ kind: 'disk', directory: await aDirectory() }));

  it('creates its directory and the parents', async () => {
    const directory = join(await aDirectory(), 'data', 'blobs');
    const store = await createBlobStore({ kind: 'disk', directory });
    await store.health();
  });

  it('keeps blobs from one start to the next', async () => {
    const directory = await aDirectory();
    const file = await aStagedFile(10);
    const key = newBlobKey();
    await (await createBlobStore({ kind: 'disk', directory })).putFile(key, file.path, file);
    const again = await createBlobStore({ kind: 'disk', directory });
    expect(await collect(again.list())).toMatchObject([{ key, size: 10 }]);
  });

  it('removes incomplete files after a crash', async () => {
    const directory = await aDirectory();
    await createBlobStore({ kind: 'disk', directory });
    await writeFile(join(directory, '.tmp', 'half'), 'half');
    await createBlobStore({ kind: 'disk', directory });
    expect(await readdir(join(directory, '.tmp'))).toEqual([]);
  });

  it('lists no files and directories of other programs', async () => {
    const directory = await aDirectory();
    const store = await createBlobStore({ kind: 'disk', directory });
    await writeFile(join(directory, '00', 'Thumbs.db'), '');
    await mkdir(join(directory, '00', 'folder'));
    await writeFile(join(directory, 'lost'), '');
    expect(await collect(store.list())).toEqual([]);
  });

  it('reports how much space is left', async () => {
    const store = await createBlobStore({ kind: 'disk', directory: await aDirectory() });
    expect(await store.freeBytes()).toBeGreaterThan(0);
  });

  it('opens nothing outside its directory', async () => {
    const parent = await aDirectory();
    const store = await createBlobStore({ kind: 'disk', directory: join(parent, 'blobs') });
    await expect(store.read('../secret', { offset: 0, length: 1 })).rejects.toThrow(TypeError);
    await expect(store.delete('../secret')).rejects.toThrow(TypeError);
    await expect(access(join(parent, 'secret'))).rejects.toThrow('ENOENT');
  });
});
