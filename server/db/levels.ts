import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { z } from 'zod';

export const MIGRATIONS = join(import.meta.dirname, '..', '..', 'drizzle', 'migrations');

const journalSchema = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

/** The tables of the database do not fit this version of the program. The message says what to do. */
export class DatabaseLevelError extends Error {
  override readonly name = 'DatabaseLevelError';
}

/** The migrations of this version of the program, oldest first. `when` identifies a migration and grows from each to the next. */
export function migrationsIn(folder: string = MIGRATIONS): { when: number; tag: string }[] {
  return journalSchema.parse(JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'))).entries;
}

/** `when` of the last migration of this version. 0: there is none. */
export function ownLevel(folder?: string): number {
  return migrationsIn(folder).at(-1)?.when ?? 0;
}

/** `when` of the last migration that the database has had. 0: it has had none. */
export async function databaseLevel(sql: Sql): Promise<number> {
  const [table] = await sql<{ name: string | null }[]>`select to_regclass('drizzle.__drizzle_migrations')::text as name`;
  if (table?.name == null) return 0;
  const [last] = await sql<{ level: string | null }[]>`select max(created_at)::text as level from drizzle.__drizzle_migrations`;
  return Number(last?.level ?? 0);
}

/** @throws DatabaseLevelError for a database that a newer version has migrated */
export async function refuseNewer(sql: Sql, folder?: string): Promise<void> {
  if ((await databaseLevel(sql)) <= ownLevel(folder)) return;
  throw new DatabaseLevelError(
    'The database was migrated by a newer version of Lectern, which this version cannot use: install that version again, or restore a backup from before.',
  );
}

/** @throws DatabaseLevelError unless the tables are those of this version */
export async function requireOwnLevel(sql: Sql): Promise<void> {
  await refuseNewer(sql);
  if ((await databaseLevel(sql)) < ownLevel())
    throw new DatabaseLevelError(
      'The tables of the database are not those of this version of Lectern: start the server, or run `lectern migrate`.',
    );
}
