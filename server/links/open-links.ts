import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { AuthService } from '#server/auth/auth.service.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { Database } from '#server/db/connect.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import type { Listener } from '#server/db/listener.ts';
import type { Logger } from 'pino';
import { LinkEvents } from './link-events.ts';
import { LinkTokens } from './link-tokens.ts';
import { LinksRepo } from './links.repo.ts';
import { LinksService } from './links.service.ts';
import { SharedRepo } from './shared.repo.ts';
import { type LinkPlayback, SharedService } from './shared.service.ts';

type SharedParts = ConstructorParameters<typeof SharedService>[0];

interface Dependencies<From> {
  readonly db: Database;
  readonly trail: AuditTrail;
  readonly decks: DecksService;
  readonly revocations: Revocations;
  readonly listener: Listener;
  readonly log: Logger;
  readonly secret: string;
  readonly auth: Pick<AuthService, 'inTurn'>;
  readonly playback: LinkPlayback<From>;
  readonly notes: SharedParts['notes'];
  readonly slides: SharedParts['slides'];
  readonly origins: { readonly base: string };
}

/** Creates the parts of links, for members and for visitors. */
export async function openLinks<From>(
  { db, trail, decks, revocations, listener, log, secret, auth, playback, notes, slides, origins }: Dependencies<From>,
  opened: AsyncDisposableStack,
) {
  const tokens = new LinkTokens(secret);
  const inTurn = <Result>(work: () => Promise<Result>) => auth.inTurn(work);
  const links = new LinksService({
    repo: new LinksRepo(db, trail),
    decks,
    tokens,
    revocations,
    inTurn,
    baseUrl: origins.base,
  });
  const repo = new SharedRepo(db);
  const shared = new SharedService({ repo, tokens, playback, notes, slides, inTurn, baseUrl: origins.base });
  const events = new LinkEvents({ repo, shared, revocations, listener, log });
  await events.start();
  opened.defer(() => events.close());
  return { services: { links, shared }, events };
}
