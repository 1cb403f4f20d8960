import { eq } from 'drizzle-orm';
import { users } from '#drizzle/schema/index.ts';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database } from '#server/db/connect.ts';
import { AppError, unauthenticated } from '#server/errors.ts';
import type { TwoFactorRule } from '#shared/two-factor-rules.ts';
import type { RecoveryCodes } from '#shared/two-factor.ts';
import type { Actor } from '#server/auth/actor.ts';
import { holdActorAlone } from '#server/auth/credentials.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { AuthenticatorApps } from './authenticator-apps.ts';
import { withheldFrom } from './factor-policy.ts';
import { changeFactors, noteFactor } from './factor-state.ts';
import { countRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';
import { totpAddress } from './totp.ts';
import { endTrust, type TrustedDeviceRow, type TrustedDevices } from './trusted-devices.ts';

interface Dependencies {
  readonly db: Database;
  readonly trail: AuditTrail;
  readonly revocations: Pick<Revocations, 'announce'>;
  readonly apps: AuthenticatorApps;
  readonly devices: TrustedDevices;
  /** Asks for the password again. @throws AppError REAUTHENTICATION_REQUIRED or INVALID_CREDENTIALS */
  readonly confirm: (actor: Actor, password: string | undefined) => Promise<void>;
  readonly rule: TwoFactorRule;
  /** The host name of this service, which authenticator apps show. */
  readonly host: string;
}

/** The second factors of an account. */
export interface FactorsRow {
  readonly enabledAt: Date | null;
  readonly required: boolean;
  readonly appConfirmedAt: Date | null;
  readonly recoveryCodes: number;
  readonly trustedDevices: readonly TrustedDeviceRow[];
}

/** What people do with the second factors of their accounts. */
export class FactorsService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list({ userId }: Actor): Promise<FactorsRow> {
    const { db, apps, devices, rule } = this.#dependencies;
    const [user] = await db.select({ role: users.role, enabledAt: users.twoFactorSince }).from(users).where(eq(users.id, userId));
    if (user === undefined) throw unauthenticated();
    const { role, enabledAt } = user;
    return {
      enabledAt,
      required: withheldFrom(rule, { role, twoFactorSince: null }) !== null,
      appConfirmedAt: await apps.confirmedAt(db, userId),
      recoveryCodes: await countRecoveryCodes(db, userId),
      trustedDevices: await devices.list(userId),
    };
  }

  /**
   * Makes a secret for an authenticator app. It counts when `confirmApp` gets its first code.
   *
   * @throws AppError REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS or APP_EXISTS
   */
  async beginApp(actor: Actor, password: string | undefined): Promise<{ secret: string; uri: string }> {
    const { db, apps, confirm, host } = this.#dependencies;
    await confirm(actor, password);
    return db.transaction(async (tx) => {
      await holdActorAlone(tx, actor);
      if ((await apps.confirmedAt(tx, actor.userId)) !== null) throw appExists();
      const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, actor.userId));
      const secret = await apps.begin(tx, actor.userId);
      return { secret, uri: totpAddress(secret, user?.email ?? actor.name, host) };
    });
  }

  /** Turns the app on. Returns recovery codes if it is the first second factor. @throws AppError WRONG_CODE, TWO_FACTOR_NOT_FOUND or APP_EXISTS */
  async confirmApp(actor: Actor, code: string): Promise<RecoveryCodes> {
    return changeFactors(this.#dependencies, actor, async (tx, record, person) => {
      const { apps } = this.#dependencies;
      if ((await apps.confirmedAt(tx, person.id)) !== null) throw appExists();
      const outcome = await apps.confirm(tx, person.id, code.replaceAll(/[\s-]/g, ''));
      if (outcome === 'not begun')
        throw new AppError('TWO_FACTOR_NOT_FOUND', 'No authenticator app is being set up. Begin again.');
      if (outcome === 'wrong') {
        throw new AppError(
          'WRONG_CODE',
          'This code is wrong. Enter the code that your app shows now, and check the clock of the device.',
        );
      }
      await record({ kind: 'app.added', actor: person, details: {} });
      return { recoveryCodes: await noteFactor(tx, person.id) };
    });
  }

  /** @throws AppError REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS or TWO_FACTOR_NOT_FOUND */
  async removeApp(actor: Actor, password: string | undefined): Promise<void> {
    await this.#dependencies.confirm(actor, password);
    await changeFactors(this.#dependencies, actor, async (tx, record, person) => {
      if (!(await this.#dependencies.apps.remove(tx, person.id))) throw noFactor();
      await record({ kind: 'app.removed', actor: person, details: {} });
      await noteFactor(tx, person.id);
    });
  }

  /** Replaces all recovery codes. @throws AppError REAUTHENTICATION_REQUIRED, INVALID_CREDENTIALS or TWO_FACTOR_NOT_FOUND */
  async renewRecoveryCodes(actor: Actor, password: string | undefined): Promise<RecoveryCodes> {
    await this.#dependencies.confirm(actor, password);
    return changeFactors(this.#dependencies, actor, async (tx, record, person) => {
      const [user] = await tx.select({ since: users.twoFactorSince }).from(users).where(eq(users.id, person.id));
      if (user?.since == null) throw noFactor();
      await record({ kind: 'recovery.renewed', actor: person, details: {} });
      return { recoveryCodes: await replaceRecoveryCodes(tx, person.id) };
    });
  }

  /** Ends the trust in one browser. @throws AppError DEVICE_NOT_FOUND */
  async endTrust(actor: Actor, id: string): Promise<void> {
    await changeFactors(this.#dependencies, actor, async (tx, record, person) => {
      if (!(await endTrust(tx, person.id, id)))
        throw new AppError('DEVICE_NOT_FOUND', 'You do not trust this browser, or no longer.');
      await record({ kind: 'device.untrusted', actor: person, details: {} });
    });
  }
}

function appExists(): AppError {
  return new AppError('APP_EXISTS', 'You already have an authenticator app. Remove it first.');
}

function noFactor(): AppError {
  return new AppError('TWO_FACTOR_NOT_FOUND', 'You have no second factor.');
}
