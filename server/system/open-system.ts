import type { Config } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { SystemRepo } from './system.repo.ts';
import { SystemService } from './system.service.ts';

type Sources = Pick<ConstructorParameters<typeof SystemService>[0], 'health' | 'jobs' | 'backups' | 'blobs'>;

/** Creates the service that tells admins how the server is. */
export function openSystem({
  db,
  config,
  ...sources
}: Sources & { readonly db: Database; readonly config: Config }): SystemService {
  const { uploads, connections, trashDays, auditDays, visitsDays } = config;
  const limits = {
    uploadMaxBytes: uploads.maxBytes,
    userQuotaBytes: Number.isFinite(uploads.userQuotaBytes) ? uploads.userQuotaBytes : null,
    minFreeBytes: uploads.minFreeBytes,
    maxConnections: connections.total,
    trashDays,
    auditDays,
    visitsDays,
  };
  const { kind: storageKind } = config.storage;
  return new SystemService({
    ...sources,
    repo: new SystemRepo(db),
    storageKind,
    isEmbedded: config.databaseUrl === null,
    limits,
  });
}
