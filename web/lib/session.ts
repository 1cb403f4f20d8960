import type { CurrentSession, PasswordChange, User } from '#shared/accounts.ts';
import type { PasswordReset, PasswordResetRequest } from '#shared/password-resets.ts';
import type { PasskeySignIn } from '#shared/passkeys.ts';
import type { SecondStep } from '#shared/two-factor.ts';
import { EXPECTED_USER_HEADER } from '#shared/expected-user.ts';
import { isRecord } from './fault.ts';
import { pageData } from './page/page-data.ts';
import { queryClient } from './query-client.ts';
import { rest } from './rest.ts';
import { sendRenewing, sessionRenewal } from './session-renewal.ts';

/** An existing session: the user and since when they are signed in. */
export type SignedIn = NonNullable<CurrentSession>;

/**
 * The signed-in user, kept as long as the page is open: unsent changes are stored for this user even after a long pause or after
 * the session has ended. A query cache would drop it.
 */
let signedIn: SignedIn | null = null;
/** Time of the server's last answer (`Date.now()`). */
let readAt = 0;
let reading: Promise<CurrentSession> | null = null;

/** After this time a navigation refreshes the session in the background, because name and role may have changed. */
const FRESH_MS = 5 * 60_000;

/** The session of this page; null if no one is signed in. Asks the server only if no user is known yet. */
export async function loadSession(): Promise<CurrentSession> {
  if (signedIn === null) return (reading ??= readFirstSession().finally(() => (reading = null)));
  if (Date.now() - readAt > FRESH_MS) void refresh(signedIn);
  return signedIn;
}

/** The session that the server wrote into the page, or else its answer. */
async function readFirstSession(): Promise<CurrentSession> {
  const written = pageData.session();
  return written === null ? readSession() : begin(written);
}

async function readSession(): Promise<CurrentSession> {
  // Whatever the page was loaded with may be of another user.
  pageData.forget();
  return begin(await askForSession());
}

function begin(session: CurrentSession): CurrentSession {
  signedIn = session;
  readAt = Date.now();
  sessionRenewal.arm(session?.user.id ?? null);
  return session;
}

async function askForSession(): Promise<CurrentSession> {
  // The server validates its answer with `currentSessionSchema`; validating it here would add zod to the first load.
  return (await rest('GET', '/api/auth/get-session')) as CurrentSession;
}

async function refresh({ user }: SignedIn): Promise<void> {
  readAt = Date.now();
  const session = await askForSession().catch(() => null);
  // The server is unreachable or the session has ended: the next refused request asks the user to sign in again.
  if (session === null) return;
  // Another user has signed in in another window, so this page shows data of the wrong user.
  if (session.user.id !== user.id) location.reload();
  else signedIn = session;
}

export interface Credentials {
  email: string;
  password: string;
}

/** A step of a sign-in: the password, a code if the account needs a second step, or what a passkey has signed. */
export type SignInRequest = Credentials | SecondStep | PasskeySignIn;

/** Signs in and loads the session. Throws a `Fault` if the credentials are wrong, or if the account needs a second step. */
export async function signIn(request: SignInRequest): Promise<void> {
  await sendSignIn(request);
  await startAs();
}

async function sendSignIn(request: SignInRequest): Promise<void> {
  const step = 'password' in request ? 'email' : 'credential' in request ? 'passkey' : 'second-step';
  await rest('POST', `/api/auth/sign-in/${step}`, request);
}

/** What a person wants who leaves for the sign-in provider. */
export interface ProviderWish {
  /** Where to go when they return: a path of this application. */
  to?: string | undefined;
  /** For a new account. */
  inviteToken?: string;
  /** Whether the provider should ask for the password again. */
  asksAgain?: boolean;
}

/** Leaves the page for the sign-in provider. Throws a `Fault` if it cannot be reached. */
export async function toProvider(wish: ProviderWish): Promise<void> {
  // The server makes this address from the provider's own description.
  const { url } = (await rest('POST', '/oidc/start', wish)) as { url: string };
  location.assign(url);
}

/** Creates an account with an invite and signs in. Throws a `Fault` if it is refused. */
export async function signUp(account: Credentials & { inviteToken: string; name?: string }): Promise<void> {
  await rest('POST', '/api/auth/sign-up/email', account);
  await startAs();
}

/** Clears all cached data, which was read as another user or without a user. */
async function startAs(): Promise<void> {
  queryClient.clear();
  await readSession();
}

/** Signs the same user in again without leaving the page; waiting requests continue. */
export async function signInAgain(request: SignInRequest): Promise<void> {
  const { id } = ownUser();
  await sendSignIn(request);
  const session = await readSession();
  // The passkey was another user's. What waits on this page is kept for its own user.
  if (session?.user.id !== id) return location.reload();
  sessionRenewal.settle(true);
}

/** Changes the password. It signs the user out everywhere else; here the session continues with a new cookie. */
export async function changePassword(change: PasswordChange): Promise<void> {
  await sendRenewing(() => rest('POST', '/api/auth/change-password', change));
  await readSession();
}

/** Sets the password with a link, for a person who has forgotten it. Ends all of their sessions, also that of this browser. */
export async function resetPassword(reset: PasswordReset): Promise<void> {
  await rest('POST', '/api/auth/reset-password', reset);
  signedIn = null;
}

/** Asks for a link with which the person with this address sets a new password. The server mails it, if there is such a person. */
export async function requestPasswordReset(request: PasswordResetRequest): Promise<void> {
  await rest('POST', '/api/auth/request-password-reset', request);
}

/** Updates the signed-in user's name. */
export function keepOwnName(name: string): void {
  if (signedIn !== null) signedIn = { ...signedIn, user: { ...signedIn.user, name } };
}

/** Reads the session again after a change of the second factors, on which the rights of the user may depend. */
export async function refreshSession(): Promise<void> {
  await readSession();
}

/** Signs out and loads the sign-in page, or the page of the provider on which the person signs out of it. */
export async function signOut(): Promise<void> {
  sessionRenewal.arm(null);
  const answer = await rest('POST', '/api/auth/sign-out').catch(() => undefined);
  // A full page load, so that no session data stays in memory.
  location.assign(isRecord(answer) && typeof answer['continueAt'] === 'string' ? answer['continueAt'] : '/sign-in');
}

/** Leaves the page after the account was removed, with which the session has ended. */
export function leaveForGood(): void {
  sessionRenewal.arm(null);
  location.assign('/sign-in');
}

/**
 * The session of a page that requires one; it may have ended meanwhile.
 *
 * @throws Error on pages that require no session
 */
export function ownSession(): SignedIn {
  if (signedIn === null) throw new Error('No one is signed in on this page.');
  return signedIn;
}

/** The header that makes the server refuse a change if someone else has signed in meanwhile; none on pages without a session. */
export function expectedUserHeader(userId = signedIn?.user.id): Record<string, string> {
  return userId === undefined ? {} : { [EXPECTED_USER_HEADER]: userId };
}

/** The user of `ownSession`. */
export function ownUser(): User {
  return ownSession().user;
}
