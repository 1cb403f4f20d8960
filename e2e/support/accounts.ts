import { randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, type BrowserContext, type Page, request } from '@playwright/test';
import { peopleOfServer } from '#server/testing/people-of-server.ts';
import type { Role } from '#shared/people.ts';
import { AUTH_SECRET, type Lectern } from './one-lectern.ts';

/** A user and their credentials. */
export interface Account extends Credentials {
  readonly id: string;
}

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  readonly role: Role;
}

interface Wish {
  readonly role?: Role;
  readonly name?: string;
}

/** Creates accounts without the forms, which only the tests for sign-up and sign-in use. */
export interface Accounts {
  /** Creates a user without a session. */
  anAccount(wish?: Wish): Promise<Account>;
  /** Creates an invite link for a user without an account. */
  anInvite(wish?: { readonly role?: Role; readonly email?: string }): Promise<{ readonly url: string; readonly token: string }>;
  /** Signs this browser context in as the user. */
  signIn(context: APIRequestContext, account: Account): Promise<void>;
  /** Creates a user and signs them in. */
  signedIn(context: BrowserContext, wish?: Wish): Promise<Account>;
}

/** Deletes the cookies of a page after leaving it: one that is still loading would get refusals. */
export async function forgetSession(page: Page, cookies?: { readonly name: RegExp }): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies(cookies);
}

/** The first call signs up the first admin with the server's link. */
export async function accountsOf(lectern: Lectern): Promise<Accounts & AsyncDisposable> {
  const asSameOrigin = { baseURL: lectern.origin, extraHTTPHeaders: { origin: lectern.baseUrl } };
  const admin = await request.newContext(asSameOrigin);
  const firstToken = new URL(await lectern.firstRunLink()).hash.slice(1);
  await signUp(admin, firstToken, newCredentials({ role: 'admin', name: 'First Admin' }), lectern);

  const people = await peopleOfServer({ dataDir: lectern.dataDir, secret: AUTH_SECRET });
  // Over https the cookie has another name.
  const canInsert = lectern.baseUrl === lectern.origin;

  const accounts: Accounts = {
    async anInvite(wish = {}) {
      const response = await expectOk(await admin.post('/api/admin/invites', { data: { role: 'user', ...wish } }));
      return (await response.json()) as { url: string; token: string };
    },
    async anAccount(wish) {
      const credentials = newCredentials(wish);
      const { token } = await accounts.anInvite({ role: credentials.role });
      const visitor = await request.newContext(asSameOrigin);
      const account = await signUp(visitor, token, credentials, lectern);
      await visitor.dispose();
      return account;
    },
    async signIn(context, { email, password }) {
      const options = { data: { email, password }, headers: { origin: lectern.baseUrl } };
      await expectOk(await context.post(`${lectern.origin}/api/auth/sign-in/email`, options));
    },
    async signedIn(context, wish) {
      const credentials = newCredentials(wish);
      if (canInsert) return inserted(context, credentials);
      const { token } = await accounts.anInvite({ role: credentials.role });
      // Signing up also signs in. Signing in afterwards would hash the password once more, which is slow on purpose.
      return signUp(context.request, token, credentials, lectern);
    },
  };

  async function inserted(context: BrowserContext, { name, role }: Credentials): Promise<Account> {
    const { cookie, ...user } = await people.insert({ name, role });
    const [cookieName = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name: cookieName, value, url: lectern.origin, httpOnly: true, sameSite: 'Lax' }]);
    return user;
  }

  return {
    ...accounts,
    async [Symbol.asyncDispose]() {
      await people[Symbol.asyncDispose]();
      await admin.dispose();
    },
  };
}

function newCredentials({ role = 'user', name = 'Ada Example' }: Wish = {}): Credentials {
  return { email: `${randomUUID()}@example.test`, password: `correct horse ${randomUUID()}`, name, role };
}

async function signUp(
  context: APIRequestContext,
  inviteToken: string,
  credentials: Credentials,
  { origin, baseUrl }: Lectern,
): Promise<Account> {
  const { email, password, name } = credentials;
  const options = { data: { email, password, name, inviteToken }, headers: { origin: baseUrl } };
  const answer = await expectOk(await context.post(`${origin}/api/auth/sign-up/email`, options));
  const { user } = (await answer.json()) as { user: { id: string } };
  return { ...credentials, id: user.id };
}

async function expectOk(response: APIResponse): Promise<APIResponse> {
  if (response.ok()) return response;
  throw new Error(`${response.url()} answered ${String(response.status())}: ${await response.text()}`);
}
