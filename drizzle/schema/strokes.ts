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
    /** JSON: tool, color, width, points, inner, text. Null: erased. The row stays, because an erased id never comes back. */
    shape: text('shape'),
    /** SHA-256 of the shape that was erased, in hex: who draws the very same again gives it back to its author. */
    erasedDigest: text('erased_digest'),
    createdAt: instant('created_at').notNull(),
    seq: changeNumber('seq'),
  },
  (table) => [
    primaryKey({ columns: [table.deckId, table.slideKey, table.id] }),
    index('strokes_changes').on(table.deckId, table.seq),
    index('strokes_order').on(table.deckId, table.slideKey, table.sequence),
  ],
);
