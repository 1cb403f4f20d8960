import { lstat, readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isHtmlPath } from '../content-type.ts';
import { FORMAT_LIMITS } from '../limits.ts';
import {
  INSTALLED_PACKAGES,
  type LeftOut,
  PackError,
  reasonToLeaveOut,
  type SourceFile,
  type SourceTree,
} from '../pack/source-tree.ts';
import { baseName } from '../write/build-manifest.ts';
import { fileContent } from './write-package.ts';

/**
 * The files of a folder, or an HTML file and the files that it refers to in its folder.
 *
 * @throws PackError if the input is neither, has more files than a package may have, or has a name that is not UTF-8
 */
export async function openTree(input: string): Promise<SourceTree> {
  const found = await stat(input).catch(() => null);
  if (!found) throw new PackError(`${input} does not exist.`);
  if (found.isDirectory()) return openFolder(input);
  if (!isHtmlPath(input)) throw new PackError(`${input} is neither a folder nor an HTML file.`);
  const [root, entry] = [dirname(input), basename(input)];
  return {
    name: baseName(entry),
    files: new Map([[entry, await sourceFile(input)]]),
    leftOut: [],
    find: (path) => regularFile(join(root, path)),
  };
}

/** Hidden files, packed decks and system files are left out. Of installed packages, only files that the deck refers to are packed. */
async function openFolder(root: string): Promise<SourceTree> {
  const { paths, leftOut } = await listFolder(root);
  const files = new Map<string, SourceFile>();
  for (const path of paths) files.set(path, await sourceFile(join(root, path)));
  return {
    name: basename(resolve(root)),
    files,
    leftOut,
    find: async (path) => (path.split('/').includes(INSTALLED_PACKAGES) ? regularFile(join(root, path)) : undefined),
  };
}

/** The files in a folder by their name, without those in its folders. */
export async function filesIn(folder: string): Promise<ReadonlyMap<string, SourceFile>> {
  const found = new Map<string, SourceFile>();
  for (const item of await readdir(folder, { withFileTypes: true })) {
    if (item.isFile() && reasonToLeaveOut(item.name) === undefined)
      found.set(item.name, await sourceFile(join(folder, item.name)));
  }
  return found;
}

async function regularFile(path: string): Promise<SourceFile | undefined> {
  const found = await stat(path).catch(() => null);
  return found?.isFile() === true ? sourceFile(path) : undefined;
}

async function sourceFile(path: string): Promise<SourceFile> {
  const { mtimeMs: modified } = await stat(path);
  return { ...(await fileContent(path)), modified };
}

/** Lists the files of a folder recursively. */
async function listFolder(root: string): Promise<{ paths: readonly string[]; leftOut: readonly LeftOut[] }> {
  const paths: string[] = [];
  const leftOut: LeftOut[] = [];
  const visit = async (folder: string): Promise<void> => {
    for (const item of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? item.name : `${folder}/${item.name}`;
      const why = reasonToLeaveOut(item.name) ?? (item.isFile() || item.isDirectory() ? undefined : 'not a regular file');
      if (why !== undefined) {
        leftOut.push({ path, why });
        continue;
      }
      await refuseUnreadableName(root, path);
      if (item.isDirectory()) await visit(path);
      else paths.push(path);
      if (paths.length > FORMAT_LIMITS.entries) {
        throw new PackError(`${root} has more than ${FORMAT_LIMITS.entries} files, which is the maximum for a package.`);
      }
    }
  };
  await visit('');
  return { paths: paths.toSorted(), leftOut: leftOut.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
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
