import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { accounts, sessions, users } from '#drizzle/schema/index.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { SESSION_IDLE_SECONDS } from '#server/auth/session-life.ts';
import type { Database } from '#server/db/connect.ts';
import type { Role } from '#shared/people.ts';

/** A user who is signed in. */
export interface TestUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly sessionId: string;
  readonly cookie: string;
}

export interface UserWish {
  readonly name?: string;
  readonly role?: Role;
}

export const PASSWORD = 'correct horse battery';

let hash: Promise<string> | undefined;
const passwordHash = () => (hash ??= hashPassword(PASSWORD));

/** Creates a user with a session. It has no password, so that no hash is computed. Tests of signing in use the routes instead. */
export async function insertUser(
  db: Database,
  secret: string,
  { name = 'Ada', role = 'user' }: UserWish = {},
): Promise<TestUser> {
  const user = { id: randomUUID(), email: `${randomBytes(6).toString('hex')}@example.com`, name, role };
  await db.insert(users).values(user);
  return { ...user, ...(await insertSession(db, secret, user.id)) };
}

/** Sets the password of a user to `PASSWORD`. */
export async function insertPassword(db: Database, userId: string): Promise<void> {
  const account = { id: randomUUID(), accountId: userId, providerId: 'credential', userId };
  await db.insert(accounts).values({ ...account, password: await passwordHash() });
}

/** Creates another session of a user. */
export async function insertSession(
  db: Database,
  secret: string,
  userId: string,
): Promise<{ sessionId: string; cookie: string }> {
  const session = {
    id: randomUUID(),
    token: randomBytes(24).toString('base64url'),
    userId,
    // As of a session that has just begun.
    expiresAt: new Date(Date.now() + SESSION_IDLE_SECONDS * 1000),
  };
  await db.insert(sessions).values(session);
  const signature = createHmac('sha256', secret).update(session.token).digest('base64');
  return { sessionId: session.id, cookie: `lectern_session=${encodeURIComponent(`${session.token}.${signature}`)}` };
}
