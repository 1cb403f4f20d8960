import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { versions } from './decks.ts';

/**
 * Pictures of slides that were made because someone asked for them: of other widths, steps and formats than those of `rendered_slides`. They
 * can be made again, so the ones that were not used for the longest time are removed.
 */
export const requestedPictures = pgTable(
  'requested_pictures',
  {
    id: text('id').primaryKey(),
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    /** As in `rendered_slides`. */
    slideIndex: integer('slide_index').notNull(),
    inner: integer('inner'),
    /** How many steps are shown. Null: all. */
    step: integer('step'),
    /** In pixels. */
    width: integer('width').$type<320 | 640 | 1280 | 1920>().notNull(),
    format: text('format').$type<'webp' | 'png'>().notNull(),
    blobKey: text('blob_key').notNull().unique('requested_pictures_blob_key_unique'),
    sizeBytes: integer('size_bytes').notNull(),
    /** To the hour. */
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  (table) => [
    unique('requested_pictures_picture_unique')
      .on(table.versionId, table.slideIndex, table.inner, table.step, table.width, table.format)
      .nullsNotDistinct(),
    index('requested_pictures_used').on(table.usedAt),
    check('requested_pictures_format_known', sql`${table.format} in ('webp', 'png')`),
  ],
);
