import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import type { Sql } from 'postgres';
import { openClient } from './client.ts';
import { MIGRATIONS, migrationsIn, refuseNewer } from './levels.ts';
import { type WaitOptions, untilReachable } from './until-reachable.ts';

export interface MigrateOptions extends WaitOptions {
  readonly url: string;
  /** Absolute path of the generated migrations. */
  readonly folder?: string;
}

/** Key of the advisory lock. An arbitrary number that every Lectern instance must share. */
const LOCK = 7_305_808_491;

/**
 * Brings the tables up to date, completely or not at all. Instances that start at the same time queue for a lock, and all but the
 * first find nothing to do. Waits for a database that is unreachable.
 * @throws DatabaseLevelError for a database that a newer version has migrated, the error of a migration that failed, or the signal's reason.
 */
export async function migrateDatabase({ url, folder = MIGRATIONS, log, signal }: MigrateOptions): Promise<void> {
  await untilReachable(() => migrateOnce(url, folder, signal), { log, signal });
}

/**
 * Creates the tables of an earlier level in an empty database.
 * @param level `when` of the last migration that is applied; 0 for none
 */
export async function migrateTo(url: string, level: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-migrations-'));
  try {
    await mkdir(join(folder, 'meta'));
    const entries = migrationsIn().filter(({ when }) => when <= level);
    await writeFile(
      join(folder, 'meta', '_journal.json'),
      JSON.stringify({ entries: entries.map((entry) => ({ ...entry, breakpoints: true })) }),
    );
    for (const { tag } of entries) await cp(join(MIGRATIONS, `${tag}.sql`), join(folder, `${tag}.sql`));
    await migrateDatabase({ url, folder, log: () => undefined });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function migrateOnce(url: string, folder: string, signal: AbortSignal | undefined): Promise<void> {
  // The lock belongs to the connection, so there is exactly one and it is never replaced.
  const sql = openClient(url, { max: 1, max_lifetime: null, statementTimeoutMs: 0 });
  const abandon = () => void sql.end({ timeout: 0 });
  signal?.addEventListener('abort', abandon, { once: true });
  try {
    await migrateLocked(sql, folder);
  } finally {
    signal?.removeEventListener('abort', abandon);
    await sql.end({ timeout: 1 });
  }
}

async function migrateLocked(sql: Sql, folder: string): Promise<void> {
  await sql`select pg_advisory_lock(${LOCK})`;
  try {
    await refuseNewer(sql, folder);
    await migrate(drizzle(sql), { migrationsFolder: folder });
  } finally {
    await sql`select pg_advisory_unlock(${LOCK})`;
  }
}
