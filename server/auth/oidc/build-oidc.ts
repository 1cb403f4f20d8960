import type { Logger } from 'pino';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { SessionOpener } from '#server/auth/session-opener.ts';
import type { OidcSettings } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { FlowCookie } from './flow-cookie.ts';
import { Identities } from './identities.ts';
import { OidcProvider } from './oidc-provider.ts';
import { OidcService } from './oidc.service.ts';

interface OidcParts {
  readonly settings: OidcSettings;
  readonly db: Database;
  readonly trail: AuditTrail;
  readonly opener: SessionOpener;
  readonly revocations: Revocations;
  readonly secret: string;
  readonly isSecure: boolean;
  readonly log: Logger;
}

/** Signing in with a provider of OpenID Connect. */
export function buildOidc(parts: OidcParts) {
  const provider = new OidcProvider(parts);
  // The first attempt begins now. The server does not wait for it.
  void provider.check().catch(() => undefined);
  const service = new OidcService({ ...parts, provider, identities: new Identities(parts) });
  return { provider, service, flows: new FlowCookie(parts) };
}

export type Oidc = ReturnType<typeof buildOidc>;
