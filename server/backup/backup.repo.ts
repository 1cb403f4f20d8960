import type { Sql } from 'postgres';
import { WholeDatabase } from '#server/db/whole-database.ts';

/** The key of the advisory lock that a backup holds. Two arbitrary numbers that every instance must share. */
const LOCK = [730_580, 8492] as const;

/** The whole database, for backups. The connection also holds the lock of a backup. */
export class BackupRepo extends WholeDatabase {
  /** While the lock is held, no instance deletes a blob. False: another backup holds it. It ends with the connection. */
  async lock(): Promise<boolean> {
    const [row] = await this.sql<{ locked: boolean }[]>`select pg_try_advisory_lock(${LOCK[0]}, ${LOCK[1]}) as locked`;
    return row?.locked === true;
  }

  /** Whether there are no tables, or no people in them. */
  async isEmpty(): Promise<boolean> {
    const [table] = await this.sql<{ name: string | null }[]>`select to_regclass('public.users')::text as name`;
    if (table?.name == null) return true;
    return (await this.sql`select 1 from users limit 1`).length === 0;
  }

  /** The keys of all blobs that rows refer to: the columns `blob_key` of all tables. */
  async blobKeys(): Promise<Set<string>> {
    const tables = await this.sql<{ name: string }[]>`
      select relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'blob_key'`;
    const keys = new Set<string>();
    for (const { name } of tables) {
      const rows = this.sql<{ key: string }[]>`select blob_key as key from ${this.sql(name)} where blob_key is not null`;
      for await (const batch of rows.cursor(5000)) for (const { key } of batch) keys.add(key);
    }
    return keys;
  }
}

/**
 * Whether a backup is being made. Whoever deletes a blob asks after the deletion of its row was committed: a backup that begins later does
 * not see the row, so it does not need the blob.
 */
export async function isBackupRunning(sql: Sql): Promise<boolean> {
  const found = await sql`
    select 1 from pg_locks where locktype = 'advisory' and classid = ${LOCK[0]} and objid = ${LOCK[1]} and objsubid = 2
    and database = (select oid from pg_database where datname = current_database()) limit 1`;
  return found.length > 0;
}
