import type { Logger } from 'pino';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { BackupRepo } from './backup.repo.ts';
import type { BackupPlan, BackupRunsRepo } from './backup-runs.repo.ts';
import { runBackup } from './run-backup.ts';

interface Dependencies {
  readonly plan: BackupPlan;
  readonly runs: BackupRunsRepo;
  /** The address of PostgreSQL itself, without a pooler. */
  readonly directUrl: string;
  readonly blobs: Pick<BlobStore, 'list' | 'read'>;
  readonly secret: string;
  readonly version: string;
  readonly log: Logger;
}

const CHECK_MILLISECONDS = 60_000;

/** Makes backups regularly. Any number of instances may do this at once: a backup is made by the first one that gets the lock. */
export class BackupSchedule {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Looks at once and then every minute whether a backup is due, and makes it.
   *
   * @returns a function that ends this, and the backup that is being made
   */
  watch(): () => Promise<void> {
    const stop = new AbortController();
    let running = Promise.resolve();
    let isRunning = false;
    const check = () => {
      if (isRunning) return;
      isRunning = true;
      running = this.#attempt(stop.signal).finally(() => (isRunning = false));
    };
    const timer = setInterval(check, CHECK_MILLISECONDS).unref();
    check();
    return () => {
      clearInterval(timer);
      stop.abort();
      return running;
    };
  }

  /** Makes a backup if one is due and no other instance makes it. Returns whether it made one. */
  async runIfDue(signal: AbortSignal): Promise<boolean> {
    const { plan, runs, directUrl, log, ...source } = this.#dependencies;
    if (!(await runs.isDue(plan))) return false;
    const repo = new BackupRepo(directUrl);
    try {
      // Another instance may have made it since the question above.
      if (!(await repo.lock()) || !(await runs.isDue(plan))) return false;
      const { directory, keep } = plan;
      const { name, rows, blobs, copied, copiedBytes, removed } = await runBackup(
        { directory, keep, isScheduled: true },
        { ...source, repo, signal },
        runs,
      );
      log.info({ directory, snapshot: name, rows, files: blobs, copied, copiedBytes, removed }, 'made the scheduled backup');
      return true;
    } finally {
      await repo.close();
    }
  }

  async #attempt(signal: AbortSignal): Promise<void> {
    const { log, plan } = this.#dependencies;
    try {
      await this.runIfDue(signal);
    } catch (err) {
      if (!signal.aborted)
        log.error({ err, directory: plan.directory }, 'the scheduled backup failed; admins see it under People');
    }
  }
}
