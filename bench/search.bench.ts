/**
 * Measures searches in 100,000 decks with 2,000,000 slides, of which the user may read a tenth. The words of the slides have the
 * frequencies of a language: the word of rank n is n times rarer than the first one. Each kind of query is sent with different words.
 * The median must be at most 30 ms, and the 99th percentile at most 150 ms.
 *
 * `SEARCH_DECKS=1000` measures with fewer decks, to try the benchmark itself.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { startLectern } from '#e2e/support/lectern.ts';
import { openClient } from '#server/db/client.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { startEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { vectorOf } from '#server/search/words.ts';
import { insertManyDecks } from '#server/testing/many-decks.ts';
import { insertUser, type TestUser } from '#server/testing/people.ts';
import { Random } from '#faults/random.ts';
import { percentile } from './support/statistics.ts';

const SECRET = 'a secret for benchmarks, long enough';
const DECKS = Number(process.env['SEARCH_DECKS'] ?? '100000');
const SLIDES_PER_DECK = 20;
const WORDS_PER_SLIDE = 30;
const VOCABULARY = 50_000;
const WARM_UP = 10;
const QUERIES = 200;
const LIMITS = { p50: 30, p99: 150 };

/** The word of a rank, from 1. No word is the beginning of another one. */
const word = (rank: number): string => `x${String(rank)}q`;

/** Queries by kind; `nth` counts from 0. */
const KINDS: Readonly<Record<string, (nth: number) => string>> = {
  'a word of one slide in 20,000': (nth) => word(30_000 + nth * 61),
  'a word of one slide in 100': (nth) => word(250 + nth),
  'a word of every third slide': (nth) => word(6 + (nth % 4)),
  'two words of every tenth slide': (nth) => `${word(15 + (nth % 20))} ${word(40 + (nth % 7))}`,
  'two very common words': (nth) => `${word(1 + (nth % 5))} ${word(6 + (nth % 5))}`,
  'the beginning of many words': (nth) => `x${String(40 + (nth % 60))}`,
  'a phrase': (nth) => `"${word(80 + (nth % 60))} ${word(90 + (nth % 37))}"`,
  'a phrase of very common words': (nth) => `"${word(12 + (nth % 30))} ${word(13 + (nth % 17))}"`,
  'a common word without another': (nth) => `${word(10 + (nth % 20))} -${word(50 + (nth % 20))}`,
  'a word of no slide': (nth) => `nowhere${String(nth)}`,
};

/** Random words, the same in each run, with the frequencies of a language. */
function randomText(random: Random): string {
  const ranks = Array.from({ length: WORDS_PER_SLIDE }, () => Math.floor(VOCABULARY ** random.next()));
  return ranks.map((rank) => word(rank)).join(' ');
}

/** Rows of `search_entries` in the format of `COPY`, those of a deck together. */
function* slideRows(versions: readonly { readonly deck: string; readonly version: string }[]): Generator<string> {
  const random = new Random(1);
  for (const { deck, version } of versions) {
    const rows = Array.from({ length: SLIDES_PER_DECK }, (_, slide) => {
      const text = randomText(random);
      return `${[deck, version, 'slide', slide, text, vectorOf([{ text, weight: 'C' }]), 'slide'].join('\t')}\n`;
    });
    yield rows.join('');
  }
}

/** Makes every tenth deck readable for everybody, and replaces the slides of `insertManyDecks` by many with random words. */
async function fill(url: string): Promise<void> {
  const sql = openClient(url, { max: 1, statementTimeoutMs: 0 });
  try {
    // Triggers would make the decks due for the index of searches.
    await sql`set session_replication_role = replica`;
    await sql`update decks set visibility = case when substr(id, 6)::int % 10 = 0 then 'team' else 'private' end`;
    await sql`delete from search_entries where field = 'slide'`;
    const indexes = await sql<{ name: string; definition: string }[]>`
      select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = 'search_entries'::regclass and not indisunique`;
    for (const { name } of indexes) await sql`drop index ${sql(name)}`;
    const versions = await sql<{ deck: string; version: string }[]>`
      select id as deck, current_version_id as version from decks order by substr(id, 6)::int`;
    const rows = sql`copy search_entries (deck_id, version_id, field, slide_index, content, words, digest) from stdin`;
    await pipeline(slideRows(versions), await rows.writable());
    for (const { definition } of indexes) await sql.unsafe(definition);
    await sql`vacuum analyze`;
    const [size] = await sql<{ entries: string; index: string }[]>`select
      pg_size_pretty(pg_table_size('search_entries')) as entries, pg_size_pretty(pg_relation_size('search_entries_words')) as index`;
    console.log(`entries ${size?.entries ?? ''}, index of their words ${size?.index ?? ''}`);
  } finally {
    await sql.end();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
await using opened = new AsyncDisposableStack();
opened.defer(() => rm(folder, { recursive: true, force: true }));
const postgres = await startEmbeddedDatabase({ dataDir: join(folder, 'database'), processes: 1, log: () => undefined });
opened.defer(() => postgres.stop());
const settings = { DATABASE_URL: postgres.url, AUTH_SECRET: SECRET, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
const lectern = opened.use(await startLectern(settings));
await insertManyDecks(postgres.url, { decks: DECKS, users: 1000 });
const database = connectDatabase({ url: postgres.url, poolSize: 2 });
opened.defer(() => database.close());
await fill(postgres.url);
const [admin, reader] = [await insertUser(database.db, SECRET, { role: 'admin' }), await insertUser(database.db, SECRET)];

/** Milliseconds until the response is complete, and the number of hits. */
async function timed({ cookie }: TestUser, q: string): Promise<{ milliseconds: number; hits: number }> {
  const began = performance.now();
  const response = await fetch(`${lectern.origin}/api/search?${String(new URLSearchParams({ q, limit: '20' }))}`, {
    headers: { cookie },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${q}: ${response.status} ${text}`);
  return { milliseconds: performance.now() - began, hits: (JSON.parse(text) as { items: unknown[] }).items.length };
}

console.log(
  `${`${DECKS.toLocaleString('en')} decks, in ms`.padEnd(36)}${'user'.padEnd(8)}${'hits'.padStart(6)}${'p50'.padStart(8)}${'p99'.padStart(8)}`,
);
for (const [kind, query] of Object.entries(KINDS)) {
  for (const [name, person] of [
    ['tenth', reader],
    ['admin', admin],
  ] as const) {
    for (let nth = 0; nth < WARM_UP; nth += 1) await timed(person, query(nth));
    const answers = [];
    for (let nth = 0; nth < QUERIES; nth += 1) answers.push(await timed(person, query(nth)));
    const times = answers.map(({ milliseconds }) => milliseconds);
    const hits = answers.reduce((sum, answer) => sum + answer.hits, 0) / QUERIES;
    const [p50, p99] = [percentile(times, 50), percentile(times, 99)];
    const isSlow = p50 > LIMITS.p50 || p99 > LIMITS.p99;
    const columns = [hits.toFixed(1).padStart(6), p50.toFixed(1).padStart(8), p99.toFixed(1).padStart(8)];
    console.log(
      `${kind.padEnd(36)}${name.padEnd(8)}${columns.join('')}${isSlow ? `  more than ${LIMITS.p50} or ${LIMITS.p99}` : ''}`,
    );
    if (isSlow) process.exitCode = 1;
  }
}
