import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { pendingSignIns, users } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import { PENDING_SIGN_INS_MAX, SIGN_IN_FAILURES_MAX, SIGN_IN_MINUTES } from '#shared/limits.ts';
import type { Person } from '#shared/people.ts';
import { OwnCookie } from '#server/auth/own-cookie.ts';
import { hashSecretToken, newSecretToken } from '#server/auth/secret-token.ts';

/** A new sign-in that waits for its second step. */
export interface Begun {
  readonly tokenHash: string;
  /** The `Set-Cookie` line for the browser. */
  readonly cookie: string;
}

/**
 * Sign-ins whose password was right and that lack their second step. The browser has a cookie with a random token, which opens nothing but
 * the second step. Everything that ends the sessions of a person ends these as well (`endAccess`), so that a second step never completes
 * a sign-in whose first step is no longer good.
 */
export class PendingSignIns {
  readonly #db: Database;
  readonly #cookie: OwnCookie;

  constructor(db: Database, isSecure: boolean) {
    this.#db = db;
    this.#cookie = new OwnCookie({ name: 'lectern_sign_in', path: '/api/auth/sign-in', seconds: SIGN_IN_MINUTES * 60, isSecure });
  }

  /** Begins one in a transaction that has locked the user. */
  async begin(tx: Transaction, userId: string): Promise<Begun> {
    const token = newSecretToken();
    const tokenHash = hashSecretToken(token);
    const oldest = tx
      .select({ tokenHash: pendingSignIns.tokenHash })
      .from(pendingSignIns)
      .where(eq(pendingSignIns.userId, userId))
      .orderBy(desc(pendingSignIns.createdAt), desc(pendingSignIns.tokenHash))
      .offset(PENDING_SIGN_INS_MAX - 1);
    await tx.delete(pendingSignIns).where(inArray(pendingSignIns.tokenHash, oldest));
    const expiresAt = new Date(Date.now() + SIGN_IN_MINUTES * 60_000);
    await tx.insert(pendingSignIns).values({ tokenHash, userId, expiresAt });
    return { tokenHash, cookie: this.#cookie.write(token) };
  }

  /** The hash of the token in a `Cookie` header; null when there is none. */
  tokenHashOf(cookie: string | undefined): string | null {
    const token = this.#cookie.read(cookie);
    return token === null || token === '' ? null : hashSecretToken(token);
  }

  /** The user of a pending sign-in. @throws AppError SIGN_IN_EXPIRED */
  async userIdOf(tokenHash: string | null): Promise<string> {
    if (tokenHash === null) throw signInExpired();
    const [row] = await this.#db.select({ userId: pendingSignIns.userId }).from(pendingSignIns).where(isPending(tokenHash));
    if (row === undefined) throw signInExpired();
    return row.userId;
  }

  /** The `Set-Cookie` line that removes the token from the browser. */
  forget(): string {
    return this.#cookie.clear();
  }

  /** Uses up a sign-in whose second step has succeeded. False if it was ended in the meantime. */
  async complete(tokenHash: string): Promise<boolean> {
    const completed = await this.#db
      .delete(pendingSignIns)
      .where(and(eq(pendingSignIns.tokenHash, tokenHash), eq(pendingSignIns.isPassed, true)))
      .returning({ tokenHash: pendingSignIns.tokenHash });
    return completed.length > 0;
  }

  async removeExpired(): Promise<void> {
    await this.#db.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, sql`now()`));
  }
}

/** Locks the user of a pending sign-in, so that its steps are taken one at a time. @throws AppError SIGN_IN_EXPIRED */
export async function holdPending(tx: Transaction, tokenHash: string): Promise<Person> {
  const [person] = await tx
    .select({ id: users.id, name: users.name })
    .from(pendingSignIns)
    .innerJoin(users, and(eq(users.id, pendingSignIns.userId), isNull(users.disabledAt)))
    .where(isPending(tokenHash))
    .for('no key update', { of: users });
  if (person === undefined) throw signInExpired();
  // The row may have changed while this transaction waited for the lock.
  const [row] = await tx.select({ userId: pendingSignIns.userId }).from(pendingSignIns).where(isPending(tokenHash));
  if (row === undefined) throw signInExpired();
  return person;
}

/** Marks a pending sign-in whose second step has succeeded. */
export async function pass(tx: Transaction, tokenHash: string): Promise<void> {
  await tx.update(pendingSignIns).set({ isPassed: true }).where(eq(pendingSignIns.tokenHash, tokenHash));
}

/** Counts a wrong code, and ends the sign-in after some of them. */
export async function countFailure(tx: Transaction, tokenHash: string): Promise<void> {
  const [row] = await tx
    .update(pendingSignIns)
    .set({ failures: sql`${pendingSignIns.failures} + 1` })
    .where(eq(pendingSignIns.tokenHash, tokenHash))
    .returning({ failures: pendingSignIns.failures });
  if (row !== undefined && row.failures >= SIGN_IN_FAILURES_MAX)
    await tx.delete(pendingSignIns).where(eq(pendingSignIns.tokenHash, tokenHash));
}

/** Ends the sign-ins of a user that wait for their second step. */
export async function endPending(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
}

function isPending(tokenHash: string) {
  return and(
    eq(pendingSignIns.tokenHash, tokenHash),
    eq(pendingSignIns.isPassed, false),
    gt(pendingSignIns.expiresAt, sql`now()`),
  );
}

export function signInExpired(): AppError {
  return new AppError(
    'SIGN_IN_EXPIRED',
    'This sign-in has expired, or there were too many wrong codes. Enter your password again.',
  );
}
