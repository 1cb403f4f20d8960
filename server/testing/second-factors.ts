import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { pendingSignIns } from '#drizzle/schema/index.ts';
import { hashSecretToken } from '#server/auth/secret-token.ts';
import { newAppSchema } from '#shared/two-factor.ts';
import type { TestLectern } from './lectern.ts';
import { PASSWORD, type TestUser } from './people.ts';
import { codeOf } from './totp.ts';

const APP = '/api/me/authenticator-app';
const MINUTE_MILLISECONDS = 60_000;
const codesSchema = z.object({ recoveryCodes: z.array(z.string()) });

export interface TestApp {
  /** In base32. */
  readonly secret: string;
  /** The code with which the app was set up. It is used. */
  readonly usedCode: string;
  readonly recoveryCodes: readonly string[];
}

/** Begins to set up an authenticator app. Returns its secret. */
export async function beginApp(lectern: TestLectern, user: Pick<TestUser, 'cookie'>): Promise<string> {
  const { body } = await lectern.as(user).post(APP, {});
  return newAppSchema.parse(body).secret;
}

/** Sets up an authenticator app of a user who has none. */
export async function anApp(lectern: TestLectern, user: Pick<TestUser, 'cookie'>): Promise<TestApp> {
  const secret = await beginApp(lectern, user);
  const usedCode = codeOf(secret);
  const { body } = await lectern.as(user).post(`${APP}/confirm`, { code: usedCode });
  return { secret, usedCode, ...codesSchema.parse(body) };
}

/** A user with the password `PASSWORD` and an authenticator app. */
export async function aGuardedUser(
  lectern: TestLectern,
  wish: Parameters<TestLectern['aUser']>[0] = {},
): Promise<TestUser & TestApp> {
  const user = await lectern.aUser(wish);
  await lectern.aPasswordOf(user);
  return { ...user, ...(await anApp(lectern, user)) };
}

/** Signs in with the password `PASSWORD`, from the address `from`. */
export function signInWith(lectern: TestLectern, email: string, { cookie, from }: { cookie?: string; from: string }) {
  const headers = { 'x-forwarded-for': from, ...(cookie !== undefined && { cookie }) };
  return lectern.as(null).post('/api/auth/sign-in/email', { email, password: PASSWORD }, headers);
}

/**
 * The `Cookie` header of a browser whose sign-in waits for its second step. No hash is computed. Tests of the first step use the route
 * instead.
 */
export async function aPendingSignIn(lectern: TestLectern, { id: userId }: Pick<TestUser, 'id'>): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + 10 * MINUTE_MILLISECONDS);
  await lectern.database.db.insert(pendingSignIns).values({ tokenHash: hashSecretToken(token), userId, expiresAt });
  return `lectern_sign_in=${token}`;
}

/** With what a user has signed in, by the audit log: once for each sign-in, the earliest first. */
export async function factorsOfSignIns(lectern: TestLectern, { id }: Pick<TestUser, 'id'>): Promise<unknown[]> {
  const started = await lectern.database.sql<{ details: { factors?: unknown } }[]>`
    select details from audit_events where actor_id = ${id} and kind = 'session.started' order by at`;
  return started.map(({ details }) => details.factors);
}
