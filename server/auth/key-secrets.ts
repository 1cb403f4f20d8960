import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { apiKeys, users } from '#drizzle/schema/index.ts';
import { compiledSelect, type Parameter } from '#server/db/compiled.ts';
import type { Database } from '#server/db/connect.ts';
import type { Actor } from './actor.ts';
import { hashSecretToken, newSecretToken } from './secret-token.ts';

/** Tells our secrets from others wherever they turn up: in a log, in a repository. */
const MARK = 'lectern_';
const PREFIX_LENGTH = MARK.length + 6;
/** A use is noted to this. */
const NOTED_MILLISECONDS = 60_000;

/** A fresh key: the secret, what is shown of it later, and what is kept of it. */
export function newKeySecret(): { secret: string; prefix: string; secretHash: string } {
  const secret = `${MARK}${newSecretToken()}`;
  return { secret, prefix: secret.slice(0, PREFIX_LENGTH), secretHash: hashSecretToken(secret) };
}

const keyOfHash = compiledSelect((query, parameter: Parameter<{ readonly secretHash: string; readonly now: Date }>) =>
  query
    .select({
      id: apiKeys.id,
      access: apiKeys.access,
      lastUsedAt: apiKeys.lastUsedAt,
      userId: users.id,
      name: users.name,
      role: users.role,
    })
    .from(apiKeys)
    .innerJoin(users, eq(users.id, apiKeys.userId))
    .where(
      and(
        eq(apiKeys.secretHash, parameter('secretHash')),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, parameter('now'))),
        isNull(users.disabledAt),
      ),
    ),
);

/** Whom a secret stands for; null for one that is unknown, expired, or whose person is disabled. */
export async function actorOfKey(db: Database, secret: string): Promise<Actor | null> {
  const now = new Date();
  const [row] = await keyOfHash(db, { secretHash: hashSecretToken(secret), now });
  if (row === undefined) return null;
  if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() > NOTED_MILLISECONDS) await noteUse(db, row.id);
  return { userId: row.userId, name: row.name, role: row.role, credential: { kind: 'key', id: row.id, access: row.access } };
}

/** Not more often than that: a script that asks a hundred times a second must not write as often. */
async function noteUse(db: Database, id: string): Promise<void> {
  const minuteAgo = sql`now() - interval '1 minute'`;
  await db
    .update(apiKeys)
    .set({ lastUsedAt: new Date() })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minuteAgo))));
}
