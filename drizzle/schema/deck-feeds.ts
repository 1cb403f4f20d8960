import { bigint, pgTable, text } from 'drizzle-orm/pg-core';
import { decks } from './decks.ts';

/**
 * What a change was numbered: every change that a deck's watchers are told of takes the next number of its deck
 * (`server/feed/advance.ts`) and leaves it on the rows that it wrote. 0: written before anybody counted.
 */
export function changeNumber(name: string) {
  return bigint(name, { mode: 'number' }).notNull().default(0);
}

/**
 * Counts the changes of a deck. Apart from `decks`, because whoever writes on a slide holds that row in share, and this
 * one alone. A deck without a row stands at 0.
 */
export const deckFeeds = pgTable('deck_feeds', {
  deckId: text('deck_id')
    .primaryKey()
    .references(() => decks.id, { onDelete: 'cascade' }),
  seq: bigint('seq', { mode: 'number' }).notNull(),
  /** Number of the last change of the deck's own row: title, visibility, owner, current version. */
  deckSeq: changeNumber('deck_seq'),
});
