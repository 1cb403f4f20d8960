import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '#server/db/testing/test-database.ts';
import { createBlobReader } from '#server/storage/create-blob-store.ts';
import { DiskLayout } from '#server/storage/disk-layout.ts';
import { aClientAddress } from '#server/testing/client-address.ts';
import { runLectern } from '#server/testing/command-line.ts';
import { aMember, aResetLink, PASSWORD } from '#server/testing/joining.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aGuardedUser, signInWith } from '#server/testing/second-factors.ts';
import { BackupRepo, isBackupRunning } from './backup.repo.ts';
import { makeBackup, pruneBackups, readManifest, snapshotsIn } from './make-backup.ts';

const SECRET = 'a secret of the tests, which is long enough';

const lectern = await aLectern({ TRASH_DAYS: '0' });
const { sql } = lectern.database;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lectern-backup-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs `lectern` for the server of these tests, unless `settings` say otherwise. */
function command(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
  const env = { DATABASE_URL: lectern.database.url, AUTH_SECRET: SECRET, DATA_DIR: lectern.dataDir, ...settings };
  return runLectern(args, { env, cwd: folder });
}

/** An empty database without tables. */
async function anEmptyDatabase() {
  const database = await createTestDatabase();
  await database.sql`drop schema drizzle cascade`;
  await database.sql`drop schema public cascade`;
  await database.sql`create schema public`;
  return database;
}

async function openSource() {
  const repo = new BackupRepo(lectern.database.url);
  const blobs = await createBlobReader({ kind: 'disk', directory: path.join(lectern.dataDir, 'blobs') });
  return { repo, blobs, secret: SECRET, version: '0', [Symbol.asyncDispose]: () => repo.close() };
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('a backup of a busy server', () => {
  it('has the rows of one moment and all their blobs, and restored elsewhere it is the same instance', async () => {
    const { email, cookie } = await aMember(lectern, 'keeper@example.com');
    const keeper = lectern.as({ cookie });
    const [row] = await sql<{ id: string }[]>`select id from users where email = ${email}`;
    const owner = { ...(await lectern.aUser()), id: row?.id ?? '', cookie };
    const deck = await lectern.aDeck({ owner, title: 'Kept: \\ tab\t, "quotes" and 漢字' });
    expect((await keeper.put(`/api/decks/${deck.id}/notes/0`, { body: 'first line\nsecond\\n line \\.' })).status).toBe(200);

    const stop = new AbortController();
    const busy = async () => {
      for (let at = 0; !stop.signal.aborted; at += 1) {
        const { id } = await lectern.aDeck({ owner, title: `Deck ${at}` });
        await keeper.put(`/api/decks/${id}/notes/0`, { body: `note ${at}` });
        // Deleted at once, with its blob.
        if (at % 2 === 0) await keeper.delete(`/api/decks/${id}`);
      }
    };
    const working = [busy(), busy()];
    const backup = path.join(folder, 'busy');
    const made = await command(['backup', backup]);
    stop.abort();
    await Promise.all(working);
    expect(made).toMatchObject({ code: 0, err: '' });

    const [name = ''] = await snapshotsIn(backup);
    const manifest = await readManifest(backup, name);
    await using database = { ...(await anEmptyDatabase()), [Symbol.asyncDispose]: () => database.drop() };
    const place = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'restored') };
    expect(await command(['restore', backup], place)).toMatchObject({ code: 0, err: '' });

    // The rows: a backup of the restored instance has the same digests.
    const again = path.join(folder, 'again');
    expect(await command(['backup', again], place)).toMatchObject({ code: 0, err: '' });
    const [second = ''] = await snapshotsIn(again);
    const copy = await readManifest(again, second);
    expect(copy.tables).toEqual(manifest.tables);
    expect(copy.sequences).toEqual(manifest.sequences);
    const sorted = ({ blobs }: typeof copy) => blobs.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    expect(sorted(copy)).toEqual(sorted(manifest));
    // The blobs: each row has one with its size and digest.
    const layout = new DiskLayout(path.join(place.DATA_DIR, 'blobs'));
    const rows = await database.sql<
      { key: string; size: string }[]
    >`select blob_key as key, size_bytes::text as size from versions`;
    expect(rows.length).toBeGreaterThan(0);
    for (const { key, size } of rows) {
      const bytes = await readFile(layout.pathOf(key));
      expect([bytes.length, sha256(bytes)]).toEqual([Number(size), manifest.blobs.find((blob) => blob.key === key)?.sha256]);
    }

    await using restored = await startLectern({ ...place, AUTH_SECRET: SECRET });
    // The session goes on, and the password is known.
    const answer = await restored.as({ cookie }).get(`/api/decks/${deck.id}`);
    expect([answer.status, answer.body]).toMatchObject([200, { title: deck.title }]);
    const { body } = await restored.as({ cookie }).get(`/api/decks/${deck.id}/notes`);
    expect(JSON.stringify(body)).toContain(JSON.stringify('first line\nsecond\\n line \\.'));
    expect((await restored.as(null).post('/api/auth/sign-in/email', { email, password: PASSWORD })).status).toBe(200);
    // References, sequences and checks work as before.
    expect((await restored.as({ cookie }).delete(`/api/decks/${deck.id}`)).status).toBe(204);
  });

  it('keeps blobs that are deleted meanwhile until it has ended', async () => {
    const owner = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner });
    const [version] = await sql<{ key: string }[]>`select blob_key as key from versions where deck_id = ${id}`;
    const file = new DiskLayout(path.join(lectern.dataDir, 'blobs')).pathOf(version?.key ?? '');
    {
      await using source = await openSource();
      expect(await source.repo.lock()).toBe(true);
      expect(await isBackupRunning(sql)).toBe(true);
      expect((await lectern.as(owner).delete(`/api/decks/${id}`)).status).toBe(204);
      expect((await stat(file)).isFile()).toBe(true);
    }
    const other = await lectern.aDeck({ owner });
    const [next] = await sql<{ key: string }[]>`select blob_key as key from versions where deck_id = ${other.id}`;
    expect((await lectern.as(owner).delete(`/api/decks/${other.id}`)).status).toBe(204);
    await expect(stat(new DiskLayout(path.join(lectern.dataDir, 'blobs')).pathOf(next?.key ?? ''))).rejects.toThrow('ENOENT');
  });
});

