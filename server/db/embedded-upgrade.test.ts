import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createEarlierCluster } from 'embedded-postgres-server/testing';
import { expect, it, onTestFinished } from 'vitest';
import { EMBEDDED_NAME, embeddedDirectory, startEmbeddedDatabase } from './embedded-postgres.ts';
import { migrationsIn, ownLevel } from './levels.ts';
import { migrateDatabase, migrateTo } from './migrate.ts';
import { createDataDirectory } from './testing/data-directory.ts';
import { WholeDatabase } from './whole-database.ts';

const TEXT = 'A note\twith \\ and “quotes”,\r\n漢字, \u{1F600} and e\u0301';

/** Writes rows whose values any change of format, order or encoding would alter. */
async function fill(url: string): Promise<void> {
  const database = new WholeDatabase(url);
  const { sql } = database;
  await sql`
    insert into users (id, name, email, role)
    select 'user-' || n, ${TEXT} || n, 'user-' || n || '@example.com', case when n = 1 then 'admin' else 'user' end
    from generate_series(1, 500) n`;
  await sql`
    insert into audit_events (id, kind, at, details)
    select 'event-' || n, 'sign-in', '2026-01-01T00:00:00.123Z'::timestamptz + n * interval '1 day', jsonb_build_object('n', n / 3.0, 'text', ${TEXT}::text)
    from generate_series(1, 500) n`;
  await database.close();
}

/** All rows as text, and where sequences are. */
async function contents(url: string) {
  const database = new WholeDatabase(url);
  const rows: Record<string, string[]> = {};
  for (const table of await database.tables()) {
    rows[table.name] = (await text(await database.copyOut(table))).split('\n').toSorted();
  }
  const found = { rows, sequences: await database.sequences(), level: await database.level() };
  const [version] = await database.sql<{ major: number }[]>`select current_setting('server_version_num')::int / 10000 as major`;
  await database.close();
  return { ...found, major: version?.major };
}

it('moves every row of a database of the previous PostgreSQL to the current one', async () => {
  const directory = await createDataDirectory();
  onTestFinished(() => directory.remove());
  let before: Awaited<ReturnType<typeof contents>> | undefined;
  await createEarlierCluster(embeddedDirectory(directory.path), EMBEDDED_NAME, async (url) => {
    await migrateDatabase({ url, log: () => undefined });
    await fill(url);
    before = await contents(url);
  });
  expect(before).toMatchObject({ major: 17, level: ownLevel() });
  expect(before?.rows['users']).toHaveLength(501);

  const postgres = await startEmbeddedDatabase({ dataDir: directory.path, processes: 1, log: () => undefined });
  try {
    expect(await contents(postgres.url)).toEqual({ ...before, major: 18 });
  } finally {
    await postgres.stop();
  }
});

it('moves a database of an earlier level, which is then migrated as any other', async () => {
  const directory = await createDataDirectory();
  onTestFinished(() => directory.remove());
  const level = migrationsIn()[0]?.when ?? 0;
  await createEarlierCluster(embeddedDirectory(directory.path), EMBEDDED_NAME, (url) => migrateTo(url, level));
  const postgres = await startEmbeddedDatabase({ dataDir: directory.path, processes: 1, log: () => undefined });
  try {
    expect(await contents(postgres.url)).toMatchObject({ level, major: 18 });
    await migrateDatabase({ url: postgres.url, log: () => undefined });
    expect(await contents(postgres.url)).toMatchObject({ level: ownLevel() });
  } finally {
    await postgres.stop();
  }
});

it('leaves a database that a newer version of the program has migrated', async () => {
  const directory = await createDataDirectory();
  onTestFinished(() => directory.remove());
  await createEarlierCluster(embeddedDirectory(directory.path), EMBEDDED_NAME, async (url) => {
    await migrateDatabase({ url, log: () => undefined });
    const database = new WholeDatabase(url);
    await database.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', ${ownLevel() + 1})`;
    await database.close();
  });
  const start = startEmbeddedDatabase({ dataDir: directory.path, processes: 1, log: () => undefined });
  await expect(start).rejects.toThrow(/migrated by a newer version/);
  const version = path.join(embeddedDirectory(directory.path), 'cluster', 'PG_VERSION');
  expect(await readFile(version, 'utf8')).toBe('17\n');
});
