import type { Logger } from 'pino';
import packageJson from '#package' with { type: 'json' };
import type { Database } from '#server/db/connect.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { type BackupPlan, BackupRunsRepo } from './backup-runs.repo.ts';
import { BackupSchedule } from './backup-schedule.ts';
import { BackupsService } from './backups.service.ts';

interface Surroundings {
  readonly db: Database;
  readonly directUrl: string;
  readonly blobs: Pick<BlobStore, 'list' | 'read'>;
  readonly secret: string;
  readonly config: { readonly backup: BackupPlan | null };
  readonly log: Logger;
}

/** Starts to make backups if the settings say so. */
export function openBackups({ db, config, ...parts }: Surroundings, opened: AsyncDisposableStack): BackupsService {
  const runs = new BackupRunsRepo(db);
  const plan = config.backup;
  if (plan !== null) opened.defer(new BackupSchedule({ ...parts, plan, runs, version: packageJson.version }).watch());
  return new BackupsService(runs, plan);
}
