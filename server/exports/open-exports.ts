import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database } from '#server/db/connect.ts';
import type { WorkTools } from '#server/rendering/render-work.ts';
import { ExportWork } from './export-work.ts';
import { ExportsRepo } from './exports.repo.ts';
import { ExportsService } from './exports.service.ts';

type ServiceParts = Omit<ConstructorParameters<typeof ExportsService>[0], 'repo'>;

/** Creates the parts that export decks: the service, and what its jobs do. */
export function openExports({ db, trail, ...parts }: ServiceParts & { readonly db: Database; readonly trail: AuditTrail }) {
  const repo = new ExportsRepo(db, trail);
  return {
    service: new ExportsService({ ...parts, repo }),
    workWith: (tools: WorkTools) => new ExportWork({ ...tools, repo }),
  };
}
