import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Something of the folder that does not go into the package, and why. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

export interface FolderListing {
  /** Package paths (with `/`), sorted. */
  readonly files: readonly string[];
  readonly leftOut: readonly LeftOut[];
}

const SYSTEM_FILES = new Set(['thumbs.db', 'desktop.ini', '__macosx']);

/** Every file under a folder that belongs in a package: no hidden files, no installed packages, no other decks. */
export async function listFolder(root: string): Promise<FolderListing> {
  const files: string[] = [];
  const leftOut: LeftOut[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const item of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? item.name : `${folder}/${item.name}`;
      const why = reasonToLeaveOut(item.name) ?? (item.isFile() || item.isDirectory() ? undefined : 'not a regular file');
      if (why) leftOut.push({ path, why });
      else if (item.isDirectory()) await visit(path);
      else files.push(path);
    }
  };
  await visit('');
  return { files: files.toSorted(), leftOut: leftOut.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}

function reasonToLeaveOut(name: string): string | undefined {
  if (name.startsWith('.')) return 'hidden';
  if (name === 'node_modules') return 'installed packages';
  if (/\.stage(?:\.[0-9a-f]+\.tmp)?$/i.test(name)) return 'a packed deck';
  return SYSTEM_FILES.has(name.toLowerCase()) ? 'left by the system' : undefined;
}
