import { eq } from 'drizzle-orm';
import { passkeys, pendingSignIns } from '#drizzle/schema/index.ts';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { AppError } from '#server/errors.ts';
import type { SecondStepMethod } from '#shared/two-factor-rules.ts';
import type { SecondStep } from '#shared/two-factor.ts';
import { holdPeople } from '#server/auth/credentials.ts';
import type { Client } from '#server/auth/client.ts';
import type { Admission, SessionOpener } from '#server/auth/session-opener.ts';
import type { AuthenticatorApps } from './authenticator-apps.ts';
import { countFailure, holdPending, pass, type PendingSignIns, signInExpired } from './pending-sign-ins.ts';
import { countRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import type { TrustedDevices } from './trusted-devices.ts';

/** A sign-in whose password was right and that waits for its second step. */
export interface PendingSignIn {
  /** How the second step can be taken. */
  readonly methods: readonly SecondStepMethod[];
  /** The `Set-Cookie` line by which the browser continues. */
  readonly cookie: string;
}

interface Dependencies {
  readonly db: Database;
  readonly trail: AuditTrail;
  readonly pending: PendingSignIns;
  readonly apps: AuthenticatorApps;
  readonly devices: TrustedDevices;
  readonly opener: SessionOpener;
}

/** The second step of a sign-in with a password. */
export class SecondStepService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Whether the user needs no second step in the browser of this `Cookie` header. */
  async isTrusted(cookie: string | undefined, userId: string): Promise<boolean> {
    return this.#dependencies.devices.isTrusted(cookie, userId);
  }

  /**
   * Begins to wait for the second step. Null if the sign-in is no longer good.
   *
   * @param isStillGood checks the first step again when the row exists, as for `SessionOpener.open`
   */
  async begin(userId: string, isStillGood: () => Promise<boolean>): Promise<PendingSignIn | null> {
    const { db, pending } = this.#dependencies;
    const begun = await db.transaction(async (tx) => {
      await holdPeople(tx, [userId], 'no key update');
      return { methods: await this.#methodsOf(tx, userId), ...(await pending.begin(tx, userId)) };
    });
    if (await isStillGood()) return { methods: begun.methods, cookie: begun.cookie };
    await db.delete(pendingSignIns).where(eq(pendingSignIns.tokenHash, begun.tokenHash));
    return null;
  }

  /** The user whose sign-in waits in the browser of this `Cookie` header. @throws AppError SIGN_IN_EXPIRED */
  async userIdOf(cookie: string | undefined): Promise<string> {
    const { pending } = this.#dependencies;
    return pending.userIdOf(pending.tokenHashOf(cookie));
  }

  /** Records that codes of a user are refused because there were too many. */
  async recordLimited(userId: string): Promise<void> {
    const user = await this.#dependencies.db.query.users.findFirst({
      columns: { id: true, name: true },
      where: (table, { eq: equals }) => equals(table.id, userId),
    });
    await this.#dependencies.trail.record({ kind: 'second-step.limited', actor: user ?? null, details: {} });
  }

  /**
   * Takes the second step with a code and opens the session. The code is checked in one transaction that has locked the user, so that of
   * several requests with the same code one succeeds.
   *
   * @throws AppError SIGN_IN_EXPIRED or WRONG_CODE
   */
  async take(step: SecondStep, client: Client): Promise<Admission> {
    const { trail, pending, opener } = this.#dependencies;
    const tokenHash = pending.tokenHashOf(client.cookie);
    if (tokenHash === null) throw signInExpired();
    const passed = await trail.transaction(async (tx, record) => {
      const person = await holdPending(tx, tokenHash);
      if (!(await this.#isRight(tx, person.id, step))) {
        // Not an error yet: that would undo what is counted here.
        await countFailure(tx, tokenHash);
        await record({ kind: 'second-step.refused', actor: person, details: { method: step.method } });
        return null;
      }
      await pass(tx, tokenHash);
      if (step.method === 'recovery-code') {
        const remaining = await countRecoveryCodes(tx, person.id);
        await record({ kind: 'recovery.used', actor: person, details: { remaining } });
      }
      if (!step.trustDevice) return { userId: person.id, cookies: [] };
      const trust = await this.#dependencies.devices.trust(tx, person.id, client);
      await record({ kind: 'device.trusted', actor: person, details: { userAgent: client.userAgent ?? null } });
      return { userId: person.id, cookies: [trust] };
    });
    if (passed === null) throw new AppError('WRONG_CODE', WRONG[step.method]);
    const admission = await opener.signIn(passed.userId, client, ['password', step.method], () => pending.complete(tokenHash));
    if (admission === null) throw signInExpired();
    for (const line of [pending.forget(), ...passed.cookies]) admission.headers.append('Set-Cookie', line);
    return admission;
  }

  async #isRight(tx: Transaction, userId: string, { method, code }: SecondStep): Promise<boolean> {
    if (method === 'recovery-code') return spendRecoveryCode(tx, userId, code);
    return this.#dependencies.apps.use(tx, userId, code.replaceAll(/[\s-]/g, ''));
  }

  async #methodsOf(tx: Transaction, userId: string): Promise<SecondStepMethod[]> {
    const hasApp = (await this.#dependencies.apps.confirmedAt(tx, userId)) !== null;
    const hasCodes = (await countRecoveryCodes(tx, userId)) > 0;
    const [key] = await tx.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)).limit(1);
    return [
      ...(key === undefined ? [] : (['passkey'] as const)),
      ...(hasApp ? (['code'] as const) : []),
      ...(hasCodes ? (['recovery-code'] as const) : []),
    ];
  }
}

const WRONG: Record<SecondStep['method'], string> = {
  code: 'This code is wrong, or it was already used. Enter the code that your app shows now.',
  'recovery-code': 'This recovery code is wrong, or it was already used.',
};
