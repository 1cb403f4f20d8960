import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { AuthService } from '#server/auth/auth.service.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { Database } from '#server/db/connect.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
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
  readonly secret: string;
  readonly auth: Pick<AuthService, 'inTurn'>;
  readonly playback: LinkPlayback<From>;
  readonly notes: SharedParts['notes'];
  readonly slides: SharedParts['slides'];
  readonly origins: { readonly base: string };
}

/** Creates the parts of links, for members and for visitors. */
export function openLinks<From>({
  db,
  trail,
  decks,
  revocations,
  secret,
  auth,
  playback,
  notes,
  slides,
  origins,
}: Dependencies<From>) {
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
  const shared = new SharedService({ repo: new SharedRepo(db), tokens, playback, notes, slides, inTurn });
  return { services: { links, shared } };
}
