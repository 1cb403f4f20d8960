import { z } from 'zod';
import type { Role } from '#shared/people.ts';
import type { TestLectern } from './lectern.ts';
import { PASSWORD, type TestUser } from './people.ts';

export { PASSWORD };

const madeSchema = z.object({ id: z.string(), token: z.string(), url: z.string() });

/** An invite with its token, created by an admin through the API. */
export async function anInvite(
  lectern: TestLectern,
  wish: { email?: string; role?: Role } = {},
): Promise<z.infer<typeof madeSchema>> {
  const admin = lectern.as(await lectern.aUser({ role: 'admin' }));
  const { body } = await admin.post('/api/admin/invites', wish);
  return madeSchema.parse(body);
}

const resetSchema = z.object({ token: z.string(), url: z.string(), expiresAt: z.string() });

/** A link with which a user can set a new password, created by an admin through the API. */
export async function aResetLink(lectern: TestLectern, admin: TestUser, userId: string): Promise<z.infer<typeof resetSchema>> {
  const { body } = await lectern.as(admin).post(`/api/admin/users/${userId}/password-reset`);
  return resetSchema.parse(body);
}

/** The `Cookie` header for cookies from a `Set-Cookie` header. */
export function cookieOf(setCookie: readonly string[] | undefined): string {
  return setCookie?.map((line) => line.split(';', 1)[0]).join('; ') ?? '';
}

/** A new user with the password `PASSWORD`, who has signed up through the routes. */
export async function aMember(lectern: TestLectern, email: string): Promise<{ email: string; cookie: string }> {
  const { token } = await anInvite(lectern);
  const answer = await lectern.as(null).post('/api/auth/sign-up/email', { email, password: PASSWORD, inviteToken: token });
  if (answer.status !== 200) throw new Error(`could not join: ${answer.text}`);
  return { email, cookie: cookieOf(answer.headers['set-cookie']) };
}
