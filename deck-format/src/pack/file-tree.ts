import { FORMAT_LIMITS } from '../limits.ts';
import {
  INSTALLED_PACKAGES,
  type LeftOut,
  PackError,
  reasonToLeaveOut,
  type SourceFile,
  type SourceTree,
} from './source-tree.ts';

/** A file with its path in the folder. */
export interface NamedFile<File = SourceFile> {
  readonly path: string;
  readonly file: File;
}

/**
 * A tree of files that are at hand, such as those of an archive or those that were dropped in a browser. Files that do not belong to
 * the deck are left out; of installed packages, only files that the deck refers to are packed.
 *
 * @param find finds files of installed packages that are not in `files`
 * @throws PackError if there are more files than a package may have
 */
export function fileTree(name: string, files: Iterable<NamedFile>, find: SourceTree['find'] = async () => undefined): SourceTree {
  const packed = new Map<string, SourceFile>();
  const installed = new Map<string, SourceFile>();
  const leftOut = new Map<string, LeftOut>();
  for (const { path, file } of files) {
    const excluded = excludedPart(path);
    if (excluded) leftOut.set(excluded.path, excluded);
    if (!excluded) packed.set(path, file);
    else if (path.split('/').includes(INSTALLED_PACKAGES)) installed.set(path, file);
    if (packed.size > FORMAT_LIMITS.entries) {
      const message = `${name} has more than ${FORMAT_LIMITS.entries} files, which is the maximum for a package.`;
      throw new PackError(message, 'too-many-files');
    }
  }
  return {
    name,
    files: new Map([...packed].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    leftOut: [...leftOut.values()].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    find: async (path) => installed.get(path) ?? find(path),
  };
}

/** The outermost part of the path that is left out, and the reason. */
function excludedPart(path: string): LeftOut | undefined {
  const names = path.split('/');
  for (const [at, name] of names.entries()) {
    const why = reasonToLeaveOut(name);
    if (why !== undefined) return { path: names.slice(0, at + 1).join('/'), why };
  }
  return undefined;
}
