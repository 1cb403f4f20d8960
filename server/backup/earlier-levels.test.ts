import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { migrationsIn } from '#server/db/levels.ts';
import { createTestDatabase } from '#server/db/testing/test-database.ts';
import { reportSchema } from '#server/doctor/report.ts';
import { runLectern } from '#server/testing/command-line.ts';
import { cookieOf, PASSWORD } from '#server/testing/joining.ts';
import { startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { codeOf } from '#server/testing/totp.ts';
import { deckListSchema } from '#shared/decks.ts';
import { questionListSchema } from '#shared/questions.ts';
import { readManifest, snapshotsIn } from './make-backup.ts';

const FIXTURES = path.join(import.meta.dirname, 'fixtures');
/** The secret of the server of which the backups were made. */
const SECRET = 'a secret of the tests, which is long enough';
const TITLE = 'Kept: “quotes” and 漢字';

/** What else is known of the data of a level. */
const KNOWN: Readonly<Record<string, (server: TestLectern) => Promise<void>>> = { '0045_passkeys': expectLevel45 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lectern-levels-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const found = await readdir(FIXTURES, { withFileTypes: true });
const names = found.filter((entry) => entry.isDirectory()).map(({ name }) => name);

/** Restores a backup with the code of today into an empty place. */
async function restored(name: string) {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  await database.sql`drop schema drizzle cascade`;
  await database.sql`drop schema public cascade`;
  await database.sql`create schema public`;
  const place = { DATABASE_URL: database.url, DATA_DIR: path.join(folder, name), AUTH_SECRET: SECRET, MIN_FREE_BYTES: '0' };
  const outcome = await runLectern(['restore', path.join(FIXTURES, name)], { env: place, cwd: folder });
  expect(outcome).toMatchObject({ code: 0, err: '' });
  return { database, place };
}

it('there is a backup of a released level', () => {
  const tags = new Set(migrationsIn().map(({ tag }) => tag));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !tags.has(name))).toEqual([]);
});

describe.each(names)('data of the level %s', (name) => {
  it('is complete after the migrations of today, and the server works with it', async () => {
    const [snapshot = ''] = await snapshotsIn(path.join(FIXTURES, name));
    const manifest = await readManifest(path.join(FIXTURES, name), snapshot);
    const { database, place } = await restored(name);

    const before = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]));
    const after: Record<string, number> = {};
    for (const table of Object.keys(before)) {
      const [row] = await database.sql<{ count: number }[]>`select count(*)::int as count from ${database.sql(table)}`;
      after[table] = row?.count ?? 0;
    }
    expect(after).toEqual(before);

    const { out } = await runLectern(['doctor', '--json'], { env: place, cwd: folder });
    const faults = reportSchema.parse(JSON.parse(out)).checks.filter(({ status }) => status === 'fault');
    expect(faults).toEqual([]);

    await using server = await startLectern(place);
    const credentials = { email: 'grace@example.com', password: PASSWORD };
    const entered = await server.as(null).post('/api/auth/sign-in/email', credentials);
    expect(entered.status).toBe(200);
    const grace = server.as({ cookie: cookieOf(entered.headers['set-cookie']) });
    const { items } = deckListSchema.parse((await grace.get('/api/decks?limit=100')).body);
    expect(items.length).toBeGreaterThan(10);
    const kept = items.find(({ title }) => title === TITLE);
    const notes = await grace.get(`/api/decks/${kept?.id}/notes`);
    expect(JSON.stringify(notes.body)).toContain(JSON.stringify('A note\nof two lines'));
    for (const { id, fingerprint } of items) {
      const { bytes } = await grace.get(`/api/decks/${id}/blob`);
      expect(`sha256-${createHash('sha256').update(bytes).digest('hex')}`).toBe(fingerprint);
    }
    await KNOWN[name]?.(server);
  });
});

/** A person with an authenticator app signs in, and finds their passkey and the question that was asked in their talk. */
async function expectLevel45(server: TestLectern): Promise<void> {
  const email = '084a4eed7d40@example.com';
  const first = await server.as(null).post('/api/auth/sign-in/email', { email, password: PASSWORD });
  const code = codeOf('ML3SQRRL6PIJ4W6ABVCW5BNGSAM76QNH');
  const cookie = cookieOf(first.headers['set-cookie']);
  const second = await server.as({ cookie }).post('/api/auth/sign-in/second-step', { method: 'code', code });
  expect(second.status, second.text).toBe(200);
  const mary = server.as({ cookie: cookieOf(second.headers['set-cookie']) });
  expect((await mary.get('/api/me/passkeys')).body).toMatchObject({ items: [{ name: 'Laptop' }] });
  const { body } = await mary.get('/api/talks/de90854d-3b56-46e7-b7f1-f9f84e118588/questions');
  expect(questionListSchema.parse(body).items).toMatchObject([{ text: 'Is it kept? 漢字', name: 'Visitor', votes: 1 }]);
}
