import { pipeline } from 'node:stream/promises';
import { DatabaseLevelError, ownLevel } from './levels.ts';
import { migrateTo } from './migrate.ts';
import { Hashing, type TableColumns, WholeDatabase } from './whole-database.ts';

/**
 * Copies all rows into an empty database, for example one of another major version of PostgreSQL. The tables are created by the migrations that the
 * source has had. Every table is read back and compared.
 *
 * @param from address of the source, which nothing else uses meanwhile
 * @param to address of an empty database; after an error it is of no use
 * @throws DatabaseLevelError when a newer version of the program has migrated the source
 * @throws Error when a row cannot be copied, or is not the same in both
 */
export async function moveDatabase(from: string, to: string): Promise<void> {
  const source = new WholeDatabase(from);
  const target = new WholeDatabase(to);
  try {
    const level = await source.level();
    if (level > ownLevel())
      throw new DatabaseLevelError('The database was migrated by a newer version of Lectern: install that version again.');
    await migrateTo(to, level);
    const tables = await source.tables();
    await target.atomically(() =>
      target.withoutReferences(tables, async () => {
        for (const table of tables) await copyTable(table, source, target);
        await target.setSequences(await source.sequences());
      }),
    );
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

async function copyTable(table: TableColumns, source: WholeDatabase, target: WholeDatabase): Promise<void> {
  const sent = new Hashing();
  await pipeline(await source.copyOut(table), sent, await target.copyIn(table));
  // A table that was filled by one COPY returns its rows in the same order.
  const arrived = new Hashing();
  await pipeline(await target.copyOut(table), arrived, async (rows: AsyncIterable<Buffer>) => {
    for await (const _ of rows);
  });
  if (sent.digest() !== arrived.digest()) throw new Error(`The rows of ${table.name} are not the same in both databases.`);
}
