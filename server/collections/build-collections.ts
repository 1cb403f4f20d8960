import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database } from '#server/db/connect.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { Broadcasts } from '#server/feed/broadcasts.ts';
import { CollectionsRepo } from './collections.repo.ts';
import { CollectionsService } from './collections.service.ts';
import { StarsRepo } from './stars.repo.ts';
import { StarsService } from './stars.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly trail: AuditTrail;
  readonly decks: Pick<DecksService, 'readable'>;
}

/** The services of collections and stars. */
export function buildCollections({ db, trail, decks }: Dependencies) {
  return {
    collections: new CollectionsService(new CollectionsRepo(db, trail), decks),
    stars: new StarsService(new StarsRepo(db, new Broadcasts(db)), decks),
  };
}
