import { sql } from 'drizzle-orm';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { connectDatabase, type DatabaseConnection } from './connect.ts';
import { createTestDatabase } from './testing/test-database.ts';

const database = await createTestDatabase();
const { url } = database;
afterAll(() => database.drop());

function aConnection(pooled = false): DatabaseConnection {
  const connection = connectDatabase({ url, poolSize: 1, pooled });
  onTestFinished(() => connection.close());
  return connection;
}

async function kept({ sql: client }: DatabaseConnection): Promise<string[]> {
  const rows = await client<{ statement: string }[]>`select statement from pg_prepared_statements`;
  return rows.map(({ statement }) => statement).filter((statement) => statement.startsWith('select $1'));
}

it('a statement that runs twice stays prepared, also in transactions', async () => {
  const connection = aConnection();
  for (const n of [1, 2]) await connection.db.execute(sql`select ${n}::int`);
  expect(await kept(connection)).toEqual(['select $1::int']);
  await connection.db.transaction(async (tx) => {
    for (const n of [1, 2]) await tx.execute(sql`select ${n}::int + 1`);
    const rows = await tx.execute(sql`select 1 from pg_prepared_statements where statement = 'select $1::int + 1'`);
    expect(rows).toHaveLength(1);
  });
});

it('a statement with a long list is not prepared, because it differs for each length', async () => {
  const connection = aConnection();
  const list = sql.join(
    Array.from({ length: 40 }, (_, n) => sql`${n}::int`),
    sql`, `,
  );
  await connection.db.execute(sql`select ${list}`);
  expect(await kept(connection)).toEqual([]);
});

it('no statement is prepared behind a pooler', async () => {
  const connection = aConnection(true);
  await connection.db.execute(sql`select ${1}::int`);
  expect(await kept(connection)).toEqual([]);
});
