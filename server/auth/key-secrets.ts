import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { apiKeys, users } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import type { Actor } from './actor.ts';
import { hashSecretToken, newSecretToken } from './secret-token.ts';

/** Tells our secrets from others wherever they turn up: in a log, in a repository. */
const MARK = 'lectern_';
const PREFIX_LENGTH = MARK.length + 6;

/** A fresh key: the secret, what is shown of it later, and what is kept of it. */
export function newKeySecret(): { secret: string; prefix: string; secretHash: string } {
  const secret = `${MARK}${newSecretToken()}`;
  return { secret, prefix: secret.slice(0, PREFIX_LENGTH), secretHash: hashSecretToken(secret) };
}

/** Whom a secret stands for; null for one that is unknown, expired, or whose person is disabled. */
export async function actorOfKey(db: Database, secret: string): Promise<Actor | null> {
  const [row] = await db
    .select({ id: apiKeys.id, access: apiKeys.access, userId: users.id, name: users.name, role: users.role })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(
        eq(apiKeys.secretHash, hashSecretToken(secret)),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, new Date())),
        isNull(users.disabledAt),
      ),
    );
  if (row === undefined) return null;
  await noteUse(db, row.id);
  return { userId: row.userId, name: row.name, role: row.role, credential: { kind: 'key', id: row.id, access: row.access } };
}

/** To the minute: a script that asks a hundred times a second shall not write as often. */
async function noteUse(db: Database, id: string): Promise<void> {
  const minuteAgo = sql`now() - interval '1 minute'`;
  await db
    .update(apiKeys)
    .set({ lastUsedAt: new Date() })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minuteAgo))));
}
