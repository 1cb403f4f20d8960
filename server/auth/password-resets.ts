import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { accounts, passwordResets, users } from '#drizzle/schema/index.ts';
import type { AuditTrail, Recorder } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { AppError, forbidden } from '#server/errors.ts';
import type { NewPasswordReset, PasswordReset, UsablePasswordReset } from '#shared/password-resets.ts';
import { RESET_HOURS } from '#shared/limits.ts';
import type { Person } from '#shared/people.ts';
import type { Actor } from './actor.ts';
import { holdAdmin, holdPeople } from './credentials.ts';
import { endAccess, type Endings } from './endings.ts';
import { hashPassword } from './passwords.ts';
import { passwordsOff } from './passwords-off.ts';
import { refuseGuessablePassword } from './refused-passwords.ts';
import type { Revocations } from './revocations.ts';
import { hashSecretToken, newSecretToken } from './secret-token.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;

interface Dependencies {
  readonly db: Database;
  readonly trail: Pick<AuditTrail, 'transaction'>;
  readonly revocations: Pick<Revocations, 'announce'>;
  /** Runs what computes a password hash when it has its turn. @throws AppError UNAVAILABLE when too many are waiting */
  readonly inTurn: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** The address that links start with. */
  readonly baseUrl: string;
  /** Whether people can sign in with a password. */
  readonly hasPasswords: boolean;
}

/**
 * Links with which people who have forgotten their password set a new one. An admin makes a link and gives it to the person; on the server
 * itself it can also be made without an admin, and the server can mail one. A link works once, for 24 hours, until the next link for the same person is made.
 */
export class PasswordResets {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Only the result contains the token and its link; neither is stored. Admins change their own password with the current one.
   *
   * @throws AppError FORBIDDEN for oneself, when the actor is no longer an admin or passwords are switched off, USER_NOT_FOUND for an
   * unknown or disabled user
   */
  async create(actor: Actor, userId: string): Promise<NewPasswordReset> {
    if (actor.userId === userId) throw forbidden();
    if (!this.#dependencies.hasPasswords) throw passwordsOff();
    return this.#dependencies.trail.transaction(async (tx, record) => {
      await holdPeople(tx, [actor.userId, userId]);
      await holdAdmin(tx, actor);
      return this.#replace(tx, record, eq(users.id, userId), { actor: { id: actor.userId, name: actor.name } });
    });
  }

  /** Makes a link for the command line of the server. @throws AppError USER_NOT_FOUND for an unknown or disabled user */
  async createOnServer(email: string): Promise<NewPasswordReset> {
    return this.#dependencies.trail.transaction(async (tx, record) =>
      this.#replace(tx, record, eq(users.email, email.trim().toLowerCase()), 'on the server'),
    );
  }

  /** Makes a link that only its user gets, by mail. @throws AppError USER_NOT_FOUND for an unknown or disabled user */
  async createForMail(email: string): Promise<NewPasswordReset> {
    return this.#dependencies.trail.transaction(async (tx, record) =>
      this.#replace(tx, record, eq(users.email, email), 'by mail'),
    );
  }

  /** The account that a link is for. @throws AppError RESET_LINK_INVALID, the same for unknown, used, replaced and expired links */
  async inspect(token: string): Promise<UsablePasswordReset> {
    const [found] = await this.#dependencies.db
      .select({ email: users.email, expiresAt: passwordResets.expiresAt })
      .from(passwordResets)
      .innerJoin(users, eq(users.id, passwordResets.userId))
      .where(isUsable(token));
    if (found === undefined) throw invalidLink();
    return { email: found.email, expiresAt: found.expiresAt.toISOString() };
  }

  /**
   * Sets the new password, uses up the link and ends all sessions of the user. It does not sign them in. The link is checked first, so that
   * a request without a usable one costs no hash. While passwords are switched off, only links that were made on the server work.
   *
   * @returns whose password it is
   * @throws AppError RESET_LINK_INVALID, FORBIDDEN while passwords are switched off, or VALIDATION_FAILED when the password is easy to guess;
   * the link can then be used again
   */
  async use({ token, newPassword, ...choice }: PasswordReset, endings: Endings): Promise<Person> {
    const { db, hasPasswords, inTurn, trail, revocations } = this.#dependencies;
    const { email } = await this.inspect(token);
    if (!hasPasswords && !(await isMadeOnServer(db, token))) throw passwordsOff();
    await refuseGuessablePassword(newPassword, 'newPassword', email);
    const { owner, announce } = await inTurn(async () => {
      // Another request may have used the link while this one waited.
      await this.inspect(token);
      const password = await hashPassword(newPassword);
      return trail.transaction(async (tx, record) => {
        const person = await claim(tx, token);
        const replaced = await tx
          .update(accounts)
          .set({ password, updatedAt: new Date() })
          .where(and(eq(accounts.userId, person.id), eq(accounts.providerId, 'credential')))
          .returning({ id: accounts.id });
        // People who sign in with the provider have no password yet.
        if (replaced.length === 0) await insertPassword(tx, person.id, password);
        const ended = await endAccess(tx, person, endings, choice, record);
        await record({ kind: 'password.reset', actor: person, details: choice });
        return { owner: person, announce: ended };
      });
    });
    await revocations.announce();
    await announce();
    return owner;
  }

  /** Removes links that have expired. */
  async removeExpired(): Promise<void> {
    await this.#dependencies.db.delete(passwordResets).where(lt(passwordResets.expiresAt, sql`now()`));
  }

  async #replace(tx: Transaction, record: Recorder, who: SQL, maker: Maker): Promise<NewPasswordReset> {
    const actor = typeof maker === 'string' ? null : maker.actor;
    const [user] = await tx
      .select({ id: users.id, name: users.name, email: users.email })
      .from(users)
      .where(and(who, isNull(users.disabledAt)))
      .for('share');
    if (user === undefined) throw new AppError('USER_NOT_FOUND', 'This user does not exist, or the account is disabled.');
    const token = newSecretToken();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + RESET_HOURS * HOUR_MILLISECONDS);
    const row = {
      tokenHash: hashSecretToken(token),
      createdById: actor?.id ?? null,
      madeOnServer: maker === 'on the server',
      createdAt,
      expiresAt,
    };
    await tx
      .insert(passwordResets)
      .values({ userId: user.id, ...row })
      .onConflictDoUpdate({ target: passwordResets.userId, set: row });
    await record({ kind: 'reset.created', actor, details: { user, ...(maker === 'by mail' && { mailed: true }) } });
    // The token is in the fragment, so that no log or proxy sees it.
    const url = `${this.#dependencies.baseUrl}/reset-password#${token}`;
    return { user, token, url, expiresAt: expiresAt.toISOString() };
  }
}