describe('a backup directory', () => {
  it('is closed to other users, and only new blobs are copied into it', async () => {
    const owner = await lectern.aUser();
    await lectern.aDeck({ owner });
    const directory = path.join(folder, 'incremental');
    await using source = await openSource();
    const first = await makeBackup(directory, source, new Date('2026-01-01'));
    expect(first.copied).toBe(first.blobs);
    const { id } = await lectern.aDeck({ owner });
    await using again = await openSource();
    await source.repo.close();
    const second = await makeBackup(directory, again, new Date('2026-01-02'));
    expect(second).toMatchObject({ copied: 1, blobs: first.blobs + 1, missing: [] });
    for (const name of await readdir(directory, { recursive: true }))
      expect([name, (await stat(path.join(directory, name))).mode & 0o077]).toEqual([name, 0]);

    expect((await lectern.as(owner).delete(`/api/decks/${id}`)).status).toBe(204);
    expect(await pruneBackups(directory, 1)).toBe(1);
    expect(await snapshotsIn(directory)).toEqual([second.name]);
    expect((await readManifest(directory, second.name)).blobs).toHaveLength(second.blobs);
  });

  it('is refused when it is damaged, of a newer version, or the place is not empty, and nothing is restored', async () => {
    const directory = path.join(folder, 'damaged');
    expect(await command(['backup', directory])).toMatchObject({ code: 0 });
    const [name = ''] = await snapshotsIn(directory);
    expect(await command(['restore', directory])).toMatchObject({
      code: 1,
      err: expect.stringContaining('The database is not empty.') as string,
    });

    await using database = { ...(await anEmptyDatabase()), [Symbol.asyncDispose]: () => database.drop() };
    const place = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'nowhere') };
    const file = path.join(directory, 'snapshots', name, 'manifest.json');
    const manifest = await readManifest(directory, name);
    const damaged = { ...manifest, blobs: [{ ...manifest.blobs[0], sha256: 'other' }] };
    await writeFile(file, JSON.stringify(damaged));
    expect(await command(['restore', directory], place)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is damaged') as string,
    });
    await writeFile(file, JSON.stringify({ ...manifest, level: manifest.level + 1 }));
    expect(await command(['restore', directory], place)).toMatchObject({
      code: 1,
      err: expect.stringContaining('newer than this one') as string,
    });
    await writeFile(
      file,
      JSON.stringify({ ...manifest, tables: manifest.tables.map((table) => ({ ...table, sha256: 'other' })) }),
    );
    expect(await command(['restore', directory], place)).toMatchObject({
      code: 1,
      err: expect.stringContaining('The rows of') as string,
    });
    expect(await database.sql`select * from users`).toEqual([]);
    await writeFile(file, '{');
    expect(await command(['restore', directory], place)).toMatchObject({
      code: 1,
      err: expect.stringContaining('missing or damaged') as string,
    });
  });
});

