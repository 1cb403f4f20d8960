import { and, eq, gt, inArray, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { apiKeys, sessions, users } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { forbidden, unauthenticated } from '#server/errors.ts';
import type { Role } from '#shared/roles.ts';
import type { Actor, Credential } from './actor.ts';
import { isLiveSession } from './session-life.ts';

const person = { userId: users.id, name: users.name, role: users.role };

/** Whom sessions and keys stand for that were good when they were shown; two statements, however many there are. */
export async function actorsOf(db: Database, credentials: readonly Credential[]): Promise<Map<string, Actor>> {
  const idsOf = (kind: Credential['kind']) => credentials.filter((each) => each.kind === kind).map(({ id }) => id);
  const found = await Promise.all([ofSessions(db, idsOf('session')), ofKeys(db, idsOf('key'))]);
  return new Map(found.flat().map((actor) => [actor.credential.id, actor]));
}

/** SQL of one credential that is still good, with its person. */
interface HeldCredential {
  /** `users` joined with the credential's row; no row when it is no good any more. */
  readonly from: SQL;
  /** Keeps both rows as they are until the transaction ends: the person first, then the credential. */
  readonly locks: SQL;
}

/** How a person's row is held: `share` keeps it as it is; `no key update` also keeps others from holding it. */
const PERSON_LOCKS = { share: sql`share`, 'no key update': sql`no key update` };

/** For a statement of a transaction that is to hold an actor's proof together with other rows. See `holdActor`. */
export function heldCredential(
  { kind, id }: { kind: Credential['kind']; id: string | Placeholder },
  hold: keyof typeof PERSON_LOCKS = 'share',
): HeldCredential {
  const table = kind === 'session' ? sessions : apiKeys;
  return {
    from: sql`${users} inner join ${table} on ${table.userId} = ${users.id} and ${table.id} = ${id}
      and (${table.expiresAt} is null or ${table.expiresAt} > now()) and ${users.disabledAt} is null`,
    // A session's use is noted in its row, which this lock does not hinder; its deletion waits.
    locks: sql`for ${PERSON_LOCKS[hold]} of ${users} for key share of ${table}`,
  };
}

/**
 * Checks inside a writing transaction that the actor's session or key is still good and that they are not disabled, and
 * holds the rows that say so until it ends: a loss of these rights is either seen here, or waits for the write.
 *
 * Everything that takes these locks takes people first (several in the order of their ids), then sessions and keys,
 * then decks.
 *
 * @param hold how their own row is held
 * @returns the actor as they are now; their role may have changed
 * @throws AppError UNAUTHENTICATED
 */
export async function holdActor(tx: Transaction, actor: Actor, hold: keyof typeof PERSON_LOCKS = 'share'): Promise<Actor> {
  const { from, locks } = heldCredential(actor.credential, hold);
  const [held] = await tx.execute<{ name: string; role: Role }>(
    sql`select ${users.name} as name, ${users.role} as role from ${from} ${locks}`,
  );
  if (held === undefined) throw unauthenticated();
  return { ...actor, name: held.name, role: held.role };
}

/** The same for an action of admins. @throws AppError UNAUTHENTICATED, or FORBIDDEN when the actor is an admin no longer */
export async function holdAdmin(tx: Transaction, actor: Actor): Promise<Actor> {
  const held = await holdActor(tx, actor);
  if (held.role !== 'admin') throw forbidden();
  return held;
}

/** The same for rules that count what the actor has: one such transaction of a person at a time. @throws AppError UNAUTHENTICATED */
export function holdActorAlone(tx: Transaction, actor: Actor): Promise<Actor> {
  return holdActor(tx, actor, 'no key update');
}

/** Keeps these people's rows as they are until the transaction ends, in the order of `holdActor`. Returns the ids of those who are there. */
export async function holdPeople(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]))
    .orderBy(users.id)
    .for('share');
  return new Set(rows.map(({ id }) => id));
}

async function ofSessions(db: Database, ids: readonly string[]): Promise<Actor[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ ...person, id: sessions.id })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.disabledAt)))
    .where(and(inArray(sessions.id, [...ids]), isLiveSession()));
  return rows.map(({ id, ...actor }) => ({ ...actor, credential: { kind: 'session', id } }));
}

async function ofKeys(db: Database, ids: readonly string[]): Promise<Actor[]> {
  if (ids.length === 0) return [];
  const isGood = or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, new Date()));
  const rows = await db
    .select({ ...person, id: apiKeys.id, access: apiKeys.access })
    .from(apiKeys)
    .innerJoin(users, and(eq(users.id, apiKeys.userId), isNull(users.disabledAt)))
    .where(and(inArray(apiKeys.id, [...ids]), isGood));
  return rows.map(({ id, access, ...actor }) => ({ ...actor, credential: { kind: 'key', id, access } }));
}