/** Who has made a link: an admin, the operator of the server, or the person, who gets it by mail. */
type Maker = { readonly actor: Person } | 'on the server' | 'by mail';

async function isMadeOnServer(db: Database, token: string): Promise<boolean> {
  const [link] = await db
    .select({ madeOnServer: passwordResets.madeOnServer })
    .from(passwordResets)
    .where(eq(passwordResets.tokenHash, hashSecretToken(token)));
  return link?.madeOnServer === true;
}

async function insertPassword(tx: Transaction, userId: string, password: string): Promise<void> {
  await tx.insert(accounts).values({ id: randomUUID(), providerId: 'credential', accountId: userId, userId, password });
}

/** The condition for rows of `password_resets` joined with `users`. */
function isUsable(token: string): SQL | undefined {
  return and(
    eq(passwordResets.tokenHash, hashSecretToken(token)),
    gt(passwordResets.expiresAt, sql`now()`),
    isNull(users.disabledAt),
  );
}

/** Locks the user of a link and deletes the link. Of several requests with the same link, one succeeds. @throws AppError RESET_LINK_INVALID */
async function claim(tx: Transaction, token: string): Promise<Person> {
  const [owner] = await tx
    .select({ id: users.id, name: users.name })
    .from(passwordResets)
    .innerJoin(users, eq(users.id, passwordResets.userId))
    .where(isUsable(token))
    .for('no key update', { of: users });
  if (owner === undefined) throw invalidLink();
  const claimed = await tx
    .delete(passwordResets)
    .where(and(eq(passwordResets.userId, owner.id), eq(passwordResets.tokenHash, hashSecretToken(token))))
    .returning({ userId: passwordResets.userId });
  if (claimed.length === 0) throw invalidLink();
  return owner;
}

function invalidLink(): AppError {
  return new AppError(
    'RESET_LINK_INVALID',
    'This link to set a new password is not valid. It was already used or replaced by another one, or it has expired.',
  );
}
