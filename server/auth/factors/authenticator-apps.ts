import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { authenticatorApps } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { newTotpSecret, type SecretBox, stepOfCode } from './totp.ts';

/** The rows of authenticator apps. Methods with a transaction require that it has locked the user. */
export class AuthenticatorApps {
  readonly #box: SecretBox;

  constructor(box: SecretBox) {
    this.#box = box;
  }

  /** When the user's app was confirmed; null if they have none. */
  async confirmedAt(db: Database | Transaction, userId: string): Promise<Date | null> {
    const [app] = await db
      .select({ confirmedAt: authenticatorApps.confirmedAt })
      .from(authenticatorApps)
      .where(eq(authenticatorApps.userId, userId));
    return app?.confirmedAt ?? null;
  }

  /** Stores a new secret, which replaces one that has not been confirmed. Returns it. */
  async begin(tx: Transaction, userId: string): Promise<string> {
    const secret = newTotpSecret();
    const pendingSecret = this.#box.seal(secret, userId);
    await tx
      .insert(authenticatorApps)
      .values({ userId, pendingSecret })
      .onConflictDoUpdate({ target: authenticatorApps.userId, set: { pendingSecret } });
    return secret;
  }

  /** Makes the new secret count if the code is one of it. The code is then used up. */
  async confirm(tx: Transaction, userId: string, code: string): Promise<'done' | 'wrong' | 'not begun'> {
    const [app] = await tx.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId));
    const secret = app?.pendingSecret == null ? null : this.#box.open(app.pendingSecret, userId);
    if (app === undefined || secret === null) return 'not begun';
    const usedStep = stepOfCode(secret, code, Date.now());
    if (usedStep === null) return 'wrong';
    await tx
      .update(authenticatorApps)
      .set({ secret: app.pendingSecret, pendingSecret: null, confirmedAt: new Date(), usedStep })
      .where(eq(authenticatorApps.userId, userId));
    return 'done';
  }

  /** Uses up a code. Codes of earlier time steps are then refused as well (RFC 6238, 5.2). */
  async use(tx: Transaction, userId: string, code: string): Promise<boolean> {
    const [app] = await tx.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId));
    const secret = app?.secret == null ? null : this.#box.open(app.secret, userId);
    const usedStep = secret === null ? null : stepOfCode(secret, code, Date.now());
    if (usedStep === null) return false;
    const used = await tx
      .update(authenticatorApps)
      .set({ usedStep })
      .where(and(eq(authenticatorApps.userId, userId), lt(authenticatorApps.usedStep, usedStep)))
      .returning({ userId: authenticatorApps.userId });
    return used.length > 0;
  }

  /** False if the user has none. */
  async remove(tx: Transaction, userId: string): Promise<boolean> {
    const removed = await tx
      .delete(authenticatorApps)
      .where(and(eq(authenticatorApps.userId, userId), isNotNull(authenticatorApps.secret)))
      .returning({ userId: authenticatorApps.userId });
    return removed.length > 0;
  }
}
