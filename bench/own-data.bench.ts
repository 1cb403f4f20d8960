/**
 * Measures the archive of everything that is stored about a person with very many decks and strokes, and the removal of their account, while
 * other people use the service. It measures two amounts, one ten times the other: memory must not grow with the amount. Runs on Linux only.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lectern, startLectern } from '#e2e/support/lectern.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { startEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aPackage } from '#server/testing/packages.ts';
import { insertUser, type TestUser } from '#server/testing/people.ts';
import { memoryDuring } from './support/memory.ts';
import { median, percentile } from './support/statistics.ts';

const SECRET = 'a secret for benchmarks, long enough';
const SIZES = { some: { decks: 20, strokes: 2000 }, many: { decks: 200, strokes: 20_000 } };
/** The maximum growth of memory, and how much slower the requests of others may be, as the median and for 99 of 100. */
const LIMITS = { growthMb: 64, ratio: 3, milliseconds: 500 };

type Database = ReturnType<typeof connectDatabase>;

/** Creates a person with decks, who has also drawn on another person's deck. */
async function aPersonWith(lectern: Lectern, database: Database, { decks, strokes }: (typeof SIZES)['some']): Promise<TestUser> {
  const [person, host] = [await insertUser(database.db, SECRET), await insertUser(database.db, SECRET)];
  const form = anUpload(await aPackage(), { visibility: 'team' });
  const uploadAs = async ({ cookie }: TestUser): Promise<string> => {
    const headers = { ...form.headers, cookie };
    const body = new Uint8Array(form.body);
    const response = await fetch(`${lectern.origin}/api/decks`, { method: 'POST', headers, body });
    if (response.status !== 201) throw new Error(`The upload failed: ${await response.text()}`);
    return ((await response.json()) as { id: string }).id;
  };
  const drawnOn = await uploadAs(host);
  for (let count = 0; count < decks; count += 1) await uploadAs(person);
  const shape = JSON.stringify({
    tool: 'pen',
    color: 1,
    width: 4,
    points: Array.from({ length: 60 }, (_, at) => [at / 60, 0.5, 0.5]),
  });
  await database.sql`
    insert into strokes (deck_id, slide_key, id, author_id, shape, created_at, seq)
    select ${drawnOn}, 'slide-' || n % 60, 'stroke-' || n, ${person.id}, ${shape}, now(), n from generate_series(1, ${strokes}::int) n`;
  // As autovacuum does for what people draw in the course of days.
  await database.sql`analyze strokes`;
  return person;
}

/** Sends requests of another person, one at a time, until `work` is done. Returns how long each took, in milliseconds. */
async function othersDuring(lectern: Lectern, { cookie }: TestUser, work: Promise<unknown>): Promise<number[]> {
  const done = new AbortController();
  const end = () => done.abort();
  work.then(end, end);
  const times: number[] = [];
  while (!done.signal.aborted || times.length < 20) {
    const began = performance.now();
    await (await fetch(`${lectern.origin}/api/decks`, { headers: { cookie } })).text();
    times.push(performance.now() - began);
  }
  return times;
}

/** Reads the archive to its end. Returns its bytes. */
async function archiveOf(lectern: Lectern, { cookie }: TestUser): Promise<number> {
  const response = await fetch(`${lectern.origin}/api/me/archive`, { headers: { cookie } });
  if (!response.ok || response.body === null) throw new Error(`No archive: ${await response.text()}`);
  let bytes = 0;
  for await (const piece of response.body) bytes += piece.length;
  return bytes;
}

async function remove(lectern: Lectern, { cookie }: TestUser): Promise<void> {
  const headers = { cookie, 'content-type': 'application/json' };
  const response = await fetch(`${lectern.origin}/api/me/remove`, { method: 'POST', headers, body: '{"decksTo":null}' });
  if (!response.ok) throw new Error(`Not removed: ${await response.text()}`);
}

/** Measures what `work` costs, and what it costs others. */
async function cost(name: string, lectern: Lectern, other: TestUser, work: () => Promise<number | void>): Promise<void> {
  const quiet = median(await othersDuring(lectern, other, Promise.resolve()));
  const began = performance.now();
  const { result, before, peak } = await memoryDuring(lectern.pid, async () => {
    const done = work();
    return [await othersDuring(lectern, other, done), await done] as const;
  });
  const [times, bytes] = result;
  const [seconds, growth] = [(performance.now() - began) / 1000, peak - before];
  const [ratio, slowest] = [median(times) / quiet, percentile(times, 99)];
  const size = typeof bytes === 'number' ? `, ${(bytes / 1e6).toFixed(1)} MB` : '';
  console.log(`${name}: ${seconds.toFixed(1)} s${size}, memory grew by ${growth.toFixed(0)} MB (at most ${LIMITS.growthMb});
  a list request of another person took ${ratio.toFixed(2)} times as long (at most ${LIMITS.ratio}), p99 ${slowest.toFixed(0)} ms (at most ${LIMITS.milliseconds})`);
  if (growth > LIMITS.growthMb || ratio > LIMITS.ratio || slowest > LIMITS.milliseconds) process.exitCode = 1;
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
await using opened = new AsyncDisposableStack();
opened.defer(() => rm(folder, { recursive: true, force: true }));
const postgres = await startEmbeddedDatabase({ dataDir: join(folder, 'database'), processes: 2, log: () => undefined });
opened.defer(() => postgres.stop());
const settings = { DATABASE_URL: postgres.url, AUTH_SECRET: SECRET, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
const lectern = opened.use(await startLectern(settings));
const database = connectDatabase({ url: postgres.url, poolSize: 2 });
opened.defer(() => database.close());
const other = await insertUser(database.db, SECRET);
for (const [name, size] of Object.entries(SIZES)) {
  const person = await aPersonWith(lectern, database, size);
  const label = `${name} (${size.decks} decks, ${size.strokes} strokes)`;
  await cost(`the archive of ${label}`, lectern, other, () => archiveOf(lectern, person));
  await cost(`the removal of ${label}`, lectern, other, () => remove(lectern, person));
}
