import { randomUUID } from 'node:crypto';
import { desc, inArray, isNull, sql } from 'drizzle-orm';
import { backups } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import { BACKUPS_MAX } from '#shared/limits.ts';

export type BackupRow = typeof backups.$inferSelect;

/** How a backup ended. */
export interface BackupOutcome extends Pick<
  BackupRow,
  'isScheduled' | 'directory' | 'snapshot' | 'rows' | 'files' | 'copiedBytes' | 'error'
> {
  /** How long it took. */
  readonly milliseconds: number;
}

/** When the server makes backups by itself. */
export interface BackupPlan {
  readonly directory: string;
  readonly everyMilliseconds: number;
  /** How many snapshots stay in the directory. */
  readonly keep: number;
}

const HOUR_MILLISECONDS = 60 * 60 * 1000;

/** Remembers how backups ended. All times are those of the database, so the clocks of instances do not matter. */
export class BackupRunsRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Whether the next scheduled backup should begin. One that made no snapshot is tried again after an hour. */
  async isDue({ directory, everyMilliseconds }: BackupPlan): Promise<boolean> {
    const retryMilliseconds = Math.min(HOUR_MILLISECONDS, everyMilliseconds);
    const [row] = await this.#db.execute<{ due: boolean }>(sql`
      select not exists (
        select 1 from ${backups} where ${backups.isScheduled} and ${backups.directory} = ${directory} and ${backups.startedAt} > now() - make_interval(
          secs => case when ${backups.snapshot} is null then ${retryMilliseconds / 1000}::float8 else ${everyMilliseconds / 1000}::float8 end)
      ) as due`);
    return row?.due === true;
  }

  /** Records a backup that has just ended, and forgets the oldest ones. */
  async record({ milliseconds, ...outcome }: BackupOutcome): Promise<void> {
    await this.#db.insert(backups).values({
      id: randomUUID(),
      startedAt: sql`now() - make_interval(secs => ${milliseconds / 1000}::float8)`,
      endedAt: sql`now()`,
      ...outcome,
    });
    const newest = this.#db
      .select({ id: backups.id })
      .from(backups)
      .orderBy(desc(backups.startedAt), desc(backups.id))
      .offset(BACKUPS_MAX);
    await this.#db.delete(backups).where(inArray(backups.id, newest));
  }

  /** The newest backup; null if there is none. */
  async last(): Promise<BackupRow | null> {
    const [row] = await this.#db.select().from(backups).orderBy(desc(backups.startedAt), desc(backups.id)).limit(1);
    return row ?? null;
  }

  /** The newest backup without an error; null if there is none. */
  async lastComplete(): Promise<BackupRow | null> {
    const [row] = await this.#db
      .select()
      .from(backups)
      .where(isNull(backups.error))
      .orderBy(desc(backups.startedAt), desc(backups.id))
      .limit(1);
    return row ?? null;
  }
}
