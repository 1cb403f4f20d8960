import type { Database } from '#server/db/connect.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import type { PackageIntake } from '#server/packages/package-intake.ts';
import { ComparisonRepo } from './comparison.repo.ts';
import { ComparisonService } from './comparison.service.ts';
import { recordChanges } from './record-changes.ts';
import { VersionsRepo } from './versions.repo.ts';
import { VersionsService } from './versions.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly decks: DecksService;
  readonly intake: PackageIntake;
}

/** Creates versions, their comparison, and what records the changes of a version that was rendered. */
export function buildVersionParts({ db, decks, intake }: Dependencies) {
  const repo = new ComparisonRepo(db);
  const comparison = new ComparisonService(repo, decks);
  const versions = new VersionsService({ repo: new VersionsRepo(db), comparison, decks, intake });
  return { rendered: recordChanges(repo), services: { comparison, versions } };
}
