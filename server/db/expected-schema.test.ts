import { afterAll, expect, it } from 'vitest';
import { creationOf, expectedSchema } from './expected-schema.ts';
import { createTestDatabase } from './testing/test-database.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

const sorted = (names: readonly string[]) => names.toSorted((a, b) => (a < b ? -1 : 1));

async function namesIn(query: string): Promise<string[]> {
  return sorted((await database.sql.unsafe<{ name: string }[]>(query)).map(({ name }) => name));
}

it('names exactly what the migrations create', async () => {
  const expected = expectedSchema();
  const inPublic = "relnamespace = 'public'::regnamespace";
  expect(await namesIn(`select relname as name from pg_class where ${inPublic} and relkind = 'r'`)).toEqual(
    sorted(expected.tables),
  );
  expect(await namesIn(`select relname as name from pg_class where ${inPublic} and relkind = 'i'`)).toEqual(
    sorted(expected.indexes),
  );
  expect(
    await namesIn(
      "select conname as name from pg_constraint where connamespace = 'public'::regnamespace and contype in ('f', 'c')",
    ),
  ).toEqual(sorted(expected.constraints));
  expect(
    await namesIn(
      `select tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid where ${inPublic} and not tgisinternal`,
    ),
  ).toEqual(sorted(expected.triggers));
});

it('knows the statement of every index that has one, and of every trigger', () => {
  const { indexes, triggers } = expectedSchema();
  const without = [...indexes, ...triggers].filter((name) => creationOf(name) === null);
  // Those of keys and unique constraints are part of their tables.
  expect(without.filter((name) => !/_(pk|pkey|unique)$/.test(name))).toEqual([]);
});
