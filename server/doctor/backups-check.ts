import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import type { BackupFacts } from '#shared/backups.ts';
import { type Check, checked, fault, type Finding, warning } from './report.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
/** Without a schedule, a backup may be this old. */
const OLD_MILLISECONDS = 7 * DAY_MILLISECONDS;

/** Whether there is a recent backup, and whether the last one ended well. */
export async function checkBackups(
  { last, lastComplete }: BackupFacts,
  plan: Config['backup'],
  now = new Date(),
): Promise<Check> {
  const findings: Finding[] = [];
  if (last !== null && last.error !== null)
    findings.push(
      fault(
        `The backup of ${last.startedAt} failed: ${last.error}`,
        plan === null
          ? 'Correct the cause, and run `lectern backup` again.'
          : 'Correct the cause. The server tries again by itself.',
      ),
    );
  if (last === null)
    findings.push(
      warning(
        'No backup has been made.',
        plan === null
          ? 'Set BACKUP_DIR, or run `lectern backup` every night.'
          : 'Nothing: the server makes the first one within a minute while it runs.',
      ),
    );
  else if (lastComplete === null || isOld(lastComplete.startedAt, plan, now))
    findings.push(
      fault(
        lastComplete === null ? 'No backup has ended well.' : `The last backup that ended well is of ${lastComplete.startedAt}.`,
        plan === null
          ? 'Set BACKUP_DIR, or run `lectern backup` every night.'
          : 'Start the server, and look for “backup” in its log.',
      ),
    );
  if (plan !== null && lastComplete !== null) findings.push(...(await snapshotFindings(plan, lastComplete)));
  const schedule =
    plan === null
      ? 'none by the server itself (BACKUP_DIR is not set)'
      : `every ${plan.everyMilliseconds / 3_600_000} hours to ${plan.directory}`;
  return checked(
    'Backups',
    `${schedule}; ${lastComplete === null ? 'none is complete' : `the last one of ${lastComplete.startedAt}`}`,
    findings,
  );
}

/** A backup may take some time, and the server may have been off for a while. */
function isOld(startedAt: string, plan: Config['backup'], now: Date): boolean {
  const most = plan === null ? OLD_MILLISECONDS : 2 * plan.everyMilliseconds;
  return now.getTime() - Date.parse(startedAt) > most;
}

/** Whether the last snapshot is where it was written. Another machine may have another directory of this name. */
async function snapshotFindings(
  { directory }: NonNullable<Config['backup']>,
  { directory: used, snapshot }: NonNullable<BackupFacts['lastComplete']>,
) {
  if (used !== directory || snapshot === null) return [];
  const file = path.join(directory, 'snapshots', snapshot, 'manifest.json');
  const isThere = await stat(file).then(
    () => true,
    () => false,
  );
  if (isThere) return [];
  return [
    warning(
      `The last snapshot, ${snapshot}, is not in ${directory} of this machine.`,
      'Mount the disk of the backups. If another machine makes the backups, run this command there.',
    ),
  ];
}
