import { archiveFault, type FaultSink, type PackageFault } from '../errors.ts';
import { collisionKey, normalizePackagePath, replaceEvery } from '../paths.ts';
import { decodeCp437 } from './cp437.ts';
import { FLAG_UTF8, type ZipEntry } from './record.ts';
import type { Tile } from './tiles.ts';

/** The entries by their package paths, and what is wrong with names that have none. */
export interface NamedEntries {
  /** Files only, without junk; keyed by normalized path. */
  readonly files: ReadonlyMap<string, Tile>;
  /** Reported after the manifest's faults (docs/api.md). */
  readonly nameFaults: readonly PackageFault[];
}

/**
 * Gives every entry its package path. Two entries with one name, and a file that others use as a folder, leave
 * open which bytes a name means: that is a fault of the archive and goes to `report`.
 */
export function nameEntries(tiles: readonly Tile[], report: FaultSink): NamedEntries {
  const files = new Map<string, Tile>();
  const nameFaults: PackageFault[] = [];
  const named: NamedEntry[] = [];
  for (const tile of tiles) {
    const result = pathOf(tile.entry);
    if (typeof result === 'string') {
      named.push({ path: result, entry: tile.entry });
      if (!tile.entry.isFolder && !isJunk(result)) files.set(result, tile);
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

/** NUL occurs in no path and sorts before all else: what lies in a folder comes right behind a file of its name. */
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
 * Some readers take a name without the UTF-8 flag for code page 437, and leave Unicode-path fields alone. Where that
 * reading is another entry's name, they see other bytes under it than we do.
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

/** The path, the fault of an unsafe name, or null for the root folder itself (`./`), which has none. */
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

/** What file managers leave in archives; nothing of a deck. */
export function isJunk(path: string): boolean {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return path.startsWith('__MACOSX/') || base.startsWith('._') || JUNK_FILES.has(base.toLowerCase());
}
