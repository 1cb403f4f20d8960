import { eq, getTableColumns, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKeys, sessions, users } from '#drizzle/schema/index.ts';
import { StatementLog } from '#server/testing/statement-log.ts';
import { compiledSelect, compiledSql, type Parameter } from './compiled.ts';
import { createTestDatabase } from './testing/test-database.ts';

const database = await createTestDatabase();
const { db } = database;
afterAll(() => database.drop());
beforeAll(() => db.insert(users).values({ id: 'ada', name: 'Ada', email: 'ada@example.com', createdAt: new Date(5000) }));

type ById = { readonly id: string };

const userOfId = compiledSelect((query, parameter: Parameter<ById>) =>
  query
    .select({ ...getTableColumns(users), shout: sql<string>`upper(${users.name})`, keyName: apiKeys.name })
    .from(users)
    .leftJoin(apiKeys, eq(apiKeys.userId, users.id))
    .where(eq(users.id, parameter('id'))),
);

describe('a compiled select', () => {
  it('returns the same rows as drizzle', async () => {
    const [expected] = await db.select().from(users).where(eq(users.id, 'ada'));
    expect(expected?.createdAt).toEqual(new Date(5000));
    expect(await userOfId(db, { id: 'ada' })).toEqual([{ ...expected, shout: 'ADA', keyName: null }]);
    expect(await userOfId(db, { id: 'nobody' })).toEqual([]);
  });

  it('sends the same prepared statement for all values', async () => {
    using log = new StatementLog();
    await log.as('twice', async () => [await userOfId(db, { id: 'ada' }), await userOfId(db, { id: 'nobody' })]);
    const sent = log.of('twice');
    expect(sent.map(({ parameters, kept }) => ({ parameters, kept }))).toEqual([
      { parameters: ['ada'], kept: true },
      { parameters: ['nobody'], kept: true },
    ]);
    expect(new Set(sent.map(({ text }) => text)).size).toBe(1);
  });

  it('sends timestamps as text', async () => {
    const at = compiledSelect((query, parameter: Parameter<{ readonly at: Date }>) =>
      query
        .select({ id: users.id })
        .from(users)
        .where(eq(users.createdAt, parameter('at'))),
    );
    expect(await at(db, { at: new Date(5000) })).toEqual([{ id: 'ada' }]);
  });

  it('sees what its own transaction has written', async () => {
    const seen = await db.transaction(async (tx) => {
      await tx.insert(users).values({ id: 'ben', name: 'Ben', email: 'ben@example.com' });
      const within = await userOfId(tx, { id: 'ben' });
      return { within: within.length, outside: (await userOfId(db, { id: 'ben' })).length };
    });
    expect(seen).toEqual({ within: 1, outside: 0 });
  });

  it('groups the columns of a table into an object', async () => {
    const inGroups = compiledSelect((query, parameter: Parameter<ById>) =>
      query
        .select({ user: { id: users.id, createdAt: users.createdAt }, name: users.name })
        .from(users)
        .where(eq(users.id, parameter('id'))),
    );
    expect(await inGroups(db, { id: 'ada' })).toEqual([{ user: { id: 'ada', createdAt: new Date(5000) }, name: 'Ada' }]);
  });

  it('refuses to group the columns of a table whose row may be missing', () => {
    const compile = () =>
      compiledSelect((query) =>
        query
          .select({ id: users.id, session: getTableColumns(sessions) })
          .from(users)
          .leftJoin(sessions, eq(sessions.userId, users.id)),
      );
    expect(compile).toThrow('session.id is not a column of a table that is always joined');
  });
});

it('compiled SQL returns the rows as PostgreSQL sends them', async () => {
  const named = compiledSql<ById, { name: string }>(
    (parameter) => sql`select ${users.name} as name from ${users} where ${users.id} = ${parameter('id')}`,
  );
  expect(await named(db, { id: 'ada' })).toEqual([{ name: 'Ada' }]);
});
