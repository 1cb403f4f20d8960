import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';
import { links } from './links.ts';
import { users } from './users.ts';

/**
 * Links that are open for an audience: visitors follow the talk that this person gives on the deck of the link, wait for it before it
 * begins, and are told when it is over. A row is removed a day after the talk, or after it should have begun; the link then shows the deck as any other link.
 */
export const talkAudiences = pgTable(
  'talk_audiences',
  {
    linkId: text('link_id')
      .primaryKey()
      .references(() => links.id, { onDelete: 'cascade' }),
    /** Changes with the presenter of the talk when it is handed over. */
    presenterId: text('presenter_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What people type to get to the link: the last part of its short address (`server/links/audience-codes.ts`). */
    code: text('code').notNull().unique('talk_audiences_code_unique'),
    /** Talks that ended before this are none of the audience's. */
    openedAt: instant('opened_at').notNull().defaultNow(),
    /** When the talk is to begin, as visitors are told before it. Null: it is not said. */
    beginsAt: instant('begins_at'),
  },
  (table) => [
    index('talk_audiences_presenter').on(table.presenterId),
    /** Finds those that have waited long enough. */
    index('talk_audiences_waiting').on(sql`greatest(${table.openedAt}, ${table.beginsAt})`),
  ],
);
