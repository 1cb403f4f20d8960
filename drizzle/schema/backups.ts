import { bigint, boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Backups that ended, well or not. The newest ones are kept. A backup does not contain its own row, which is written when it ends. */
export const backups = pgTable(
  'backups',
  {
    id: text('id').primaryKey(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at').notNull(),
    /** Whether the server made it by itself. Otherwise someone ran `lectern backup`. */
    isScheduled: boolean('is_scheduled').notNull(),
    /** The directory on the machine that made it. */
    directory: text('directory').notNull(),
    /** The name of the snapshot. Null: none was made. */
    snapshot: text('snapshot'),
    /** The number of rows, and of files that they refer to, in the snapshot. */
    rows: bigint('rows', { mode: 'number' }).notNull(),
    files: integer('files').notNull(),
    /** Bytes of the files that the directory did not have yet. */
    copiedBytes: bigint('copied_bytes', { mode: 'number' }).notNull(),
    /** A sentence that says what went wrong. Null: nothing. */
    error: text('error'),
  },
  (table) => [index('backups_started').on(table.startedAt, table.id)],
);
