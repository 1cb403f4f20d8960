import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { AuthService } from '#server/auth/auth.service.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import type { Listener } from '#server/db/listener.ts';
import type { Logger } from 'pino';
import { AudiencesRepo, type ShownAddresses } from './audiences.repo.ts';
import { AudiencesService } from './audiences.service.ts';
import { LinkEvents } from './link-events.ts';
import { LinkTokens } from './link-tokens.ts';
import { LinksRepo } from './links.repo.ts';
import { LinksService } from './links.service.ts';
import { SharedRepo } from './shared.repo.ts';
import { type LinkPlayback, SharedService } from './shared.service.ts';
import { TalkRelay } from './talk-relay.ts';
import { VisitSummaryRepo } from './visits/visit-summary.repo.ts';
import { VisitorHasher } from './visits/visitor-hashes.ts';
import { VisitsRepo } from './visits/visits.repo.ts';
import { VisitsService } from './visits/visits.service.ts';

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
  readonly talks: ShownAddresses;
  readonly drawings: ConstructorParameters<typeof TalkRelay>[0]['drawings'];
  readonly origins: { readonly base: string };
  readonly config: Pick<Config, 'visitsDays'>;
}

/** Creates the parts of links, for members and for visitors. */
export async function openLinks<From>(dependencies: Dependencies<From>, opened: AsyncDisposableStack) {
  const { db, trail, decks, revocations, listener, log, secret, auth, playback, notes, slides, drawings, origins, config } =
    dependencies;
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
  const visits = buildVisits({ db, decks, links, shared, days: config.visitsDays });
  const audiences = new AudiencesRepo(db, dependencies.talks);
  const talks = new TalkRelay({ repo: audiences, drawings, revocations, listener, log, baseUrl: origins.base });
  await talks.start();
  opened.defer(() => talks.close());
  const events = new LinkEvents({ repo, shared, talks, revocations, listener, log });
  await events.start();
  opened.defer(() => events.close());
  const opening = new AudiencesService({ repo: audiences, decks, tokens, baseUrl: origins.base });
  return { services: { links, shared, visits, audiences: opening }, events };
}

interface VisitParts {
  readonly db: Database;
  readonly decks: DecksService;
  readonly links: LinksService;
  readonly shared: Pick<SharedService<never>, 'open'>;
  readonly days: number;
}

function buildVisits({ db, decks, links, shared, days }: VisitParts): VisitsService {
  const repo = new VisitsRepo(db);
  const hasher = new VisitorHasher({ salt: (day) => repo.salt(day), keepSalt: (day, salt) => repo.keepSalt(day, salt) });
  return new VisitsService({
    repo,
    summaries: new VisitSummaryRepo(db),
    hasher,
    decks,
    open: (holder) => shared.open(holder),
    requireLink: (actor, deckId, linkId) => links.get(actor, deckId, linkId),
    days,
  });
}
