import type { Backup, BackupFacts } from '#shared/backups.ts';
import type { BackupPlan, BackupRow, BackupRunsRepo } from './backup-runs.repo.ts';

const HOUR_MILLISECONDS = 60 * 60 * 1000;

/** Tells admins how backups ended. The router requires an admin. */
export class BackupsService {
  readonly #runs: Pick<BackupRunsRepo, 'last' | 'lastComplete'>;
  readonly #plan: BackupPlan | null;

  /** @param plan null: the server makes no backups by itself */
  constructor(runs: Pick<BackupRunsRepo, 'last' | 'lastComplete'>, plan: BackupPlan | null) {
    this.#runs = runs;
    this.#plan = plan;
  }

  /** When the last complete backup ended; null if there is none. */
  async lastComplete(): Promise<Date | null> {
    return (await this.#runs.lastComplete())?.endedAt ?? null;
  }

  async facts(): Promise<BackupFacts> {
    const [last, lastComplete] = [await this.#runs.last(), await this.#runs.lastComplete()];
    const plan = this.#plan;
    return {
      schedule: plan && { everyHours: plan.everyMilliseconds / HOUR_MILLISECONDS, keep: plan.keep },
      last: last && serializeBackup(last),
      lastComplete: lastComplete && serializeBackup(lastComplete),
    };
  }
}

function serializeBackup({ startedAt, endedAt, isScheduled, directory, snapshot, error }: BackupRow): Backup {
  return { startedAt: startedAt.toISOString(), endedAt: endedAt.toISOString(), isScheduled, directory, snapshot, error };
}
