import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { ExportOptions } from '#shared/exports.ts';
import { instant } from './columns.ts';
import { versions } from './decks.ts';
import { users } from './users.ts';

/** Files that people have asked for: a deck as a PDF or as pictures. The job that makes one is in `render_jobs`, with its state and its file. */
export const deckExports = pgTable(
  'exports',
  {
    id: text('id').primaryKey(),
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    /** Who asked for it; no one else may read it. Null if they were removed: the file is then removed as well. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    options: jsonb('options').$type<ExportOptions>().notNull(),
    /** How many slides have been made. */
    slidesDone: integer('slides_done').notNull().default(0),
    /** Null until the slides are known. */
    slidesTotal: integer('slides_total'),
    /** How many slides could not be shown. */
    slidesMissing: integer('slides_missing').notNull().default(0),
    /** The size of the file. Null if there is none. */
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** After this time it is removed, done or not. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('exports_version').on(table.versionId),
    index('exports_user_created').on(table.userId, table.createdAt),
    index('exports_expires').on(table.expiresAt),
    check('exports_slides_counted', sql`${table.slidesDone} <= coalesce(${table.slidesTotal}, 0)`),
  ],
);
