import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database } from '#server/db/connect.ts';
import type { WorkTools } from '#server/rendering/render-work.ts';
import { ExportWork } from './export-work.ts';
import { ExportsRepo } from './exports.repo.ts';
import { ExportsService } from './exports.service.ts';
import type { SlideContents } from './pdf-request.ts';

interface Parts extends Omit<ConstructorParameters<typeof ExportsService>[0], 'repo'> {
  readonly db: Database;
  readonly trail: AuditTrail;
  readonly notes: { readonly ofVersion: SlideContents['notes'] };
  readonly annotations: { readonly drawingsOf: SlideContents['drawings'] };
}

/** Creates the parts that export decks: the service, and what its jobs do. */
export function openExports({ db, trail, notes, annotations, ...parts }: Parts) {
  const repo = new ExportsRepo(db, trail);
  const contents: SlideContents = {
    notes: (deckId, versionId) => notes.ofVersion(deckId, versionId),
    drawings: (deckId, versionId, size) => annotations.drawingsOf(deckId, versionId, size),
  };
  return {
    service: new ExportsService({ ...parts, repo }),
    workWith: (tools: WorkTools) => new ExportWork({ ...tools, repo, contents }),
  };
}
