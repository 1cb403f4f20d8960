import { APIError } from 'better-auth/api';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { accounts, sessions, users } from '#drizzle/schema/index.ts';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database } from '#server/db/connect.ts';
import { AppError, unauthenticated } from '#server/errors.ts';
import { parsed } from '#server/http/parsed.ts';
import { type PasswordChange, type signInSchema, signUpSchema, type User } from '#shared/accounts.ts';
import type { Actor } from './actor.ts';
import { type Auth, toHeaders } from './better-auth.ts';
import { holdActorAlone } from './credentials.ts';
import { endAccess, type Endings } from './endings.ts';
import { refuseGuessablePassword } from './refused-passwords.ts';
import { HashQueue } from './hash-queue.ts';
import { findUsableInvite, inviteRequired } from './invite-gate.ts';
import { hashPassword, isOutdated, isPasswordOf } from './passwords.ts';
import { passwordsOff } from './passwords-off.ts';
import type { Revocations } from './revocations.ts';
import { hashSecretToken } from './secret-token.ts';
import type { PendingSignIn, SecondStepService } from './factors/second-step.service.ts';
import { type Client, headersOf } from './client.ts';
import type { Admission, SessionOpener } from './session-opener.ts';
import { serializeUser } from './sessions.ts';
import { Turns } from './turns.ts';

/** An account with a password. */
interface Account {
  readonly id: string;
  readonly userId: string;
  readonly hash: string;
  readonly hasTwoFactor: boolean;
  readonly isDisabled: boolean;
}

type Credentials = z.infer<typeof signInSchema>;
type SignUp = z.infer<typeof signUpSchema>;

/** For this long after signing in, users are not asked for their password again. */
const CONFIRMED_MILLISECONDS = 60 * 60 * 1000;

/** The condition for rows of `accounts` that hold a password. */
const isPassword = eq(accounts.providerId, 'credential');

interface Dependencies {
  readonly auth: Auth;
  readonly db: Database;
  readonly revocations: Pick<Revocations, 'announce'>;
  readonly trail: Pick<AuditTrail, 'record' | 'transaction'>;
  /** Whether people can sign in and join with a password. */
  readonly hasPasswords: boolean;
  readonly opener: SessionOpener;
  readonly secondStep: Pick<SecondStepService, 'isTrusted' | 'begin'>;
}

/** Signing in, up and out. Errors of the auth library are translated to `AppError` here. */
export class AuthService {
  readonly #auth: Auth;
  readonly #db: Database;
  readonly #revocations: Pick<Revocations, 'announce'>;
  readonly #trail: Pick<AuditTrail, 'record' | 'transaction'>;
  readonly #hasPasswords: boolean;
  readonly #opener: SessionOpener;
  readonly #secondStep: Pick<SecondStepService, 'isTrusted' | 'begin'>;
  readonly #hashes = new HashQueue();
  readonly #invites = new Turns();

  constructor({ auth, db, revocations, trail, hasPasswords, opener, secondStep }: Dependencies) {
    this.#auth = auth;
    this.#db = db;
    this.#revocations = revocations;
    this.#trail = trail;
    this.#hasPasswords = hasPasswords;
    this.#opener = opener;
    this.#secondStep = secondStep;
  }

