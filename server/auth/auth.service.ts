import { APIError } from 'better-auth/api';
import { eq } from 'drizzle-orm';
import pLimit from 'p-limit';
import { accounts, sessions, users } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';
import { AppError, unauthenticated, unavailable, validationFailed } from '#server/errors.ts';
import { signUpSchema, type User } from '#shared/accounts.ts';
import type { Auth } from './better-auth.ts';
import { CLIENT_ADDRESS_HEADER } from './better-auth.ts';
import { toHeaders } from './headers.ts';
import { findUsableInvite, inviteRequired } from './invite-gate.ts';
import type { Revocations } from './revocations.ts';
import { presentUser } from './sessions.ts';

/** Where a request comes from, as far as a new session remembers it. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | undefined;
}

/** A person let in, and the headers that carry the session's cookie. */
export interface Admission {
  readonly user: User;
  readonly headers: Headers;
}

/** One hash takes a core for 0.2 s: more at once would starve the requests of those who are already in. */
const HASHES_AT_ONCE = 2;
const HASHES_WAITING = 64;

/** Signing in, up and out. Errors of the auth library end here and become ours. */
export class AuthService {
  readonly #auth: Auth;
  readonly #db: Database;
  readonly #revocations: Pick<Revocations, 'announce'>;
  readonly #hashing = pLimit(HASHES_AT_ONCE);

  constructor(auth: Auth, db: Database, revocations: Pick<Revocations, 'announce'>) {
    this.#auth = auth;
    this.#db = db;
    this.#revocations = revocations;
  }

  /** @throws AppError INVALID_CREDENTIALS, the same after the same time whether the address is known or not */
  async signIn(credentials: { email: string; password: string }, client: Client): Promise<Admission> {
    const headers = headersOf(client);
    const known = await this.#passwordOf(credentials.email);
    const { response, headers: set } = await this.#hashed(() =>
      this.#auth.api.signInEmail({ body: credentials, headers, returnHeaders: true }).catch(toSignInError),
    );
    const user = await this.#user(response.user.id);
    // Whoever changes their password ends all sessions; one that the old password opens meanwhile is not among those.
    if ((await this.#passwordOf(user.email)) !== known) {
      await this.#db.delete(sessions).where(eq(sessions.token, response.token));
      throw invalidCredentials();
    }
    return { user, headers: set };
  }

  /**
   * Creates a person from an invite. `body` is what the client sent, as it is: the invite is looked at
   * before the rest, so that nobody without a good one learns anything.
   *
   * @throws AppError INVITE_REQUIRED, VALIDATION_FAILED or EMAIL_TAKEN; the invite stays unused then
   */
  async signUp(body: Record<string, unknown>, client: Client): Promise<Admission> {
    await this.#checkInvite(body);
    const { email, password, inviteToken, name = email.split('@', 1)[0] ?? email } = parseSignUp(body);
    return this.#hashed(async () => {
      // Once more: of fifty that waited in line with one invite, forty-nine need no hash.
      await this.#checkInvite(body);
      // The library's types do not know the token, which its sign-up passes on to the invite gate.
      const account = { email, password, name, inviteToken };
      const { response, headers } = await this.#auth.api
        .signUpEmail({ body: account, headers: headersOf(client), returnHeaders: true })
        .catch((fault: unknown) => this.#toSignUpError(fault, email));
      return { user: await this.#user(response.user.id), headers };
    });
  }

  /**
   * Ends every session of the person, on every instance, and opens a new one for the browser that asked.
   *
   * @throws AppError INVALID_CREDENTIALS when the current password is another
   */
  async changePassword(
    cookie: string,
    passwords: { currentPassword: string; newPassword: string },
    client: Client,
  ): Promise<Admission> {
    const headers = headersOf(client);
    headers.set('cookie', cookie);
    const body = { ...passwords, revokeOtherSessions: true };
    const { response, headers: set } = await this.#hashed(() =>
      this.#auth.api.changePassword({ body, headers, returnHeaders: true }).catch(toPasswordError),
    );
    await this.#revocations.announce();
    return { user: await this.#user(response.user.id), headers: set };
  }

  /** Ends the session of the cookie; the headers clear it. */
  async signOut(cookie: string): Promise<Headers> {
    const { headers } = await this.#auth.api.signOut({ headers: toHeaders({ cookie }), returnHeaders: true });
    await this.#revocations.announce();
    return headers;
  }

  async #checkInvite({ inviteToken, email }: Record<string, unknown>): Promise<void> {
    const invite = typeof inviteToken === 'string' ? await findUsableInvite(this.#db, inviteToken) : null;
    if (invite === null) throw inviteRequired();
    const isForThisAddress = typeof email !== 'string' || email.trim().toLowerCase() === invite.email;
    if (invite.email !== null && !isForThisAddress) throw inviteRequired();
  }

  async #hashed<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#hashing.pendingCount >= HASHES_WAITING) throw unavailable();
    return this.#hashing(work);
  }

  /** The hash of somebody's password. */
  async #passwordOf(email: string): Promise<string | null> {
    const [account] = await this.#db
      .select({ password: accounts.password })
      .from(accounts)
      .innerJoin(users, eq(users.id, accounts.userId))
      .where(eq(users.email, email.toLowerCase()));
    return account?.password ?? null;
  }

  async #user(id: string): Promise<User> {
    const [user] = await this.#db.select().from(users).where(eq(users.id, id));
    if (user === undefined) throw new Error('the user of a new session is not there');
    return presentUser(user);
  }

  /** The library says no more than that it failed, be it a lost race for the address or anything else. */
  async #toSignUpError(fault: unknown, email: string): Promise<never> {
    if (codeOf(fault) === 'INVITE_REQUIRED') throw inviteRequired();
    if (!(fault instanceof APIError)) throw fault;
    const [taken] = await this.#db.select({ id: users.id }).from(users).where(eq(users.email, email));
    if (taken) throw new AppError('EMAIL_TAKEN', 'There is already an account with this address. Sign in instead.');
    throw fault;
  }
}

function parseSignUp(body: Record<string, unknown>) {
  const parsed = signUpSchema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw validationFailed(parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })));
}

function toSignInError(fault: unknown): never {
  throw fault instanceof APIError && fault.statusCode < 500 ? invalidCredentials() : fault;
}

function invalidCredentials(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'The address or the password is not right.');
}

function toPasswordError(fault: unknown): never {
  if (!(fault instanceof APIError) || fault.statusCode >= 500) throw fault;
  // The session has ended while this waited for its turn.
  if (fault.statusCode === 401) throw unauthenticated();
  throw new AppError('INVALID_CREDENTIALS', 'The current password is not right.');
}

function codeOf(fault: unknown): string | undefined {
  return fault instanceof APIError ? fault.body?.code : undefined;
}

function headersOf(client: Client): Headers {
  return toHeaders({ [CLIENT_ADDRESS_HEADER]: client.address, 'user-agent': client.userAgent });
}
