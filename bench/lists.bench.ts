/**
 * Measures each list of the API with 100 decks and with 100,000, or as many as `DECKS` says (a million takes 20 minutes to make).
 * Requests alternate between the two servers, so that the load of the machine affects both. The ratio of the medians must be at most 1.3.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Lectern, startLectern } from '#e2e/support/lectern.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { startEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { databaseUrl, runOnServer } from '#server/db/testing/test-server.ts';
import { insertManyDecks } from '#server/testing/many-decks.ts';
import { insertUser, type TestUser } from '#server/testing/people.ts';
import { median } from './support/statistics.ts';

const SECRET = 'a secret for benchmarks, long enough';
const MANY = Number(process.env['DECKS'] ?? 100_000);
const SIZES = { small: { decks: 100, users: 50 }, large: { decks: MANY, users: MANY / 10 } };
const WARM_UP = 20;
const ROUNDS = 200;
/** Maximum time for one list. */
const LIST_MILLISECONDS = 4000;
const RATIO_MAX = 1.3;
/** A collection of the reader. */
const COLLECTION = 'collection-of-reader';

/** A server with a database of its own, many decks, an admin and a user. */
interface Side {
  readonly lectern: Lectern;
  readonly admin: TestUser;
  readonly reader: TestUser;
}
type Who = 'admin' | 'reader';

const LISTS: readonly (readonly [string, Who, string])[] = [
  ...(['created', 'updated', 'title'] as const).flatMap((sort) => [
    [`visible to me, by ${sort}`, 'reader', `/decks?sort=${sort}`] as const,
    [`mine, by ${sort}`, 'reader', `/decks?owner=me&sort=${sort}`] as const,
    [`the team's, by ${sort}`, 'reader', `/decks?owner=team&sort=${sort}`] as const,
    [`all, by ${sort}`, 'admin', `/decks?sort=${sort}`] as const,
  ]),
  ['visible to me, 50 at once', 'reader', '/decks?limit=50'],
  ['title, a common word', 'reader', '/decks?query=growth'],
  ['title, a word in one title', 'reader', '/decks?query=zephyr'],
  ['title, one letter', 'reader', '/decks?query=g'],
  ['title, two letters in no title', 'reader', '/decks?query=qx'],
  ['mine with a title, as each upload asks', 'reader', '/decks?owner=me&query=growth%20plan%20review&sort=updated&limit=100'],
  ['shared with me by name', 'reader', '/decks?owner=shared'],
  ['last opened', 'reader', '/decks?sort=opened'],
  ['starred', 'reader', '/decks?starred=true'],
  ['a collection', 'reader', `/decks?collection=${COLLECTION}`],
  ['collections', 'reader', '/collections'],
  ['the title of a package, as uploads ask', 'reader', '/decks?packageTitle=Package%205'],
  ['updated within the hour', 'reader', `/decks?updatedSince=${new Date(Date.now() - 3_600_000).toISOString()}`],
  ['my trash', 'reader', '/trash'],
  ['the trash of all', 'admin', '/trash?owner=all'],
  ['audit events', 'admin', '/admin/audit'],
  ['invites', 'admin', '/admin/invites'],
  ['users', 'admin', '/admin/users'],
  ['keys', 'reader', '/keys'],
  ['sessions', 'reader', '/auth/sessions'],
  ['versions', 'reader', '/decks/deck-5/versions'],
  ['states of a note', 'reader', '/decks/deck-5/notes/0/history'],
];

async function startSide(server: string, name: keyof typeof SIZES, folder: string, opened: AsyncDisposableStack): Promise<Side> {
  await runOnServer(server, (sql) => sql`create database ${sql(name)}`);
  const url = databaseUrl(server, name);
  const settings = { DATABASE_URL: url, AUTH_SECRET: SECRET, DATA_DIR: join(folder, name), LOG_LEVEL: 'warn' };
  const lectern = opened.use(await startLectern(settings));
  await insertManyDecks(url, SIZES[name]);
  const database = connectDatabase({ url, poolSize: 2 });
  try {
    const [admin, reader] = [await insertUser(database.db, SECRET, { role: 'admin' }), await insertUser(database.db, SECRET)];
    // The readers of both servers have the same number of decks, keys, sessions, stars and so on: more than one page.
    await database.sql`update decks set owner_id = ${reader.id} where substr(id, 6)::int <= 100 and substr(id, 6)::int % 4 = 1`;
    await database.sql`update api_keys set user_id = ${reader.id} where substr(id, 5)::int <= 30`;
    await database.sql`update sessions set user_id = ${reader.id} where id like 'session-%' and substr(id, 9)::int <= 30`;
    const sixty = database.sql`from (select 'deck-' || n as deck_id, n from generate_series(1, 60) n) sixty`;
    await database.sql`insert into deck_stars (user_id, deck_id) select ${reader.id}, deck_id ${sixty}`;
    await database.sql`insert into deck_people (deck_id, user_id, access) select deck_id, ${reader.id}, 'read' ${sixty}`;
    await database.sql`insert into deck_openings (user_id, deck_id, slide_key, slide_index, opened_at)
      select ${reader.id}, deck_id, 'slide-' || n || '-0', 0, now() - make_interval(secs => n) ${sixty}`;
    await database.sql`insert into collections (id, owner_id, name, visibility) values (${COLLECTION}, ${reader.id}, 'Talks', 'private')`;
    await database.sql`insert into collection_decks (collection_id, deck_id) select ${COLLECTION}, deck_id ${sixty}`;
    await database.sql`update decks set title = 'The zephyr report' where id = 'deck-50'`;
    return { lectern, admin, reader };
  } finally {
    await database.close();
  }
}

/** Milliseconds until the response is complete. */
async function timed({ lectern, ...people }: Side, who: Who, path: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${lectern.origin}/api${path}`, { headers: { cookie: people[who].cookie } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return performance.now() - began;
}

async function compare(small: Side, large: Side, who: Who, path: string): Promise<{ small: number; large: number }> {
  const pairs: (readonly [number, number])[] = [];
  const pair = async () => [await timed(small, who, path), await timed(large, who, path)] as const;
  for (let nth = 0; nth < WARM_UP; nth += 1) await pair();
  const deadline = performance.now() + LIST_MILLISECONDS;
  while (pairs.length < ROUNDS && (performance.now() < deadline || pairs.length === 0)) pairs.push(await pair());
  return { small: median(pairs.map(([time]) => time)), large: median(pairs.map(([, time]) => time)) };
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
await using opened = new AsyncDisposableStack();
opened.defer(() => rm(folder, { recursive: true, force: true }));
const postgres = await startEmbeddedDatabase({ dataDir: join(folder, 'database'), processes: 2, log: () => undefined });
opened.defer(() => postgres.stop());
const small = await startSide(postgres.url, 'small', folder, opened);
const large = await startSide(postgres.url, 'large', folder, opened);
console.log(
  `${'median of a request, in ms'.padEnd(40)}${'100 decks'.padStart(12)}${MANY.toLocaleString('en').padStart(12)}${'ratio'.padStart(8)}`,
);
for (const [name, who, path] of LISTS) {
  const found = await compare(small, large, who, path);
  const ratio = found.large / found.small;
  const columns = [found.small.toFixed(2).padStart(12), found.large.toFixed(2).padStart(12), ratio.toFixed(2).padStart(8)];
  console.log(`${name.padEnd(40)}${columns.join('')}${ratio > RATIO_MAX ? `  more than ${RATIO_MAX}` : ''}`);
  if (ratio > RATIO_MAX) process.exitCode = 1;
}
