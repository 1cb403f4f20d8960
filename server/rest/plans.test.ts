import { beforeAll, describe, expect, it } from 'vitest';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { decks } from '#drizzle/schema/index.ts';
import { titleHolds } from '#server/decks/title-search.repo.ts';
import { operations } from '#server/rest/openapi/document.ts';
import { askEverything, deckSetOf, trpcOnly } from '#server/rest/testing/every-request.ts';
import { SETTINGS } from '#server/rest/testing/provocations.ts';
import { Scene } from '#server/rest/testing/scene.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { faultsOf, planOf } from '#server/db/testing/plans.ts';
import type { Statement } from '#server/db/statements.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { insertManyDecks } from '#server/testing/many-decks.ts';
import { type LoggedStatement, StatementLog } from '#server/testing/statement-log.ts';

/** Tables that do not grow with use, and why. */
const BOUNDED: Readonly<Record<string, string>> = {
  live_instances: 'one row for each process that runs',
  visit_salts: 'one row, that of the day',
  search_due: 'rows are removed within seconds',
  requested_pictures: 'at most 10,000 rows, and their removal reads all of them',
};

/** Operations whose statements may cost more than lookups, and why. */
const COSTS: Readonly<Record<string, number>> = {
  // A search reads up to 10,000 entries with a word and looks up their decks until it has enough that the user may read. `npm run bench search`
  // measures what that takes. For misspelled words it looks up hundreds of words, most of which are in no entry; the planner expects 100 entries for each.
  findSearch: 80_000,
};

/** Statements that read whole tables: the operation, a part of their text, and why. */
const READ_ALL: readonly { readonly caller: string; readonly part: string; readonly why: string }[] = [
  {
    caller: 'getSystem',
    part: 'sum("versions"."size_bytes")',
    why: 'the sums of the storage; a process makes them at most once in five minutes, and only if an admin looks',
  },
];

/** Operations whose statements use no table. */
const ASK_NOTHING = ['getDocs', 'getGuide', 'getHealth', 'getLiveness', 'getOpenApi'];

const SEEDED_ROWS_MIN = 1000;

// The log starts here, so it includes the statements that the server sends at its start and by timers.
const log = new StatementLog();
const lectern = await aLectern(SETTINGS, { renderer: 'starting' });
const { sql } = lectern.database;
const [server] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`;
const tables = await sql<{ name: string }[]>`
  select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`;
const growing = new Set(tables.map(({ name }) => name).filter((name) => !(name in BOUNDED)));

let refused: string[] = [];
beforeAll(async () => {
  // Statistics that are taken while rows are inserted, or while requests change them, would make the plans depend on the moment.
  for (const { name } of tables) await sql`alter table ${sql(name)} set (autovacuum_enabled = false)`;
  await insertManyDecks(lectern.database.url, { decks: 100_000, users: 10_000 });
  await deckSetOf(lectern);
  // Rows that are not yet visible to everyone make a scan of an index alone seem dearer. A transaction in the background can keep them so.
  await eventually(async () => {
    await sql`vacuum analyze decks, collections, collection_decks`;
    return (await sql`select from pg_class where oid = 'collection_decks'::regclass and relallvisible = relpages`).count === 1;
  });
  const [admin, reader] = [
    async () => new Scene(lectern, { owner: await lectern.aUser({ role: 'admin' }) }),
    async () => new Scene(lectern, { owner: await lectern.aUser(), actor: await lectern.aUser() }),
  ];
  refused = await askEverything(admin);
  await askEverything(reader);
}, 1_800_000);

/** Each statement once. Statements that are planned without their values count once for all values. */
function differentStatements(): LoggedStatement[] {
  const asking = log.statements.filter(({ text }) => /^\s*(select|insert|update|delete|with)\b/i.test(text));
  const keyOf = ({ text, parameters, kept }: Statement) => JSON.stringify(kept ? [text] : [text, parameters]);
  const different = [...new Map(asking.toReversed().map((each) => [keyOf(each), each])).values()];
  return different.filter(({ caller, text }) => !READ_ALL.some((each) => each.caller === caller && text.includes(each.part)));
}

describe.skipIf((server?.version ?? 0) < 160_000)('with 100,000 decks (before PostgreSQL 16 there is no generic_plan)', () => {
  it('every operation was called, and every table is large', async () => {
    expect(refused).toEqual([]);
    const callers = new Set(log.statements.map(({ caller }) => caller));
    const silent = [...operations().map(({ operationId }) => operationId), ...trpcOnly.map(({ name }) => name)].filter(
      (name) => !callers.has(name),
    );
    expect(silent.toSorted()).toEqual(ASK_NOTHING);
    const small: string[] = [];
    for (const table of growing) {
      const [rows] = await sql<{ count: number }[]>`select count(*)::int as count from ${sql(table)}`;
      if ((rows?.count ?? 0) < SEEDED_ROWS_MIN) small.push(table);
    }
    for (const { caller, part } of READ_ALL) {
      expect(log.statements.some((each) => each.caller === caller && each.text.includes(part))).toBe(true);
    }
    expect(small, 'plans for tables without rows prove nothing; add rows in many-decks.ts').toEqual([]);
  });

  it('no statement of any request reads a whole table or sorts more than a page', async () => {
    const faults: string[] = [];
    for (const statement of differentStatements()) {
      const found = faultsOf(await planOf(sql, statement), growing, COSTS[statement.caller ?? '']);
      if (found.length > 0) faults.push(describeFault(statement, found));
    }
    expect(faults).toEqual([]);
  });

  it.each(['growth', 'o', 'zephyr', 'qx'])('the planner knows how many titles contain "%s"', async (word) => {
    const { sql: text, params: parameters } = new QueryBuilder()
      .select({ id: decks.id })
      .from(decks)
      .where(titleHolds(word))
      .toSQL();
    const [found] = await sql<{ count: number }[]>`select count(*)::int as count from decks where title ilike ${`%${word}%`}`;
    const { 'Plan Rows': expected } = await planOf(sql, { text, parameters, kept: false });
    const actual = Math.max(found?.count ?? 0, 100);
    expect(Math.max(expected, 100) / actual).toBeGreaterThan(0.3);
    expect(Math.max(expected, 100) / actual).toBeLessThan(3);
  });

  it.each([
    ['select id from decks where slide_count = 7', ['reads all of decks']],
    ['select id from decks order by fingerprint limit 20', ['reads all of decks', 'sorts 100']],
    ['select count(*) from decks', ['costs']],
    ['select id from decks where fingerprint > $1 order by id limit 20', []],
  ])('a bad plan is found: %s', async (text, expected) => {
    const found = faultsOf(await planOf(sql, { text, parameters: [], kept: true }), growing);
    for (const fault of expected) expect(found.join()).toContain(fault);
    if (expected.length === 0) expect(found).toEqual([]);
  });
});

function describeFault({ caller, text, parameters, kept }: LoggedStatement, faults: readonly string[]): string {
  const values = kept ? '' : ` with ${JSON.stringify(parameters)}`;
  return `${caller ?? 'in the background'} ${faults.join(', ')}: ${text.trim()}${values}`;
}
