import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { decks } from './decks.ts';

/**
 * A column with the number of the last change of its row. Every change that is sent to the subscribers of a deck takes the next
 * number of that deck (`server/feed/advance.ts`) and stores it in the rows that it has written. 0 if the row was written before
 * changes were numbered.
 */
export function changeNumber(name: string) {
  return bigint(name, { mode: 'number' }).notNull().default(0);
}

/**
 * The number of the last change of each deck; 0 if there is no row. This is a table of its own because a transaction that writes
 * to a slide takes a shared lock on the row in `decks`, but an exclusive lock on the row here.
 */
export const deckFeeds = pgTable('deck_feeds', {
  deckId: text('deck_id')
    .primaryKey()
    .references(() => decks.id, { onDelete: 'cascade' }),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  /** Number of the last change of the row in `decks`: title, visibility, owner or current version. */
  deckSeq: changeNumber('deck_seq'),
});
