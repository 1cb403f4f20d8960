import { refuse } from '../errors.ts';
import { FORMAT_LIMITS } from '../limits.ts';
import { engineOf } from '../package.ts';
import { readEntry } from '../read-entry.ts';
import type { RandomAccessSource } from '../source.ts';
import { readArchive } from '../zip/archive.ts';
import { fileTree, type NamedFile } from './file-tree.ts';
import { readDeckManifest } from './repack.ts';
import type { SourceFile, SourceTree } from './source-tree.ts';

/**
 * The files of a zip archive. If all of them are in one folder, the paths are relative to it. The archive is read as strictly as a
 * package.
 *
 * @param about its name, which is the title of a deck that has none, and the time of its last change in milliseconds since 1970
 * @throws PackageError if the archive is not sound, or if a file in it has a name that no package may have
 */
export async function zipTree(
  source: RandomAccessSource,
  { name, modified }: Pick<SourceTree, 'name'> & Pick<SourceFile, 'modified'>,
): Promise<SourceTree> {
  const engine = engineOf({});
  const archive = await readArchive(source, FORMAT_LIMITS, refuse);
  for (const fault of archive.nameFaults) refuse(fault);
  const files: NamedFile[] = [...archive.files].map(([path, extent]) => ({
    path,
    file: {
      size: extent.entry.size,
      modified,
      async *chunks() {
        yield await readEntry(source, extent, engine);
      },
    },
  }));
  const folder = commonFolder(files.map(({ path }) => path));
  return fileTree(
    folder === '' ? name : folder.slice(0, -1),
    files.map(({ path, file }) => ({ path: path.slice(folder.length), file })),
  );
}

/** Whether the tree is an unpacked package, which needs no packing. */
export async function isPackage(tree: SourceTree): Promise<boolean> {
  return (await readDeckManifest(tree.files)) !== undefined;
}

/** The folder that contains all files, with a slash at the end. Empty if there is none. */
function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const folder = first.slice(0, first.indexOf('/') + 1);
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : '';
}
