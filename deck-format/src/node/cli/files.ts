import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RandomAccessSource } from '../../source.ts';
import { openFileSource } from '../file-source.ts';
import { UsageError } from './command.ts';

/** What the system says of a path, in words. Other errors keep the system's own. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is not a directory',
  EACCES: 'you do not have permission',
  EPERM: 'you do not have permission',
  EROFS: 'the file system is read-only',
  ELOOP: 'it is a symbolic link that leads to itself',
  ENAMETOOLONG: 'the name is too long',
};

/** Opens the package that a command was given. @throws UsageError when it cannot be read, or is a directory */
export async function openDeckFile(path: string): Promise<RandomAccessSource & AsyncDisposable> {
  const found = await stat(path).catch((error: unknown) => refuseInput(path, error));
  if (found.isDirectory()) {
    throw new UsageError(`${path} is a directory; make a package of it with "stage pack ${path} -o FILE".`);
  }
  if (!found.isFile()) throw new UsageError(`${path} is not a regular file.`);
  return openFileSource(path).catch((error: unknown) => refuseInput(path, error));
}

/**
 * Checks that a package can be written to `target` before any work is done.
 *
 * @param input must not be the same file: it would be overwritten
 * @throws UsageError
 */
export async function checkOutput(target: string, input: string): Promise<void> {
  const existing = await stat(target).catch(() => null);
  if (existing?.isDirectory()) throw new UsageError(`Cannot write ${target}: it is a directory.`);
  if (existing !== null && (await isSameFile(target, input))) {
    throw new UsageError(`Cannot write ${target}: it is the input.`);
  }
  const folder = dirname(target);
  const holder = await stat(folder).catch((error: unknown) =>
    refuseOutput(target, error, `the directory ${folder} does not exist`),
  );
  if (!holder.isDirectory()) throw new UsageError(`Cannot write ${target}: ${folder} is not a directory.`);
  await access(folder, constants.W_OK).catch((error: unknown) => refuseOutput(target, error));
}

async function isSameFile(left: string, right: string): Promise<boolean> {
  const [a, b] = await Promise.all([left, right].map((path) => realpath(path).catch(() => null)));
  return a !== null && a === b;
}

/** @throws UsageError always */
export function refuseInput(path: string, error: unknown): never {
  // Node decodes arguments as UTF-8: what is not UTF-8 arrives as U+FFFD, and such a file cannot be named.
  if (path.includes('\ufffd')) throw new UsageError(`Cannot read ${path}: its name is not valid UTF-8; rename it.`);
  throw new UsageError(`Cannot read ${path}: ${reasonOf(error)}.`);
}

function refuseOutput(target: string, error: unknown, missing?: string): never {
  const reason = missing !== undefined && codeOf(error) === 'ENOENT' ? missing : reasonOf(error);
  throw new UsageError(`Cannot write ${target}: ${reason}.`);
}

function reasonOf(error: unknown): string {
  return REASONS[codeOf(error)] ?? (error instanceof Error ? error.message : String(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
