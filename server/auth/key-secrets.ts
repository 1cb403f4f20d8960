import { and, eq, gt, isNull, lt, or, sql } from 'drizzle-orm';
import { apiKeys, users } from '#drizzle/schema/index.ts';
import { compiledSelect, type Parameter } from '#server/db/compiled.ts';
import type { Database } from '#server/db/connect.ts';
import type { TwoFactorRule } from '#shared/two-factor-rules.ts';
import type { Actor } from './actor.ts';
import { rightsOf } from './factors/factor-policy.ts';
import { hashSecretToken, newSecretToken } from './secret-token.ts';

/** Marks our secrets, so that scanners of logs and repositories can recognize them. */
const MARK = 'lectern_';
const PREFIX_LENGTH = MARK.length + 6;
/** The precision of the recorded last use. */
const NOTED_MILLISECONDS = 60_000;

/** A new key: the secret, the prefix that is shown later, and the hash that is stored. */
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
      twoFactorSince: users.twoFactorSince,
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

/** The actor of a secret; null if the key is unknown or expired, or its user is disabled. */
export async function actorOfKey(db: Database, secret: string, rule: TwoFactorRule): Promise<Actor | null> {
  const now = new Date();
  const [row] = await keyOfHash(db, { secretHash: hashSecretToken(secret), now });
  if (row === undefined) return null;
  if (row.lastUsedAt === null || now.getTime() - row.lastUsedAt.getTime() > NOTED_MILLISECONDS) await noteUse(db, row.id);
  return {
    userId: row.userId,
    name: row.name,
    ...rightsOf(rule, row),
    credential: { kind: 'key', id: row.id, access: row.access },
  };
}

/** Writes at most once a minute, so that a script with a hundred requests per second does not cause as many writes. */
async function noteUse(db: Database, id: string): Promise<void> {
  const minuteAgo = sql`now() - interval '1 minute'`;
  await db
    .update(apiKeys)
    .set({ lastUsedAt: new Date() })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, minuteAgo))));
}
