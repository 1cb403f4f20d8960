import { queryOptions } from '@tanstack/react-query';
import type { CurrentSession, User } from '#shared/accounts.ts';
import { queryClient } from './query-client.ts';
import { rest } from './rest.ts';
import { sessionRenewal } from './session-renewal.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<CurrentSession> => {
    // Our own server's answer, held to `currentSessionSchema` there; checking it again would load zod first of all.
    const session = (await rest('GET', '/api/auth/get-session')) as CurrentSession;
    sessionRenewal.arm(session !== null);
    return session;
  },
  staleTime: 5 * 60_000,
});

export interface Credentials {
  email: string;
  password: string;
}

export async function signIn(credentials: Credentials): Promise<void> {
  await rest('POST', '/api/auth/sign-in/email', credentials);
  await startAs();
}

export async function signUp(account: Credentials & { inviteToken: string; name?: string }): Promise<void> {
  await rest('POST', '/api/auth/sign-up/email', account);
  await startAs();
}

/** Nothing that was read as somebody else, or as nobody, is shown to the one who has just come in. */
async function startAs(): Promise<void> {
  queryClient.clear();
  await queryClient.query({ ...sessionQuery, staleTime: 0 });
}

/** The same person again, in place: what is on the screen stays, and waiting calls go on. */
export async function signInAgain(credentials: Credentials): Promise<void> {
  await rest('POST', '/api/auth/sign-in/email', credentials);
  await queryClient.query({ ...sessionQuery, staleTime: 0 });
  sessionRenewal.settle(true);
}

/** Everywhere else this person is signed out by it; here the session goes on under a new cookie. */
export async function changePassword(change: { currentPassword: string; newPassword: string }): Promise<void> {
  await rest('POST', '/api/auth/change-password', change);
  await queryClient.query({ ...sessionQuery, staleTime: 0 });
}

/** One's own name is another now: what is kept of the session says so, too. */
export function keepOwnName(name: string): void {
  queryClient.setQueryData(sessionQuery.queryKey, (session) =>
    session == null ? session : { ...session, user: { ...session.user, name } },
  );
}

export async function signOut(): Promise<void> {
  sessionRenewal.arm(false);
  await rest('POST', '/api/auth/sign-out').catch(() => undefined);
  // A full load, so that nothing of the session is left in memory.
  location.assign('/sign-in');
}

export function currentUser(): User | null {
  return queryClient.getQueryData(sessionQuery.queryKey)?.user ?? null;
}
