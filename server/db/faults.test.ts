import { eq, sql as raw } from 'drizzle-orm';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#drizzle/schema/index.ts';
import { type DatabaseConnection, connectDatabase } from './connect.ts';
import { isUnavailable, uniqueViolation } from './faults.ts';
import { type TestDatabase, createTestDatabase } from './testing/test-database.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
  await test.sql`create table seats (row int, place int, constraint one_per_seat unique (row, place))`;
});
afterAll(() => test.drop());

/** The reason with which a promise rejects. */
async function faultOf(work: PromiseLike<unknown>): Promise<unknown> {
  try {
    await work;
  } catch (error) {
    return error;
  }
  throw new Error('nothing failed');
}

async function withConnection<Result>(url: string, work: (connection: DatabaseConnection) => Promise<Result>): Promise<Result> {
  const connection = connectDatabase({ url, poolSize: 1 });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

describe('isUnavailable', () => {
  it.each([
    ['nothing listens on the port', 'postgres://nobody@127.0.0.1:1/none'],
    ['there is no socket', 'postgresql:///none?host=/nonexistent&user=nobody'],
    ['the host has no address', 'postgres://nobody@lectern.invalid/none'],
  ])('%s', async (_, url) => {
    const [plain, wrapped, ping] = await withConnection(url, async ({ db, sql, ping: ask }) => [
      await faultOf(sql`select 1`),
      await faultOf(db.select().from(users).where(eq(users.id, 'x'))),
      await faultOf(ask(new AbortController().signal)),
    ]);
    expect([plain, wrapped, ping].map(isUnavailable)).toEqual([true, true, true]);
  });

  it('the server terminates the connection during a query (57P01)', async () => {
    const fault = await withConnection(test.url, ({ sql }) =>
      faultOf(sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`),
    );
    expect(isUnavailable(fault)).toBe(true);
  });

  it('the server terminates the connection during a drizzle transaction', async () => {
    const fault = await withConnection(test.url, ({ db }) =>
      faultOf(db.transaction((tx) => tx.execute(raw`select pg_terminate_backend(pg_backend_pid()), pg_sleep(5)`))),
    );
    expect(isUnavailable(fault)).toBe(true);
  });

  it('a statement waits too long for a lock (57014)', async () => {
    const fault = await withConnection(test.url, ({ sql }) =>
      test.sql.begin(async (holder) => {
        await holder`lock table seats`;
        return faultOf(sql.begin(async (waiting) => [await waiting`set statement_timeout = 50`, await waiting`table seats`]));
      }),
    );
    expect(fault).toMatchObject({ code: '57014' });
    expect(isUnavailable(fault)).toBe(true);
  });

  it('two transactions wait for each other (40P01)', async () => {
    await test.sql`insert into seats values (3, 1), (4, 1)`;
    const lockInTurn = (first: number, second: number, both: Promise<unknown>, locked: () => void) =>
      withConnection(test.url, ({ sql }) =>
        sql.begin(async (tx) => {
          await tx`select from seats where row = ${first} for update`;
          locked();
          await both;
          await tx`select from seats where row = ${second} for update`;
        }),
      );
    const [one, two] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const both = Promise.all([one.promise, two.promise]);
    const ends = await Promise.allSettled([lockInTurn(3, 4, both, one.resolve), lockInTurn(4, 3, both, two.resolve)]);
    const broken = ends.find(({ status }) => status === 'rejected');
    expect(broken).toMatchObject({ reason: { code: '40P01' } });
    expect(isUnavailable(broken?.status === 'rejected' ? broken.reason : null)).toBe(true);
  });

  it('there are too many connections (53300)', async () => {
    const [row] = await test.sql<{ name: string }[]>`select current_database() as name`;
    await test.sql`create role guest login`;
    await test.sql`alter database ${test.sql(row?.name ?? '')} connection limit 0`;
    const url = new URL(test.url);
    url.searchParams.set('user', 'guest');
    const fault = await withConnection(url.href, ({ sql }) => faultOf(sql`select 1`));
    await test.sql`drop role guest`;
    expect(isUnavailable(fault)).toBe(true);
  });

  it('a ping of a server that accepts connections and never answers can be given up, and the connection can be closed', async () => {
    const patience = new AbortController();
    const silent = createServer(() => patience.abort());
    await new Promise<void>((resolve) => {
      silent.listen(0, '127.0.0.1', resolve);
    });
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const fault = await withConnection(`postgres://nobody@127.0.0.1:${port}/none`, ({ ping }) => faultOf(ping(patience.signal)));
    expect(fault).toBe(patience.signal.reason);
    silent.close();
  });

  it('is false for a wrong statement, a wrong value, a missing file and an ordinary error', async () => {
    const faults = [
      await faultOf(test.sql`select nonsense`),
      await faultOf(test.db.execute(raw`select 'x'::int`)),
      await faultOf(import('node:fs/promises').then((fs) => fs.readFile('/nonexistent'))),
      new Error('plain'),
      'text',
      null,
    ];
    expect(faults.map(isUnavailable)).toEqual(faults.map(() => false));
  });

  it('follows causes and stops at a cycle', () => {
    const inner = Object.assign(new Error('inner'), { code: 'ECONNREFUSED' });
    expect(isUnavailable(new Error('outer', { cause: new Error('middle', { cause: inner }) }))).toBe(true);
    const circle = new Error('circle');
    circle.cause = circle;
    expect(isUnavailable(circle)).toBe(false);
  });
});

describe('uniqueViolation', () => {
  it('names the constraint of errors from the driver and from drizzle', async () => {
    await test.sql`insert into seats values (1, 1)`;
    expect(uniqueViolation(await faultOf(test.sql`insert into seats values (1, 1)`))).toBe('one_per_seat');
    expect(uniqueViolation(await faultOf(test.db.execute(raw`insert into seats values (1, 1)`)))).toBe('one_per_seat');
  });

  it('is null for every other error', async () => {
    expect(uniqueViolation(await faultOf(test.sql`insert into seats values ('x', 1)`))).toBeNull();
    expect(uniqueViolation(new Error('plain'))).toBeNull();
  });
});
