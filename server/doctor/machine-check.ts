import { constants } from 'node:fs';
import { access, readFile, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '#server/config.ts';
import { errnoOf } from '#server/storage/disk-errors.ts';
import { probeDirectory } from '#server/storage/disk-probe.ts';
import { reasonOf } from '#server/storage/storage-errors.ts';
import { type Check, checked, fault, type Finding, warning } from './report.ts';

/** The permissions of other users: the embedded PostgreSQL of root passes through the directory. */
const READABLE_BY_OTHERS = 0o066;
const SECRET_LENGTH = 32;
/** File systems can be full of files although bytes are left. */
const FILES_LEFT = 10_000;

type Machine = Pick<Config, 'dataDir' | 'uploads' | 'auth' | 'databaseUrl' | 'storage'>;

/** Whether the server can write where it must, and others cannot read what is secret. */
export async function checkDataDirectory({ dataDir, uploads, auth, databaseUrl }: Machine): Promise<Check> {
  const found = await stat(dataDir).catch(() => null);
  const needed = databaseUrl === null;
  if (found === null || (needed && !(await isThere(path.join(dataDir, 'postgres'))))) {
    const what = found === null ? `There is no directory ${dataDir}.` : `There is no database in ${dataDir}.`;
    const remedy = 'Set DATA_DIR to the directory of the server, and mount it. A server that has never been started has none.';
    return checked('Data directory', dataDir, [
      needed ? fault(what, remedy) : warning(what, 'The server creates it when it starts.'),
    ]);
  }
  const findings: Finding[] = [];
  if ((found.mode & READABLE_BY_OTHERS) !== 0)
    findings.push(
      warning(
        `Other users of this machine can read ${dataDir} (mode ${(found.mode & 0o777).toString(8)}).`,
        `chmod 700 ${dataDir}; the server does it when it starts, if it may.`,
      ),
    );
  for (const directory of [dataDir, uploads.stagingDir]) {
    const reason = (await isThere(directory)) ? await whyNotWritable(directory) : null;
    if (reason !== null) findings.push(notWritable(directory, reason));
  }
  if (auth.secret === null) findings.push(...(await secretFindings(path.join(dataDir, 'auth-secret'))));
  return checked('Data directory', dataDir, findings);
}

async function secretFindings(file: string): Promise<Finding[]> {
  const secret = await readFile(file, 'utf8').catch((error: unknown) => errnoOf(error) ?? 'unknown');
  if (secret === 'ENOENT')
    return [
      warning(
        `There is no ${file}.`,
        'Copy the file auth-secret of the last snapshot there. Otherwise the server makes a new one: everyone has to sign in again, and links to decks stop working.',
      ),
    ];
  if (secret.trim().length >= SECRET_LENGTH) return [];
  return [fault(`${file} is damaged or cannot be read.`, 'Copy the file auth-secret of the last snapshot there.')];
}

/** Whether uploads are accepted. */
export async function checkSpace({ dataDir, uploads, storage }: Machine): Promise<Check> {
  const findings: Finding[] = [];
  const summaries: string[] = [];
  const devices = new Set<number>();
  for (const directory of [dataDir, ...(storage.kind === 'disk' ? [storage.directory] : [])]) {
    const found = await stat(directory).catch(() => null);
    if (found === null || devices.has(found.dev)) continue;
    devices.add(found.dev);
    const disk = await statfs(directory);
    const free = disk.bavail * disk.bsize;
    summaries.push(`${inMib(free)} MiB free at ${directory}`);
    if (free < uploads.minFreeBytes)
      findings.push(
        fault(
          `Less than MIN_FREE_BYTES (${inMib(uploads.minFreeBytes)} MiB) is free at ${directory}: uploads are refused.`,
          'Free space, use a larger disk, or lower MIN_FREE_BYTES.',
        ),
      );
    else if (free < 2 * uploads.minFreeBytes)
      findings.push(
        warning(
          `${inMib(free)} MiB are free at ${directory}; below ${inMib(uploads.minFreeBytes)} MiB uploads are refused.`,
          'Free space, or use a larger disk.',
        ),
      );
    // Some file systems have no limit, and say 0.
    if (disk.files > 0 && disk.ffree < FILES_LEFT)
      findings.push(
        warning(
          `The file system at ${directory} has room for ${disk.ffree} more files.`,
          'Remove files, or use a file system with more inodes.',
        ),
      );
  }
  return checked('Free space', summaries.join(', '), findings);
}

/** Whether the folders of a store on disk are there, and can be read and written. */
export async function brokenFolders(folders: readonly string[]): Promise<string[]> {
  const broken: string[] = [];
  for (const folder of folders) {
    const mode = constants.R_OK | constants.W_OK | constants.X_OK;
    const reason = await access(folder, mode).then(
      () => null,
      (error: unknown) => errnoOf(error) ?? reasonOf(error),
    );
    if (reason !== null) broken.push(`${folder} (${reason})`);
  }
  return broken;
}

export function notWritable(directory: string, reason: string): Finding {
  const remedies: Record<string, string> = {
    EROFS: 'Mount the file system for writing; after an error of the disk, Linux mounts it read-only.',
    ENOSPC: 'Free space on the disk.',
    EDQUOT: 'Raise the quota of the user of the server.',
  };
  return fault(
    `${directory} cannot be written (${reason}).`,
    remedies[reason] ??
      `Give it to the user of the server: chown -R ${process.getuid?.() ?? 'USER'} ${directory}. Run this command as that user.`,
  );
}

/** The code of the error with which a small file cannot be written, read and removed; null if it can. */
async function whyNotWritable(directory: string): Promise<string | null> {
  return probeDirectory(directory).then(
    () => null,
    (error: unknown) => errnoOf(error) ?? reasonOf(error),
  );
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function inMib(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}