describe('the command line', () => {
  it('lets a locked-out admin back in while the server runs', async () => {
    const { email } = await aMember(lectern, 'locked-out@example.com');
    const { code, out } = await command(['admin', 'reset-password', email.toUpperCase()], {
      BASE_URL: 'https://decks.example.org',
    });
    expect(code).toBe(0);
    const [, token] = /^https:\/\/decks\.example\.org\/reset-password#(\S+)\n/.exec(out) ?? [];
    const reset = { token, newPassword: 'another horse entirely' };
    expect((await lectern.as(null).post('/api/auth/reset-password', reset)).status).toBe(200);
    expect((await lectern.as(null).post('/api/auth/sign-in/email', { email, password: reset.newPassword })).status).toBe(200);
  });

  it('removes the second factors of an admin who has lost them', async () => {
    const user = await aGuardedUser(lectern, { role: 'admin' });
    const { code, out } = await command(['admin', 'reset-factors', user.email.toUpperCase()]);
    expect([code, out]).toEqual([0, `${user.email} has no second factor now, and is signed out everywhere.\n`]);
    expect((await lectern.as(user).get('/api/me')).status).toBe(401);
    expect((await signInWith(lectern, user.email, { from: aClientAddress() })).status).toBe(200);
  });

  it('makes invites, lists admins, and replaces a link of an admin', async () => {
    const admin = await lectern.aUser({ role: 'admin', name: 'Ada' });
    const user = await lectern.aUser();
    await lectern.aPasswordOf(user);
    const { token } = await aResetLink(lectern, admin, user.id);
    expect((await command(['admin', 'reset-password', user.email])).code).toBe(0);
    const refused = await lectern.as(null).post('/api/auth/reset-password', { token, newPassword: 'another horse entirely' });
    expect(refused.status).toBe(403);
    const { out } = await command(['admin', 'invite', '--role', 'admin']);
    const [, inviteToken] = /\/join#(\S+)\n/.exec(out) ?? [];
    const account = { email: 'invited@example.com', password: PASSWORD, inviteToken };
    expect((await lectern.as(null).post('/api/auth/sign-up/email', account)).body).toMatchObject({ user: { role: 'admin' } });
    const list = await command(['admin', 'list']);
    expect(list.out).toContain(`${admin.email}\tAda\n`);
    expect(list.out).toContain('invited@example.com\t');
  });

  it.each([
    [['publish'], 2, 'There is no command "publish"'],
    [['admin'], 2, 'There is no command "admin"'],
    [['admin', 'reset-password'], 2, 'Specify ADDRESS'],
    [['admin', 'reset-password', 'nobody'], 2, 'is not an email address'],
    [['admin', 'reset-password', 'nobody@example.com'], 1, 'No account has the address'],
    [['admin', 'reset-factors', 'nobody@example.com'], 1, 'No account has the address'],
    [['admin', 'invite', '--role', 'owner'], 2, 'the values are user, admin'],
    [['admin', 'list', '--loud'], 2, '--loud'],
    [['backup'], 2, 'Specify DIRECTORY'],
    [['backup', 'x', '--keep', '0'], 2, '--keep must be a number'],
    [['restore', '/nowhere'], 1, 'There is no snapshot in /nowhere'],
  ])('explains lectern %j in one sentence', async (args, code, sentence) => {
    const outcome = await command(args);
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.err).toContain(sentence);
    expect(outcome.err).toMatch(/^lectern: [^\n]*\.\n$/);
  });

  it('says how to use it', async () => {
    expect(await command(['--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('lectern restore DIRECTORY') as string,
    });
    expect(await command([])).toMatchObject({ code: 2 });
    expect(await command(['backup', '--help'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Usage: lectern backup/) as string,
    });
  });

  it('refuses a database that a newer version has migrated', async () => {
    await using database = { ...(await createTestDatabase()), [Symbol.asyncDispose]: () => database.drop() };
    await database.sql`insert into drizzle.__drizzle_migrations (hash, created_at) select 'newer', max(created_at) + 1 from drizzle.__drizzle_migrations`;
    for (const args of [['migrate'], ['admin', 'list'], ['backup', path.join(folder, 'newer')]])
      expect(await command(args, { DATABASE_URL: database.url })).toMatchObject({
        code: 1,
        err: expect.stringContaining('migrated by a newer version of Lectern') as string,
      });
  });
});
