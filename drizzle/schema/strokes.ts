import { sql } from 'drizzle-orm';
import { bigserial, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { changeNumber } from './deck-feeds.ts';
import { decks } from './decks.ts';
import { users } from './users.ts';

/** Ink, stroke by stroke: the content of an annotation whose payload is `lectern-ink@1`. */
export const strokes = pgTable(
  'strokes',
  {
    deckId: text('deck_id')
      .notNull()
      .references(() => decks.id, { onDelete: 'cascade' }),
    /** The slide's identity, not its position: see `slides.slideKey`. */
    slideKey: text('slide_key').notNull(),
    /** Made by the client that drew it. */
    id: text('id').notNull(),
    /** The order in which they came, which is the order they lie in. */
    sequence: bigserial('sequence', { mode: 'number' }).notNull(),
    /** Null once that person was removed. */
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** JSON: tool, color, width, points, inner, text. Null: erased. The row stays for a while, so that the id does not come back with a late request. */
    shape: text('shape'),
    /** SHA-256 of the shape that was erased, in hex: who draws the very same again gives it back to its author. */
    erasedDigest: text('erased_digest'),
    /** Null: it is not erased. An erased stroke's row is removed after `INK_ERASED_DAYS`. */
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
    index('strokes_order').on(table.deckId, table.slideKey, table.sequence),
  ],
);
