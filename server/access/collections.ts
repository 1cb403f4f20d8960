import { eq, or, type SQL, sql } from 'drizzle-orm';
import { collections } from '#drizzle/schema/index.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Visibility } from '#shared/decks.ts';

/**
 * What an actor may do with a collection. Each right includes those before it. A collection gives no right to its decks.
 *
 * - `read`: see it, with those of its decks that the actor may read
 * - `fill`: put decks into it that the actor may read, and take such decks out
 * - `manage`: change its name and visibility, delete it
 */
export type CollectionRight = 'read' | 'fill' | 'manage';

/** The properties of a collection on which rights depend. */
export interface CollectionFacts {
  readonly ownerId: string;
  readonly visibility: Visibility;
}

type Reader = Pick<Actor, 'userId' | 'role'>;

/** The rule of access to collections. `collectionReadableBy` is the right `read` in SQL. */
export function mayCollection({ userId, role }: Reader, right: CollectionRight, collection: CollectionFacts): boolean {
  if (role === 'admin' || collection.ownerId === userId) return true;
  return right !== 'manage' && collection.visibility === 'team';
}

/** The right `read` as a condition on `collections`. */
export function collectionReadableBy(reader: Reader): SQL | undefined {
  return reader.role === 'admin' ? undefined : or(...listedCollections(reader));
}

/** The collections in a user's list: their own and those of the team. For each condition there is an index in the order of the list. */
export function listedCollections({ userId }: Pick<Reader, 'userId'>): readonly [SQL, SQL] {
  return [sql`${collections.ownerId} = ${userId}`, eq(collections.visibility, 'team')];
}
