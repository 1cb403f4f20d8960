import { archiveFault, type FaultSink, type PackageFault } from '../errors.ts';
import { collisionKey, normalizePackagePath, replaceEvery } from '../paths.ts';
import { decodeCp437 } from './entry-name.ts';
import { FLAG_UTF8, type ZipEntry } from './record.ts';
import type { Extent } from './extents.ts';

/** The entries by package path, and the faults of unsafe names. */
export interface NamedEntries {
  /** Files by normalized path, without junk files. */
  readonly files: ReadonlyMap<string, Extent>;
  /** Faults of unsafe names. They are reported after those of the manifest (README.md, `openPackage`). */
  readonly nameFaults: readonly PackageFault[];
}

/**
 * Determines the package path of each entry. Reports ambiguous names as faults of the archive: two entries with the same name, a file
 * that is also a folder, and names that some readers decode to the name of another entry.
 */
export function nameEntries(extents: readonly Extent[], report: FaultSink): NamedEntries {
  const files = new Map<string, Extent>();
  const nameFaults: PackageFault[] = [];
  const named: NamedEntry[] = [];
  for (const extent of extents) {
    const result = pathOf(extent.entry);
    if (typeof result === 'string') {
      named.push({ path: result, entry: extent.entry });
      if (!extent.entry.isFolder && !isJunk(result)) files.set(result, extent);
    } else if (result) {
      nameFaults.push(result);
    }
  }
  reportClashes(named, report);
  reportOtherReadings(named, report);
  return { files, nameFaults };
}

interface NamedEntry {
  readonly path: string;
  readonly entry: ZipEntry;
}

/**
 * No path contains NUL, and NUL sorts before all other characters: a file is directly followed by entries that use its name as a
 * folder.
 */
const SEPARATOR = '\0';

function sortKey(path: string, isFolder: boolean): string {
  return replaceEvery(collisionKey(path), '/', SEPARATOR) + (isFolder ? SEPARATOR : '');
}

function reportClashes(named: readonly NamedEntry[], report: FaultSink): void {
  const claims = named.map(({ path, entry }) => ({ key: sortKey(path, entry.isFolder), entry }));
  const sorted = claims.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  for (const [at, { key, entry }] of sorted.entries()) {
    const next = sorted[at + 1];
    if (entry.isFolder || !next) continue;
    if (next.key === key) report(archiveFault('name-repeated', next.entry.name));
    else if (next.key.startsWith(key + SEPARATOR)) report(archiveFault('name-is-folder', entry.name));
  }
}

/**
 * Reports names that can be confused. Some readers decode a name without the UTF-8 flag as code page 437 and ignore Unicode-path
 * fields. If the result is the name of another entry, these readers see other contents under that name.
 */
function reportOtherReadings(named: readonly NamedEntry[], report: FaultSink): void {
  const taken = new Set(named.map(({ path }) => path));
  for (const { path, entry } of named) {
    if ((entry.flags & FLAG_UTF8) !== 0 || ASCII.test(entry.name)) continue;
    const other = normalizePackagePath(decodeCp437(entry.nameBytes));
    if (!other.ok || other.path === path) continue;
    if (taken.has(other.path)) report(archiveFault('name-reads-like-another', entry.name));
    taken.add(other.path);
  }
}

const ASCII = /^[\x20-\x7f]*$/;

/** The path of an entry, or the fault of its name, or null for the root folder (`./`), which has no path. */
function pathOf(entry: ZipEntry): string | PackageFault | null {
  if (entry.nameState === 'unknown-encoding') return archiveFault('names-not-utf8');
  const result =
    entry.nameState === 'readable'
      ? normalizePackagePath(entry.name)
      : ({ ok: false, rule: UNREADABLE[entry.nameState] } as const);
  if (result.ok) return result.path;
  if (result.rule === 'empty' && entry.isFolder) return null;
  return { code: 'E_PATH_TRAVERSAL', rule: result.rule, path: entry.name, where: 'entry' };
}

const UNREADABLE = { broken: 'encoding', 'too-long': 'too-long' } as const;

const JUNK_FILES = new Set(['.ds_store', 'thumbs.db', 'desktop.ini']);

/** Whether the path is a file that file managers add to archives, such as `.DS_Store`. Such files are not part of a deck. */
export function isJunk(path: string): boolean {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return path.startsWith('__MACOSX/') || base.startsWith('._') || JUNK_FILES.has(base.toLowerCase());
}
