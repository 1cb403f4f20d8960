import type { BackupRunsRepo } from './backup-runs.repo.ts';
import { type BackupReport, type BackupSource, makeBackup, pruneBackups } from './make-backup.ts';
import { BackupError } from './snapshot.ts';

interface Wish {
  readonly directory: string;
  /** How many snapshots stay in the directory. Null: all. */
  readonly keep: number | null;
  readonly isScheduled: boolean;
}

export interface BackupResult extends BackupReport {
  /** How many older snapshots were removed. */
  readonly removed: number;
}

/** Errors can contain whole statements. */
const ERROR_MAX = 1000;

/**
 * Makes a backup, removes older snapshots and records how it ended. A snapshot without all files is kept, and then no older one is removed.
 *
 * @throws BackupError when the store lacks files that rows refer to. Other errors are those of the database, the disk or the store
 */
export async function runBackup(
  { directory, keep, isScheduled }: Wish,
  source: BackupSource,
  runs: BackupRunsRepo,
): Promise<BackupResult> {
  const startedAt = performance.now();
  const made: { report: BackupReport | null } = { report: null };
  const record = (error: string | null) =>
    runs.record({
      isScheduled,
      directory,
      snapshot: made.report?.name ?? null,
      rows: made.report?.rows ?? 0,
      files: made.report?.blobs ?? 0,
      copiedBytes: made.report?.copiedBytes ?? 0,
      error,
      milliseconds: performance.now() - startedAt,
    });
  if (!(await source.repo.lock())) throw new BackupError('Another backup is running. Wait until it has ended.');
  try {
    const report = await makeBackup(directory, source);
    made.report = report;
    if (report.missing.length > 0)
      throw new BackupError(
        `The snapshot ${report.name} is without ${report.missing.length} of its files, which the store does not have: ${report.missing.slice(0, 5).join(', ')}. "lectern doctor" names their decks.`,
      );
    const removed = keep === null ? 0 : await pruneBackups(directory, keep);
    await record(null);
    return { ...report, removed };
  } catch (error) {
    // A server that stops makes the backup after its next start.
    if (source.signal?.aborted !== true)
      await record((error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX)).catch(() => undefined);
    throw error;
  }
}
