import { eq, or, type SQL, sql } from 'drizzle-orm';
import { decks, type users } from '#drizzle/schema/index.ts';
import type { Actor } from '#server/auth/actor.ts';

/**
 * The right `read` of `rule.ts` as a condition on `decks`. SQL says who may read a deck here and nowhere else.
 *
 * @param person the joined table `users`; or one person, whose condition is short enough for an index
 */
export function readableBy(person: typeof users | Pick<Actor, 'userId' | 'role'>): SQL {
  return 'userId' in person
    ? anyOf(...readScopes(person))
    : anyOf(ofTeam(), eq(decks.ownerId, person.id), eq(person.role, 'admin'));
}

/**
 * The conditions of which any one lets a person read a deck. Each has an index in each order of the list of decks
 * (`drizzle/schema/decks.ts`), so that a page can be read of one after the other; a deck may meet several.
 */
export function readScopes({ userId, role }: Pick<Actor, 'userId' | 'role'>): readonly [SQL, ...SQL[]] {
  return role === 'admin' ? [sql`true`] : [ofTeam(), eq(decks.ownerId, userId)];
}

function ofTeam(): SQL {
  return eq(decks.visibility, 'team');
}

function anyOf(...conditions: readonly [SQL, ...SQL[]]): SQL {
  return or(...conditions) ?? conditions[0];
}
