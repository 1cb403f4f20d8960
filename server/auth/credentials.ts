import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { apiKeys, sessions, users } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import type { Actor, Credential } from './actor.ts';

const person = { userId: users.id, name: users.name, role: users.role };

/** Whom sessions and keys stand for that were good when they were shown; two statements, however many there are. */
export async function actorsOf(db: Database, credentials: readonly Credential[]): Promise<Map<string, Actor>> {
  const idsOf = (kind: Credential['kind']) => credentials.filter((each) => each.kind === kind).map(({ id }) => id);
  const found = await Promise.all([ofSessions(db, idsOf('session')), ofKeys(db, idsOf('key'))]);
  return new Map(found.flat().map((actor) => [actor.credential.id, actor]));
}

async function ofSessions(db: Database, ids: readonly string[]): Promise<Actor[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ ...person, id: sessions.id })
    .from(sessions)
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.disabledAt)))
    .where(and(inArray(sessions.id, [...ids]), gt(sessions.expiresAt, new Date())));
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
