import { afterAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from './testing/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

/**
 * Index columns whose order of nulls differs from `ORDER BY`. drizzle's `.desc()` means `DESC NULLS LAST` in an index and `DESC`,
 * which is `DESC NULLS FIRST`, in a query, so PostgreSQL sorts the whole table. An index without an order can be read in either
 * direction.
 */
async function indexesOutOfOrder(): Promise<string[]> {
  const rows = await database.sql<{ column: string }[]>`
    select index.indexrelid::regclass || ' (' || pg_get_indexdef(index.indexrelid, nth::int, true) || ')' as column
    from pg_index index
    join pg_class class on class.oid = index.indexrelid
    join pg_am method on method.oid = class.relam and method.amname = 'btree'
    cross join unnest(index.indoption::int2[]) with ordinality as options (option, nth)
    where class.relnamespace = 'public'::regnamespace and (option & 1 = 1) <> (option & 2 = 2)
    order by 1`;
  return rows.map(({ column }) => column);
}

/** Foreign keys without an index that begins with their columns. Deleting a referenced row reads the whole referencing table. */
async function foreignKeysWithoutIndex(): Promise<string[]> {
  const rows = await database.sql<{ key: string }[]>`
    select key.conrelid::regclass || ' ' || pg_get_constraintdef(key.oid) as key from pg_constraint key
    where key.contype = 'f' and key.connamespace = 'public'::regnamespace and not exists (
      select from pg_index index where index.indrelid = key.conrelid and index.indpred is null
        and (index.indkey::int2[])[0:cardinality(key.conkey) - 1] @> key.conkey)
    order by 1`;
  return rows.map(({ key }) => key);
}

/**
 * Expressions in partial indexes of which there are no statistics. PostgreSQL collects some with the index, but does not use those of a
 * partial index, so that it guesses how many rows a condition selects.
 */
async function expressionsWithoutStatistics(): Promise<string[]> {
  const rows = await database.sql<{ expression: string }[]>`
    select distinct index.indrelid::regclass || ': ' || pg_get_indexdef(index.indexrelid, nth, true) as expression
    from pg_index index
    join pg_class class on class.oid = index.indexrelid
    cross join generate_series(1, index.indnkeyatts) as nth
    where class.relnamespace = 'public'::regnamespace and index.indpred is not null and index.indkey[nth - 1] = 0 and not exists (
      select from pg_statistic_ext statistics
      where statistics.stxrelid = index.indrelid
        and pg_get_indexdef(index.indexrelid, nth, true) = any (pg_get_statisticsobjdef_expressions(statistics.oid)))
    order by 1`;
  return rows.map(({ expression }) => expression);
}

describe('the indexes that the migrations create', () => {
  it('order nulls as ORDER BY does', async () => {
    expect(await indexesOutOfOrder()).toEqual([]);
  });

  it('cover every foreign key, so that deleting a referenced row does not read the whole table', async () => {
    expect(await foreignKeysWithoutIndex()).toEqual([]);
  });

  it('have statistics of their expressions that PostgreSQL uses', async () => {
    expect(await expressionsWithoutStatistics()).toEqual([]);
  });
});

describe('an index that cannot be used', () => {
  it.each(['created_at desc nulls last', 'created_at asc nulls first'])('is found: %s', async (order) => {
    await database.sql.unsafe(`create index of_no_use on talk_remotes (id, ${order})`);
    expect(await indexesOutOfOrder()).toEqual(['of_no_use (created_at)']);
    await database.sql`drop index of_no_use`;
  });

  it('has an expression without statistics', async () => {
    await database.sql`create index of_no_use on decks (upper(title), id) where deleted_at is null`;
    expect(await expressionsWithoutStatistics()).toEqual(['decks: upper(title)']);
    await database.sql`drop index of_no_use`;
  });

  it('is missing for a foreign key', async () => {
    await database.sql`drop index talk_remotes_talk`;
    expect(await foreignKeysWithoutIndex()).toEqual([
      'talk_remotes FOREIGN KEY (talk_id) REFERENCES talks(id) ON DELETE CASCADE',
    ]);
  });
});
