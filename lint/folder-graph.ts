import { dirname, posix } from 'node:path';

/** The imports between two folders of `part`, a top folder such as `server`. */
export interface FolderImport {
  readonly from: string;
  readonly to: string;
  /** One of the files of `from` that import from `to`. */
  readonly file: string;
}

/** Static and dynamic imports, type imports, re-exports and `declare module`. */
const IMPORTS = /(?:\bfrom|\bimport|\bdeclare module)\s*\(?\s*'([^']+)'/g;

/**
 * Finds the imports between folders. Files directly in `part` count as a folder each, because some are below all others and some above.
 *
 * @param files the sources by path from the root of the repository
 * @param folderOf the folder of a path: by default the innermost one
 */
export function folderImports(
  part: string,
  files: ReadonlyMap<string, string>,
  folderOf: (path: string) => string = innermostFolder,
): FolderImport[] {
  const found = new Map<string, FolderImport>();
  for (const [file, source] of files) {
    for (const [, module = ''] of source.matchAll(IMPORTS)) {
      const target = module.startsWith('.') ? posix.join(dirname(file), module) : module.replace(/^#/, '');
      const [from, to] = [folderOf(file), folderOf(target)];
      if (target.startsWith(`${part}/`) && from !== to) found.set(`${from} ${to}`, { from, to, file });
    }
  }
  return [...found.values()];
}

function innermostFolder(path: string): string {
  const folder = dirname(path);
  return folder.includes('/') ? folder : path;
}

/** `web/pages` for `web/pages/library/Library.tsx`. */
export function topFolder(path: string): string {
  return path.split('/').slice(0, 2).join('/');
}

/** The groups of folders that import each other, directly or by way of others. */
export function cyclesIn(imports: readonly Pick<FolderImport, 'from' | 'to'>[]): string[][] {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const reachable = new Map([...targets.keys()].map((folder) => [folder, reachableFrom(folder, targets)]));
  const groups = new Map<string, string[]>();
  for (const [folder, others] of reachable) {
    if (!others.has(folder)) continue;
    const group = [...others].filter((other) => reachable.get(other)?.has(folder)).toSorted();
    groups.set(group.join(), group);
  }
  return [...groups.values()];
}

function reachableFrom(start: string, targets: ReadonlyMap<string, readonly Pick<FolderImport, 'to'>[]>): Set<string> {
  const seen = new Set<string>();
  const waiting = [start];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const { to } of targets.get(folder) ?? []) {
      if (!seen.has(to)) waiting.push(to);
      seen.add(to);
    }
  }
  return seen;
}
