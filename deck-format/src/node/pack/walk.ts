import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FORMAT_LIMITS } from '../../limits.ts';
import { checkSizes } from '../write/size-limits.ts';
import { PackError } from './options.ts';

/** A file or folder that is not packed, and the reason. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

export interface FolderListing {
  /** Package paths, sorted. */
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

const SYSTEM_FILES = new Set(['thumbs.db', 'desktop.ini', '__macosx']);

/**
 * Lists the files of a folder recursively, without hidden files, installed packages, packed decks and system files.
 *
 * @throws PackError if there are more files than a package may have, or if a name is not UTF-8
 */
export async function listFolder(root: string): Promise<FolderListing> {
  const files: string[] = [];
  const leftOut: LeftOut[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const item of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? item.name : `${folder}/${item.name}`;
      const why = reasonToLeaveOut(item.name) ?? (item.isFile() || item.isDirectory() ? undefined : 'not a regular file');
      if (why) {
        leftOut.push({ path, why });
        continue;
      }
      await refuseUnreadableName(root, path);
      if (item.isDirectory()) await visit(path);
      else files.push(path);
      if (files.length > FORMAT_LIMITS.entries) {
        throw new PackError(`${root} has more than ${FORMAT_LIMITS.entries} files, which is the maximum for a package.`);
      }
    }
  };
  await visit('');
  return { files: files.toSorted(), leftOut: leftOut.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}

/** Checks the sizes of files before they are read. @throws PackageError `E_TOO_LARGE` if they are too large for a package */
export async function checkFileSizes(root: string, files: readonly string[]): Promise<void> {
  const sizes = new Map<string, number>();
  for (const path of files) sizes.set(path, (await stat(join(root, path))).size);
  checkSizes(sizes);
}

/**
 * Refuses names that are not UTF-8. Node decodes them with U+FFFD, and there is no file with the decoded name.
 *
 * @throws PackError
 */
async function refuseUnreadableName(root: string, path: string): Promise<void> {
  if (!path.includes('\ufffd')) return;
  const exists = await lstat(join(root, path)).then(
    () => true,
    () => false,
  );
  if (!exists) throw new PackError(`The name of ${JSON.stringify(path)} is not valid UTF-8; rename it.`);
}

function reasonToLeaveOut(name: string): string | undefined {
  if (name.startsWith('.')) return 'hidden';
  if (name === 'node_modules') return 'installed packages';
  if (/\.stage(?:\.[0-9a-f]+\.tmp)?$/i.test(name)) return 'a packed deck';
  return SYSTEM_FILES.has(name.toLowerCase()) ? 'a system file' : undefined;
}
