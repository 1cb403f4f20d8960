import { eq, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { decks, type users } from '#drizzle/schema/index.ts';
import type { Role } from '#shared/roles.ts';

/** A user. Their id may be a parameter of a compiled statement. */
export interface Reader {
  readonly userId: string | Placeholder;
  readonly role: Role;
}

/**
 * The right `read` of `rule.ts` as a condition on `decks`. No other SQL decides who may read a deck.
 *
 * @param person the joined table `users`; or one user, whose condition is simple enough for an index
 */
export function readableBy(person: typeof users | Reader): SQL {
  return 'userId' in person
    ? anyOf(...readScopes(person))
    : anyOf(ofTeam(), eq(decks.ownerId, person.id), eq(person.role, 'admin'));
}

/**
 * The conditions under which a user may read a deck; one is enough, and a deck may meet several. For each condition there is an index in
 * each order of the list of decks (`drizzle/schema/decks.ts`), so that a page can be read from one index after the other.
 */
export function readScopes({ userId, role }: Reader): readonly [SQL, ...SQL[]] {
  return role === 'admin' ? [sql`true`] : [ofTeam(), eq(decks.ownerId, userId)];
}

function ofTeam(): SQL {
  return eq(decks.visibility, 'team');
}

function anyOf(...conditions: readonly [SQL, ...SQL[]]): SQL {
  return or(...conditions) ?? conditions[0];
}
