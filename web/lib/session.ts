import type { CurrentSession, PasswordChange, User } from '#shared/accounts.ts';
import { queryClient } from './query-client.ts';
import { rest } from './rest.ts';
import { sessionRenewal } from './session-renewal.ts';

/** A session that exists: who is signed in, and since when. */
export type SignedIn = NonNullable<CurrentSession>;

/**
 * Who is signed in. This is state of the application, and lasts as long as the page: work is kept under this name however long
 * someone pauses, and after their session has ended, too. A query cache would drop it.
 */
let signedIn: SignedIn | null = null;
/** `Date.now()` of the last answer of the server. */
let readAt = 0;
let reading: Promise<CurrentSession> | null = null;

/** After this time a navigation reads the session again, in the background: name and role may have changed. */
const FRESH_MS = 5 * 60_000;

/** The session of this page; null: no one is signed in. Asks the server only if it has not named anyone yet. */
export async function loadSession(): Promise<CurrentSession> {
  if (signedIn === null) return (reading ??= readSession().finally(() => (reading = null)));
  if (Date.now() - readAt > FRESH_MS) void refresh(signedIn);
  return signedIn;
}

async function readSession(): Promise<CurrentSession> {
  const session = await askForSession();
  signedIn = session;
  readAt = Date.now();
  sessionRenewal.arm(session !== null);
  return session;
}

async function askForSession(): Promise<CurrentSession> {
  // Our own server's answer, held to `currentSessionSchema` there; checking it again would load zod first of all.
  return (await rest('GET', '/api/auth/get-session')) as CurrentSession;
}

async function refresh({ user }: SignedIn): Promise<void> {
  readAt = Date.now();
  const session = await askForSession().catch(() => null);
  // Out of reach, or ended: the next call that is refused asks the same person to sign in again.
  if (session === null) return;
  // Someone else has signed in in another window: this page shows what was read under another name.
  if (session.user.id !== user.id) location.reload();
  else signedIn = session;
}

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
  await readSession();
}

/** The same person again, in place: what is on the screen stays, and waiting calls go on. */
export async function signInAgain(credentials: Credentials): Promise<void> {
  await rest('POST', '/api/auth/sign-in/email', credentials);
  await readSession();
  sessionRenewal.settle(true);
}

/** Everywhere else this person is signed out by it; here the session goes on under a new cookie. */
export async function changePassword(change: PasswordChange): Promise<void> {
  await rest('POST', '/api/auth/change-password', change);
  await readSession();
}

/** The person who is signed in has changed their name. */
export function keepOwnName(name: string): void {
  if (signedIn !== null) signedIn = { ...signedIn, user: { ...signedIn.user, name } };
}

export async function signOut(): Promise<void> {
  sessionRenewal.arm(false);
  await rest('POST', '/api/auth/sign-out').catch(() => undefined);
  // A full load, so that nothing of the session is left in memory.
  location.assign('/sign-in');
}

/**
 * The session of a page that only people who are signed in can open; it may have ended meanwhile.
 *
 * @throws Error on pages that need no session: nothing can be kept there under anyone's name
 */
export function ownSession(): SignedIn {
  if (signedIn === null) throw new Error('No one is signed in on this page.');
  return signedIn;
}

/** The person of `ownSession`. */
export function ownUser(): User {
  return ownSession().user;
}
