import type { Logger } from 'pino';
import { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database } from '#server/db/connect.ts';
import type { OwnOrigins } from '#server/http/own-origins.ts';
import { AuthService } from './auth.service.ts';
import { Authenticator } from './authenticator.ts';
import { createAuth } from './better-auth.ts';
import { KnownDevices } from './known-devices.ts';
import { PasswordResets } from './password-resets.ts';
import { RateLimits } from './rate-limits.ts';
import type { Revocations } from './revocations.ts';
import { sessionCookieName } from './session-cookie.ts';
import { Sessions } from './sessions.ts';

interface AuthParts {
  readonly origins: OwnOrigins;
  readonly log: Logger;
  readonly db: Database;
  readonly secret: string;
  readonly revocations: Revocations;
}

/** Who is signed in, and how people sign in, up and out. */
export function buildAuth({ db, origins, secret, revocations, log }: AuthParts) {
  const betterAuth = createAuth({ db, origins, secret, log });
  const sessions = new Sessions({ auth: betterAuth, db, secret, cookieName: sessionCookieName(origins.isSecure) });
  const trail = new AuditTrail(db, log);
  const auth = new AuthService({ auth: betterAuth, db, revocations, trail });
  const inTurn: AuthService['inTurn'] = (work) => auth.inTurn(work);
  return {
    auth,
    resets: new PasswordResets({ db, trail, revocations, inTurn, baseUrl: origins.base }),
    sessions,
    authenticator: new Authenticator(db, sessions),
    limits: new RateLimits(db),
    devices: new KnownDevices({ secret, isSecure: origins.isSecure }),
  };
}