  /**
   * Runs `work` when it has its turn to compute a password hash. What counts an attempt belongs in there, too: a flood of attempts then
   * reaches the database one at a time.
   *
   * @throws AppError UNAVAILABLE when too many are waiting, and what `work` throws
   */
  async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#hashes.run(work);
  }

  /** @throws AppError FORBIDDEN while passwords are switched off */
  requirePasswords(): void {
    if (!this.#hasPasswords) throw passwordsOff();
  }

  /** The id of the user with this email address; null if there is none. */
  async userIdOf(email: string): Promise<string | null> {
    return (await this.#accountOf(email))?.userId ?? null;
  }

  /** Records that sign-ins are refused because there were too many. For `email`, see the event `session.limited`. */
  async recordLimited(email: string | null): Promise<void> {
    await this.#trail.record({ kind: 'session.limited', actor: null, details: { email } });
  }

  /**
   * To be called within `inTurn`. Accounts with a second factor get a sign-in that waits for it, except in browsers that they trust.
   *
   * @throws AppError INVALID_CREDENTIALS, with the same message and after the same time for known and unknown addresses
   */
  async signIn(credentials: Credentials, client: Client): Promise<Admission | PendingSignIn> {
    const entered = await this.#enter(credentials, client);
    if (entered !== null) return entered;
    await this.#trail.record({ kind: 'session.refused', actor: null, details: { email: credentials.email, factor: 'password' } });
    throw invalidCredentials();
  }

  async #enter(credentials: Credentials, client: Client): Promise<Admission | PendingSignIn | null> {
    const known = await this.#accountOf(credentials.email);
    if (known === null) {
      // Takes as long as comparing with a hash.
      await hashPassword(credentials.password);
      return null;
    }
    if (!(await isPasswordOf(known.hash, credentials.password)) || known.isDisabled) return null;
    const isStillGood = () => this.#stillOpens(credentials, known.hash);
    if (!known.hasTwoFactor) return this.#opener.signIn(known.userId, client, ['password'], isStillGood);
    if (!(await this.#secondStep.isTrusted(client.cookie, known.userId)))
      return this.#secondStep.begin(known.userId, isStillGood);
    return this.#opener.signIn(known.userId, client, ['password', 'trusted-browser'], isStillGood);
  }

  /**
   * Checks the password again after the session was created. A password change ends all sessions, but not one that the old password
   * opens at the same moment. Also replaces an outdated hash.
   */
  async #stillOpens({ email, password }: Credentials, known: string): Promise<boolean> {
    const now = await this.#accountOf(email);
    if (now === null) return false;
    if (now.hash !== known) return isPasswordOf(now.hash, password);
    if (isOutdated(now.hash)) {
      const renewed = await hashPassword(password);
      await this.#db
        .update(accounts)
        .set({ password: renewed })
        .where(and(eq(accounts.id, now.id), eq(accounts.password, now.hash)));
    }
    return true;
  }

  /**
   * Asks for the password again before a sensitive action, because another person may be using this browser. Not needed within an
   * hour of signing in.
   *
   * @throws AppError REAUTHENTICATION_REQUIRED without a password, INVALID_CREDENTIALS with a wrong one
   */
  async confirm({ userId, credential }: Actor, password: string | undefined): Promise<void> {
    const [session] = await this.#db
      .select({ createdAt: sessions.createdAt, hash: accounts.password })
      .from(sessions)
      .leftJoin(accounts, and(eq(accounts.userId, sessions.userId), isPassword))
      .where(and(eq(sessions.id, credential.id), eq(sessions.userId, userId)));
    if (session === undefined) throw unauthenticated();
    if (Date.now() - session.createdAt.getTime() < CONFIRMED_MILLISECONDS) return;
    if (password === undefined) {
      throw new AppError('REAUTHENTICATION_REQUIRED', 'You signed in more than an hour ago. Enter your password to go on.');
    }
    const { hash } = session;
    const isRight = await this.#hashes.run(async () => hash !== null && (await isPasswordOf(hash, password)));
    if (!isRight) throw new AppError('INVALID_CREDENTIALS', 'This is not your password.');
  }

  /**
   * Creates a user from an invite. `body` is what the client sent, unchecked: the invite is checked before the rest, so that a
   * request without a usable invite learns nothing and costs no hash.
   *
   * @throws AppError INVITE_REQUIRED, VALIDATION_FAILED, EMAIL_TAKEN, or FORBIDDEN while passwords are switched off; the invite then stays unused
   */
  async signUp(body: Record<string, unknown>, client: Client): Promise<Admission> {
    await this.#checkInvite(body);
    const account = parsed(signUpSchema, body);
    await refuseGuessablePassword(account.password, 'password', account.email);
    // Of the sign-ups with the same invite only one at a time takes a place in the queue. The others then find the invite used.
    return this.#invites.run(hashSecretToken(account.inviteToken), async () => {
      await this.#checkInvite(body);
      return this.#hashes.run(async () => {
        // Another instance may have used the invite while this one waited.
        await this.#checkInvite(body);
        return this.#create(account, client);
      });
    });
  }

  async #create({ name, ...account }: SignUp, client: Client): Promise<Admission> {
    const body = { ...account, name: name ?? account.email.split('@', 1)[0] ?? account.email };
    // The library's types do not include the token, which its sign-up passes to the invite gate.
    const { response, headers } = await this.#auth.api
      .signUpEmail({ body, headers: headersOf(client), returnHeaders: true })
      .catch((fault: unknown) => this.#toSignUpError(fault, account.email));
    const user = await this.#user(response.user.id);
    const { id, email, role } = user;
    await this.#trail.record({ kind: 'account.created', actor: { id, name: user.name }, details: { email, role } });
    await this.#opener.endEarlier(client);
    return { user, headers };
  }

  /**
   * Changes the actor's password and ends all their sessions, on every instance, in one transaction with `endings`. Then it opens a
   * new session for the browser that sent the request. If that fails, the change stands and the user signs in with the new
   * password.
   *
   * @param endings what else may end; `change` says what does
   * @throws AppError INVALID_CREDENTIALS when the current password is wrong, VALIDATION_FAILED when the new one is easy to guess,
   * UNAUTHENTICATED when the session has ended in the meantime; nothing is changed then
   */
  async changePassword(actor: Actor, change: PasswordChange, endings: Endings, client: Client): Promise<Admission> {
    await refuseGuessablePassword(change.newPassword, 'newPassword', (await this.#user(actor.userId)).email);
    return this.#hashes.run(async () => {
      const { email, hash } = await this.#replacePassword(actor, change, endings);
      const isStillGood = async () => (await this.#accountOf(email))?.hash === hash;
      const admission = await this.#opener.open(actor.userId, client, isStillGood);
      if (admission === null) throw unauthenticated();
      return admission;
    });
  }

  /** Makes all changes of a password change in one transaction. Returns the user's email address and the new hash. */
  async #replacePassword(actor: Actor, change: PasswordChange, endings: Endings): Promise<{ email: string; hash: string }> {
    const { currentPassword, newPassword, endKeys, endRemotes, endPasskeys } = change;
    const [account] = await this.#db
      .select({ id: accounts.id, hash: accounts.password, email: users.email })
      .from(accounts)
      .innerJoin(users, eq(users.id, accounts.userId))
      .where(and(eq(users.id, actor.userId), isPassword));
    if (account?.hash == null || !(await isPasswordOf(account.hash, currentPassword))) throw wrongCurrentPassword();
    const { id, hash, email } = account;
    const password = await hashPassword(newPassword);
    const announce = await this.#trail.transaction(async (tx, record) => {
      const { userId, name } = await holdActorAlone(tx, actor);
      const replaced = await tx
        .update(accounts)
        .set({ password, updatedAt: new Date() })
        .where(and(eq(accounts.id, id), eq(accounts.password, hash)))
        .returning({ id: accounts.id });
      // Another request has changed the password since it was read.
      if (replaced.length === 0) throw wrongCurrentPassword();
      const owner = { id: userId, name };
      const choice = { endKeys, endRemotes, endPasskeys };
      const ended = await endAccess(tx, owner, endings, choice, record);
      await record({ kind: 'password.changed', actor: owner, details: choice });
      return ended;
    });
    await this.#revocations.announce();
    await announce();
    return { email, hash: password };
  }

  /** Ends the session of the cookie, which is the actor's. Returns headers that clear the cookie. */
  async signOut(cookie: string, { userId, name }: Actor): Promise<Headers> {
    const { headers } = await this.#auth.api.signOut({ headers: toHeaders({ cookie }), returnHeaders: true });
    await this.#revocations.announce();
    await this.#trail.record({ kind: 'session.ended', actor: { id: userId, name }, details: { sessions: 'this' } });
    return headers;
  }

  async #checkInvite({ inviteToken, email }: Record<string, unknown>): Promise<void> {
    const invite = typeof inviteToken === 'string' ? await findUsableInvite(this.#db, inviteToken) : null;
    if (invite === null) throw inviteRequired();
    // An invite that was made on the server itself also works without the provider, for the first admin and for operators.
    if (!this.#hasPasswords && invite.createdById !== null) throw passwordsOff();
    const isForThisAddress = typeof email !== 'string' || email.trim().toLowerCase() === invite.email;
    if (invite.email !== null && !isForThisAddress) throw inviteRequired();
  }

  async #accountOf(email: string): Promise<Account | null> {
    const [account] = await this.#db
      .select({
        id: accounts.id,
        userId: accounts.userId,
        hash: accounts.password,
        hasTwoFactor: sql<boolean>`${users.twoFactorSince} is not null`,
        isDisabled: sql<boolean>`${users.disabledAt} is not null`,
      })
      .from(accounts)
      .innerJoin(users, eq(users.id, accounts.userId))
      .where(and(eq(users.email, email.toLowerCase()), isPassword));
    return account === undefined || account.hash === null ? null : { ...account, hash: account.hash };
  }

  async #user(id: string): Promise<User> {
    const [user] = await this.#db.select().from(users).where(eq(users.id, id));
    if (user === undefined) throw new Error('the user of a new session is not there');
    return serializeUser(user);
  }

  /** The library only reports that it failed, for example because another sign-up took the address first. */
  async #toSignUpError(fault: unknown, email: string): Promise<never> {
    if (codeOf(fault) === 'INVITE_REQUIRED') throw inviteRequired();
    if (!(fault instanceof APIError)) throw fault;
    const [taken] = await this.#db.select({ id: users.id }).from(users).where(eq(users.email, email));
    if (taken) throw new AppError('EMAIL_TAKEN', 'There is already an account with this address. Sign in instead.');
    throw fault;
  }
}

function invalidCredentials(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'The email address or the password is wrong.');
}

function wrongCurrentPassword(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'The current password is wrong.');
}

function codeOf(fault: unknown): string | undefined {
  return fault instanceof APIError ? fault.body?.code : undefined;
}
