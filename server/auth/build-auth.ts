import type { Logger } from 'pino';
import { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { OidcSettings } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { OwnOrigins } from '#server/http/own-origins.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import type { TwoFactorRule } from '#shared/two-factor-rules.ts';
import { AuthService } from './auth.service.ts';
import { Authenticator } from './authenticator.ts';
import { createAuth } from './better-auth.ts';
import { AuthenticatorApps } from './factors/authenticator-apps.ts';
import { Challenges } from './factors/challenges.ts';
import { FactorResets } from './factors/factor-resets.ts';
import { FactorsService } from './factors/factors.service.ts';
import { PasskeysService } from './factors/passkeys.service.ts';
import { PendingSignIns } from './factors/pending-sign-ins.ts';
import { SecondStepService } from './factors/second-step.service.ts';
import { SecretBox } from './factors/totp.ts';
import { TrustedDevices } from './factors/trusted-devices.ts';
import { KnownDevices } from './known-devices.ts';
import { buildOidc } from './oidc/build-oidc.ts';
import { PasswordResets } from './password-resets.ts';
import { ResetMails } from './reset-mails.ts';
import { RateLimits } from './rate-limits.ts';
import type { Revocations } from './revocations.ts';
import { SessionOpener } from './session-opener.ts';
import { sessionCookieName } from './session-cookie.ts';
import { SignInMethodsService } from './sign-in-methods.ts';
import { Sessions } from './sessions.ts';

interface AuthParts {
  readonly origins: OwnOrigins;
  readonly log: Logger;
  readonly db: Database;
  readonly secret: string;
  readonly revocations: Revocations;
  /** The provider with which people sign in; null: there is none. */
  readonly oidc: OidcSettings | null;
  /** Whether people can sign in and join with a password. */
  readonly hasPasswords: boolean;
  /** Who must have a second factor. */
  readonly twoFactor: TwoFactorRule;
  /** Null: the server sends no mail. */
  readonly mailer: Mailer | null;
}

/** Who is signed in, and how people sign in, up and out. */
export function buildAuth({ db, origins, secret, revocations, oidc: settings, twoFactor: rule, log, ...wishes }: AuthParts) {
  const { hasPasswords, mailer } = wishes;
  const betterAuth = createAuth({ db, origins, secret, log });
  const cookieName = sessionCookieName(origins.isSecure);
  const sessions = new Sessions({ auth: betterAuth, db, secret, cookieName, rule });
  const trail = new AuditTrail(db, log);
  const opener = new SessionOpener({ auth: betterAuth, db, revocations, trail, secret, cookieName });
  const { isSecure } = origins;
  const parts = {
    db,
    trail,
    apps: new AuthenticatorApps(new SecretBox(secret)),
    devices: new TrustedDevices(db, isSecure),
  };
  const pendingSignIns = new PendingSignIns(db, isSecure);
  const secondStep = new SecondStepService({ ...parts, pending: pendingSignIns, opener });
  const auth = new AuthService({ auth: betterAuth, db, revocations, trail, hasPasswords, opener, secondStep });
  const confirm: AuthService['confirm'] = (actor, password) => auth.confirm(actor, password);
  const inTurn: AuthService['inTurn'] = (work) => auth.inTurn(work);
  const resets = new PasswordResets({ db, trail, revocations, inTurn, baseUrl: origins.base, hasPasswords });
  const resetMails = new ResetMails({ resets, mailer, hasPasswords, baseUrl: origins.base, log });
  const challenges = new Challenges(secret);
  const passkeys = new PasskeysService({
    ...parts,
    revocations,
    challenges,
    opener,
    confirm,
    hasPasswords,
    origin: origins.base,
  });
  const oidc = settings && buildOidc({ settings, db, trail, opener, revocations, secret, isSecure, log });
  return {
    auth,
    opener,
    oidc,
    forServices: {
      passwordResets: resets,
      methods: new SignInMethodsService({ db, hasPasswords, hasMail: mailer !== null, provider: oidc?.provider ?? null }),
      factors: new FactorsService({ ...parts, revocations, confirm, rule, host: new URL(origins.base).host }),
      passkeys,
      factorResets: new FactorResets({ trail, revocations }),
    },
    resets,
    resetMails,
    secondStep,
    passkeys,
    pendingSignIns,
    trustedDevices: parts.devices,
    sessions,
    authenticator: new Authenticator(db, sessions, rule),
    limits: new RateLimits(db),
    devices: new KnownDevices({ secret, isSecure }),
  };
}
