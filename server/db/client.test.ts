import type { Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDatabaseLine } from '#server/rest/testing/database-line.ts';
import { openClient } from './client.ts';
import { isUnavailable } from './faults.ts';
import { eventually } from './testing/eventually.ts';
import { aSecureLine } from './testing/secure-line.ts';
import { type TestDatabase, createTestDatabase } from './testing/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

async function withClient<Result>(url: string, work: (sql: Sql) => Promise<Result>, max = 1): Promise<Result> {
  const sql = openClient(url, { max, statementTimeoutMs: 0 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 0 });
  }
}

describe('a client', () => {
  it('sends nothing of its own that could fail when it connects', async () => {
    await test.sql`create role reader login`;
    await test.sql`revoke select on pg_catalog.pg_type from public`;
    const url = new URL(test.url);
    url.searchParams.set('user', 'reader');
    const rows = await withClient(url.href, (sql) => sql`select 1 as one`);
    await test.sql`grant select on pg_catalog.pg_type to public`;
    await test.sql`drop role reader`;
    expect(rows).toEqual([{ one: 1 }]);
  });

  it('tries the hosts of a URL in turn', async () => {
    await using line = await aDatabaseLine(test.url);
    const ends = await withClient(line.url.replace('@', '@127.0.0.1:1,'), async (sql) => [
      await Promise.allSettled([sql`select 1 as one`]),
      await Promise.allSettled([sql`select 1 as one`]),
    ]);
    expect(ends.at(-1)).toMatchObject([{ status: 'fulfilled', value: [{ one: 1 }] }]);
  });

  const LINES = [
    ['', aDatabaseLine, ''],
    [' that is encrypted', aSecureLine, '?sslmode=require'],
  ] as const;

  /** Waits until statements wait for the lock that `holder` has. */
  const untilLocked = (count: number) => {
    const waiting = () => test.sql`select from pg_locks where locktype = 'advisory' and objid = 4711 and not granted`;
    return eventually(async () => (await waiting()).count === count);
  };

  it.each(LINES)('settles a statement that is sent as soon as a connection%s has broken', async (_, aLine, mode) => {
    await using line = await aLine(test.url);
    await withClient(`${line.url}${mode}`, async (sql) => {
      // postgres.js sends a further statement to a busy connection only if the connection has completed one before, and if the
      // statement in progress has no parameters.
      await sql`select 1`;
      await test.sql.begin(async (holder) => {
        await holder`select pg_advisory_xact_lock(4711)`;
        const lost = Promise.withResolvers<unknown>();
        const next = sql`select pg_advisory_xact_lock(4711)`.catch((error: unknown) => {
          lost.resolve(error);
          return sql`select 1 as one`.execute();
        });
        await untilLocked(1);
        line.reset();
        expect(isUnavailable(await lost.promise)).toBe(true);
        const [end] = await Promise.allSettled([next]);
        expect(end.status === 'fulfilled' || isUnavailable(end.reason)).toBe(true);
      });
    });
  });

  it.each(LINES)('uses every connection%s again after all have broken at once', async (_, aLine, mode) => {
    await using line = await aLine(test.url);
    await withClient(
      `${line.url}${mode}`,
      async (sql) => {
        const together = () => Promise.allSettled([1, 2, 3, 4].map(() => sql`select 1 as one`));
        await together();
        await test.sql.begin(async (holder) => {
          await holder`select pg_advisory_xact_lock(4711)`;
          // While some connections close, these go to others, whose end postgres.js does not know yet.
          const lost = [1, 2].map(() => sql`select pg_advisory_xact_lock(4711)`.catch(together));
          await untilLocked(2);
          line.reset();
          await Promise.all(lost);
        });
        const ends = await together();
        expect(ends.map((end) => (end.status === 'fulfilled' ? 'answered' : String(end.reason)))).toEqual(
          Array(4).fill('answered'),
        );
      },
      4,
    );
  });
});
