import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBlobReader, createBlobStore } from '#server/storage/create-blob-store.ts';
import { DiskLayout } from '#server/storage/disk-layout.ts';
import { s3FromEnvironment } from '#server/storage/testing/s3.ts';
import { runLectern } from '#server/testing/command-line.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { BackupRepo } from './backup.repo.ts';
import { copyStore } from './copy-store.ts';

const lectern = await aLectern();
const { sql } = lectern.database;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lectern-copy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const source = path.join(lectern.dataDir, 'blobs');
const pathIn = (directory: string, key: string) => new DiskLayout(directory).pathOf(key);

async function decks(count: number): Promise<string[]> {
  const owner = await lectern.aUser();
  for (let at = 0; at < count; at += 1) await lectern.aDeck({ owner, title: `Deck ${at}` });
  const rows = await sql<{ key: string }[]>`select blob_key as key from versions order by blob_key`;
  return rows.map(({ key }) => key);
}

async function copyTo(directory: string, tamper: (key: string) => Promise<void> = async () => undefined) {
  await using opened = new AsyncDisposableStack();
  const repo = new BackupRepo(lectern.database.url);
  opened.defer(() => repo.close());
  const from = await createBlobReader({ kind: 'disk', directory: source });
  const to = await createBlobStore({ kind: 'disk', directory });
  const scratch = new DiskLayout(directory).temporary;
  const putFile = async (...[key, ...rest]: Parameters<typeof to.putFile>) => {
    await to.putFile(key, ...rest);
    await tamper(key);
  };
  const target = { list: () => to.list(), read: to.read.bind(to), delete: to.delete.bind(to), putFile };
  return await copyStore({ repo, from, to: target, scratch });
}

describe('a copy of a store', () => {
  it('has all files, goes on where it was ended, and replaces damaged ones', async () => {
    const keys = await decks(5);
    const target = path.join(folder, 'target');
    expect(await copyTo(target)).toMatchObject({ copied: 5, there: 0, missing: [] });
    const [gone = '', short = '', changed = ''] = keys;
    await rm(pathIn(target, gone));
    await truncate(pathIn(target, short), 3);
    const bytes = await readFile(pathIn(source, changed));
    await writeFile(pathIn(target, changed), Buffer.alloc(bytes.length, 'x'));
    expect(await copyTo(target)).toMatchObject({ copied: 3, there: 2 });
    for (const key of keys) expect(await readFile(pathIn(target, key))).toEqual(await readFile(pathIn(source, key)));
    expect(await copyTo(target)).toMatchObject({ copied: 0, copiedBytes: 0, there: 5 });
  });

  it('fails when the second store returns other bytes, and names files that the first one does not have', async () => {
    const [key = ''] = await decks(1);
    const target = path.join(folder, 'lying');
    const spoil = async (each: string) => truncate(pathIn(target, each), 3);
    await expect(copyTo(target, spoil)).rejects.toThrow('returns other bytes');
    await rm(pathIn(source, key));
    expect(await copyTo(path.join(folder, 'incomplete'))).toMatchObject({ missing: [key] });
    await sql`delete from decks where id = (select deck_id from versions where blob_key = ${key})`;
  });

  it('waits for backups, because each would let the other’s files be deleted', async () => {
    const other = new BackupRepo(lectern.database.url);
    expect(await other.lock()).toBe(true);
    await expect(copyTo(path.join(folder, 'refused'))).rejects.toThrow('A backup is running');
    await other.close();
  });
});

describe('lectern storage copy', () => {
  const command = (args: readonly string[], settings: Readonly<Record<string, string>> = {}) =>
    runLectern(['storage', 'copy', ...args], {
      env: { DATABASE_URL: lectern.database.url, AUTH_SECRET: 's'.repeat(32), DATA_DIR: lectern.dataDir, ...settings },
      cwd: folder,
    });

  it.each([
    [['disk', 'disk'], 2, 'must not be the same store'],
    [['disk', 'tape'], 2, 'There is no store "tape"'],
    [['disk'], 2, 'Specify FROM TO'],
    [['disk', 's3'], 1, 'Set S3_BUCKET'],
  ])('%j is refused with a sentence', async (args, code, sentence) => {
    expect(await command(args)).toMatchObject({ code, out: '', err: expect.stringContaining(sentence) });
  });

  const s3 = s3FromEnvironment();
  if (typeof s3 === 'string') process.stderr.write(`${s3}\n`);

  it.skipIf(typeof s3 === 'string')('copies to S3 and back', async () => {
    const keys = await decks(2);
    const env = Object.fromEntries(
      Object.entries(process.env).flatMap(([name, value]) => (name.startsWith('S3_') && value ? [[name, value]] : [])),
    );
    expect(await command(['disk', 's3'], env)).toMatchObject({ code: 0, err: '' });
    const back = { ...env, DATA_DIR: path.join(folder, 'back') };
    const { out } = await command(['s3', 'disk'], back);
    expect(out).toContain(`${keys.length} files copied and read back`);
    for (const key of keys)
      expect(await readFile(pathIn(path.join(back.DATA_DIR, 'blobs'), key))).toEqual(await readFile(pathIn(source, key)));
  });
});
