import { sql } from 'drizzle-orm';
import { bigserial, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { changeNumber } from './deck-feeds.ts';
import { decks } from './decks.ts';
import { users } from './users.ts';

/** The strokes of annotations with a payload of kind `lectern-ink@1`. */
export const strokes = pgTable(
  'strokes',
  {
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    /** See `slides.slideKey`. */
    slideKey: text('slide_key').notNull(),
    /** Chosen by the client. */
    id: text('id').notNull(),
    /** The order in which strokes arrived, which is the order in which they are painted. */
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
    /** Null if the person has been removed. */
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    /**
     * JSON with tool, color, width, points, inner and text. Null if the stroke is erased: the row stays so that a late request
     * cannot bring the id back.
     */
    shape: text('shape'),
    /** SHA-256 of the erased shape, in hexadecimal. A restored stroke with the same shape keeps its author. */
    erasedDigest: text('erased_digest'),
    /** Null if the stroke is not erased. The row of an erased stroke is deleted after `INK_ERASED_DAYS`. */
    erasedAt: instant('erased_at'),
    createdAt: instant('created_at').notNull(),
    seq: changeNumber('seq'),
  },
  (table) => [
    primaryKey({ columns: [table.deckId, table.slideKey, table.id] }),
    index('strokes_author').on(table.authorId),
    index('strokes_changes').on(table.deckId, table.seq),
    index('strokes_erased')
      .on(table.erasedAt)
      .where(sql`${table.erasedAt} is not null`),
    index('strokes_erased_of_deck')
      .on(table.deckId, table.erasedAt)
      .where(sql`${table.erasedAt} is not null`),
    index('strokes_order').on(table.deckId, table.slideKey, table.sequence),
  ],
);
