import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { trustedDevices } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { TRUSTED_DEVICE_DAYS, TRUSTED_DEVICES_MAX } from '#shared/limits.ts';
import { OwnCookie } from '#server/auth/own-cookie.ts';
import { hashSecretToken, newSecretToken } from '#server/auth/secret-token.ts';

const DAY_SECONDS = 24 * 60 * 60;
/** The number of accounts that trust one browser. */
const ACCOUNTS_MAX = 4;

export type TrustedDeviceRow = Pick<
  typeof trustedDevices.$inferSelect,
  'id' | 'userAgent' | 'createdAt' | 'lastUsedAt' | 'expiresAt'
>;

/**
 * Browsers in which a person need not give a second factor for 30 days. The browser has a cookie with a random token for each account; it
 * replaces only the second step, never the password. Rows are deleted with what makes them worthless: see `endAccess`.
 */
export class TrustedDevices {
  readonly #db: Database;
  readonly #cookie: OwnCookie;

  constructor(db: Database, isSecure: boolean) {
    this.#db = db;
    const seconds = TRUSTED_DEVICE_DAYS * DAY_SECONDS;
    this.#cookie = new OwnCookie({ name: 'lectern_trust', path: '/api/auth/sign-in', seconds, isSecure });
  }

  /** Whether the user trusts the browser of this `Cookie` header. Notes the use. */
  async isTrusted(cookie: string | undefined, userId: string): Promise<boolean> {
    const tokens = this.#tokens(cookie);
    if (tokens.length === 0) return false;
    const used = await this.#db
      .update(trustedDevices)
      .set({ lastUsedAt: new Date() })
      .where(
        and(
          eq(trustedDevices.userId, userId),
          inArray(trustedDevices.tokenHash, tokens.map(hashSecretToken)),
          gt(trustedDevices.expiresAt, sql`now()`),
        ),
      )
      .returning({ id: trustedDevices.id });
    return used.length > 0;
  }

  /** Trusts a browser in a transaction that has locked the user. Returns the `Set-Cookie` line. */
  async trust(
    tx: Transaction,
    userId: string,
    client: { cookie: string | undefined; userAgent: string | undefined },
  ): Promise<string> {
    const token = newSecretToken();
    const oldest = tx
      .select({ id: trustedDevices.id })
      .from(trustedDevices)
      .where(eq(trustedDevices.userId, userId))
      .orderBy(desc(trustedDevices.createdAt), desc(trustedDevices.id))
      .offset(TRUSTED_DEVICES_MAX - 1);
    await tx.delete(trustedDevices).where(inArray(trustedDevices.id, oldest));
    await tx.insert(trustedDevices).values({
      id: randomUUID(),
      userId,
      tokenHash: hashSecretToken(token),
      userAgent: client.userAgent?.slice(0, 512) ?? null,
      expiresAt: new Date(Date.now() + TRUSTED_DEVICE_DAYS * DAY_SECONDS * 1000),
    });
    return this.#cookie.write([token, ...this.#tokens(client.cookie)].slice(0, ACCOUNTS_MAX).join('~'));
  }

  /** Those that are still trusted, the newest first. */
  async list(userId: string): Promise<TrustedDeviceRow[]> {
    const { id, userAgent, createdAt, lastUsedAt, expiresAt } = trustedDevices;
    return this.#db
      .select({ id, userAgent, createdAt, lastUsedAt, expiresAt })
      .from(trustedDevices)
      .where(and(eq(trustedDevices.userId, userId), gt(expiresAt, sql`now()`)))
      .orderBy(desc(createdAt), desc(id))
      .limit(TRUSTED_DEVICES_MAX);
  }

  async removeExpired(): Promise<void> {
    await this.#db.delete(trustedDevices).where(lt(trustedDevices.expiresAt, sql`now()`));
  }

  #tokens(cookie: string | undefined): string[] {
    return (this.#cookie.read(cookie) ?? '').split('~', ACCOUNTS_MAX).filter((token) => token !== '');
  }
}

/** Ends the trust in browsers of a user: in all of them, or in the one with this id. False if there was none. */
export async function endTrust(tx: Transaction, userId: string, id?: string): Promise<boolean> {
  const which: SQL | undefined = id === undefined ? undefined : eq(trustedDevices.id, id);
  const removed = await tx
    .delete(trustedDevices)
    .where(and(eq(trustedDevices.userId, userId), which))
    .returning({ id: trustedDevices.id });
  return removed.length > 0;
}
