import { and, eq, gt, inArray, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { apiKeys, sessions, users } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { forbidden, unauthenticated } from '#server/errors.ts';
import type { Role } from '#shared/people.ts';
import type { TwoFactorRule } from '#shared/two-factor-rules.ts';
import { type Actor, type Credential, currentRole } from './actor.ts';
import { rightsOf } from './factors/factor-policy.ts';
import { isLiveSession } from './session-life.ts';

const person = { userId: users.id, name: users.name, role: users.role, twoFactorSince: users.twoFactorSince };

/** The actors of sessions and keys that were valid earlier. Takes two statements, whatever the number of credentials. */
export async function actorsOf(
  db: Database,
  credentials: readonly Credential[],
  rule: TwoFactorRule,
): Promise<Map<string, Actor>> {
  const idsOf = (kind: Credential['kind']) => credentials.filter((each) => each.kind === kind).map(({ id }) => id);
  const found = await Promise.all([ofSessions(db, idsOf('session'), rule), ofKeys(db, idsOf('key'), rule)]);
  return new Map(found.flat().map((actor) => [actor.credential.id, actor]));
}

/** SQL that selects a credential if it is still valid, with its user. */
interface HeldCredential {
  /** `users` joined with the credential's row. No row if the credential is no longer valid. */
  readonly from: SQL;
  /** Locks both rows until the transaction ends: the user first, then the credential. */
  readonly locks: SQL;
}

/** How the user's row is locked: `share` prevents changes; `no key update` also prevents other locks of these two kinds. */
const PERSON_LOCKS = { share: sql`share`, 'no key update': sql`no key update` };

/** For a statement that locks an actor's credential together with other rows in a transaction. See `holdActor`. */
export function heldCredential(
  { kind, id }: { kind: Credential['kind']; id: string | Placeholder },
  hold: keyof typeof PERSON_LOCKS = 'share',
): HeldCredential {
  const table = kind === 'session' ? sessions : apiKeys;
  return {
    from: sql`${users} inner join ${table} on ${table.userId} = ${users.id} and ${table.id} = ${id}
      and (${table.expiresAt} is null or ${table.expiresAt} > now()) and ${users.disabledAt} is null`,
    // This lock allows updates of a session's last use, but its deletion waits.
    locks: sql`for ${PERSON_LOCKS[hold]} of ${users} for key share of ${table}`,
  };
}

/**
 * Checks in a writing transaction that the actor's session or key is still valid and that the user is not disabled, and locks the
 * rows until the transaction ends. If the actor loses these rights, it is either noticed here or waits for this transaction.
 *
 * All code that takes these locks must take them in the same order: users (several in the order of their ids), then sessions and
 * keys, then decks. Code that ends several sessions of a user holds the user alone: it may have to wait for a session that another
 * transaction of the user holds, which would wait for one that it has ended already.
 *
 * @param hold how the user's row is locked
 * @returns the actor as it is now; its role may have changed
 * @throws AppError UNAUTHENTICATED
 */
export async function holdActor(tx: Transaction, actor: Actor, hold: keyof typeof PERSON_LOCKS = 'share'): Promise<Actor> {
  const { from, locks } = heldCredential(actor.credential, hold);
  const [held] = await tx.execute<{ name: string; role: Role }>(
    sql`select ${users.name} as name, ${users.role} as role from ${from} ${locks}`,
  );
  if (held === undefined) throw unauthenticated();
  return { ...actor, name: held.name, role: currentRole(actor, held.role) };
}

/** Does the same for actions of admins. @throws AppError UNAUTHENTICATED, or FORBIDDEN when the actor is no longer an admin */
export async function holdAdmin(tx: Transaction, actor: Actor): Promise<Actor> {
  const held = await holdActor(tx, actor);
  if (held.role !== 'admin') throw forbidden();
  return held;
}

/** Does the same for rules that count what a user has: one such transaction per user at a time. @throws AppError UNAUTHENTICATED */
export function holdActorAlone(tx: Transaction, actor: Actor): Promise<Actor> {
  return holdActor(tx, actor, 'no key update');
}

/** Locks the rows of these users until the transaction ends, in the order of `holdActor`. Returns the ids of those that exist. */
export async function holdPeople(
  tx: Transaction,
  ids: readonly string[],
  hold: keyof typeof PERSON_LOCKS = 'share',
): Promise<Set<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.id)
    .for(hold);
  return new Set(rows.map(({ id }) => id));
}

async function ofSessions(db: Database, ids: readonly string[], rule: TwoFactorRule): Promise<Actor[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ ...person, id: sessions.id })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.disabledAt)))
    .where(and(inArray(sessions.id, [...ids]), isLiveSession()));
  return rows.map(({ id, userId, name, ...facts }) => ({
    userId,
    name,
    ...rightsOf(rule, facts),
    credential: { kind: 'session', id },
  }));
}

async function ofKeys(db: Database, ids: readonly string[], rule: TwoFactorRule): Promise<Actor[]> {
  if (ids.length === 0) return [];
  const isGood = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, new Date()));
  const rows = await db
    .select({ ...person, id: apiKeys.id, access: apiKeys.access })
    .from(apiKeys)
    .innerJoin(users, and(eq(users.id, apiKeys.userId), isNull(users.disabledAt)))
    .where(and(inArray(apiKeys.id, [...ids]), isGood));
  return rows.map(({ id, access, userId, name, ...facts }) => ({
    userId,
    name,
    ...rightsOf(rule, facts),
    credential: { kind: 'key', id, access },
  }));
}
