import { and, eq, inArray, isNotNull, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { deckPeople, decks, type users } from '#drizzle/schema/index.ts';
import type { Role } from '#shared/people.ts';

/** A user. Their id may be a parameter of a compiled statement. */
export interface Reader {
  readonly userId: string | Placeholder;
  readonly role: Role;
}

/** The id of a user: a value, a parameter of a compiled statement, or the column of a joined row. */
type UserId = string | Placeholder | typeof users.id;

/**
 * The right `read` of `rule.ts` as a condition on `decks`. No other SQL decides who may read a deck. Decks in the trash are readable for
 * no one: this file is the only one that keeps them out of other statements.
 *
 * @param person the joined table `users`; or one user, whose condition is simple enough for an index
 */
export function readableBy(person: typeof users | Reader): SQL {
  return 'userId' in person ? anyOf(...readScopes(person)) : anyOf(readableWithoutShare(person), sharedWith(person.id));
}

/** The same without what is shared by name, for statements that lock the row of the share. */
export function readableWithoutShare(person: typeof users): SQL {
  return anyOf(visibleToTeam(), ownedBy(person.id), outsideTrash(eq(person.role, 'admin')));
}

/**
 * The conditions under which a user may read a deck; one is enough, and a deck may meet several. For each condition but sharing there is
 * an index in each order of the list of decks (`drizzle/schema/decks.ts`), so that a page can be read from one index after the other.
 */
export function readScopes({ userId, role }: Reader): readonly [SQL, ...SQL[]] {
  return role === 'admin' ? [outsideTrash()] : [visibleToTeam(), ownedBy(userId), sharedAmong(userId)];
}

/** Decks that are visible to the team. */
export function visibleToTeam(): SQL {
  return outsideTrash(eq(decks.visibility, 'team'));
}

/** Decks of a user, without those in the trash. */
export function ownedBy(userId: UserId): SQL {
  return outsideTrash(sql`${decks.ownerId} = ${userId}`);
}

/** Decks that are shared with the user by name, as a set: at most `SHARED_DECKS_MAX`. */
export function sharedAmong(userId: string | Placeholder): SQL {
  const shared = new QueryBuilder().select({ id: deckPeople.deckId }).from(deckPeople).where(eq(deckPeople.userId, userId));
  return outsideTrash(inArray(decks.id, shared));
}

function sharedWith(userId: typeof users.id): SQL {
  return outsideTrash(
    sql`exists (select from ${deckPeople} where ${and(eq(deckPeople.deckId, decks.id), eq(deckPeople.userId, userId))})`,
  );
}

/** Decks in the trash, of anyone. */
export function isInTrash(): SQL {
  return isNotNull(decks.deletedAt);
}

/** The condition of the partial indexes of `decks`, together with another one. */
function outsideTrash(condition?: SQL): SQL {
  const isOutside = isNull(decks.deletedAt);
  return and(isOutside, condition) ?? isOutside;
}

function anyOf(...conditions: readonly [SQL, ...SQL[]]): SQL {
  return or(...conditions) ?? conditions[0];
}
