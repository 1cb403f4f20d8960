import { and, eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { decks } from '#drizzle/schema/index.ts';
import { readableBy } from '#server/access/readable-by.ts';
import type { Actor } from '#server/auth/actor.ts';

/** The condition on which `decks` is joined, so that titles are shown only of decks that the person may read or owns. */
export function isShown(actor: Actor, deckId: PgColumn): SQL | undefined {
  return and(eq(decks.id, deckId), or(eq(decks.ownerId, actor.userId), readableBy(actor)));
}

/** The condition for rows after the last row of a page, in the order of their ids. */
export function after(last: { readonly id: string } | null, id: SQLWrapper): SQL | undefined {
  return last === null ? undefined : sql`${id} > ${last.id}`;
}
