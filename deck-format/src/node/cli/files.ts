import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RandomAccessSource } from '../../source.ts';
import { openFileSource } from '../file-source.ts';
import { UsageError } from './command.ts';

/** Explanations of system errors. Other errors keep the message of the system. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'the file does not exist',
  ENOTDIR: 'a part of the path is not a directory',
  EACCES: 'you do not have permission',
  EPERM: 'you do not have permission',
  EROFS: 'the file system is read-only',
  ELOOP: 'it is a symbolic link to itself',
  ENAMETOOLONG: 'the name is too long',
};

/** Opens a package. @throws UsageError if it cannot be read or is not a regular file */
export async function openDeckFile(path: string): Promise<RandomAccessSource & AsyncDisposable> {
  const found = await stat(path).catch((error: unknown) => refuseInput(path, error));
  if (found.isDirectory()) {
    throw new UsageError(`${path} is a directory; create a package from it with "stage pack ${path} -o FILE".`);
  }
  if (!found.isFile()) throw new UsageError(`${path} is not a regular file.`);
  return openFileSource(path).catch((error: unknown) => refuseInput(path, error));
}

/**
 * Checks that a package can be written to `target`, before it is packed.
 *
 * @param input the input of the command, which must not be overwritten
 * @throws UsageError if it cannot be written
 */
export async function checkOutput(target: string, input: string): Promise<void> {
  const existing = await stat(target).catch(() => null);
  if (existing?.isDirectory()) throw new UsageError(`Cannot write ${target}: it is a directory.`);
  if (existing !== null && (await isSameFile(target, input))) {
    throw new UsageError(`Cannot write ${target}: it is the input.`);
  }
  const folder = dirname(target);
  const parent = await stat(folder).catch((error: unknown) =>
    refuseOutput(target, error, `the directory ${folder} does not exist`),
  );
  if (!parent.isDirectory()) throw new UsageError(`Cannot write ${target}: ${folder} is not a directory.`);
  await access(folder, constants.W_OK).catch((error: unknown) => refuseOutput(target, error));
}

async function isSameFile(left: string, right: string): Promise<boolean> {
  const [a, b] = await Promise.all([left, right].map((path) => realpath(path).catch(() => null)));
  return a !== null && a === b;
}

/** Explains why an input cannot be read. @throws UsageError always */
export function refuseInput(path: string, error: unknown): never {
  // Node decodes arguments as UTF-8 and replaces invalid bytes by U+FFFD, so such a file cannot be opened.
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
