import { archiveFault, type FaultSink, type PackageFault } from '../errors.ts';
import { collisionKey, normalizePackagePath } from '../paths.ts';
import type { ZipEntry } from './record.ts';
import type { Tile } from './tiles.ts';

/** The entries by their package paths, and what is wrong with names that have none. */
export interface NamedEntries {
  /** Files only, without junk; keyed by normalized path. */
  readonly files: ReadonlyMap<string, Tile>;
  /** Reported after the manifest's faults (api-contract.md, "Upload"). */
  readonly nameFaults: readonly PackageFault[];
}

/**
 * Gives every entry its package path. Two entries with one name, and a file that others use as a folder, leave
 * open which bytes a name means: that is a fault of the archive and goes to `report`.
 */
export function nameEntries(tiles: readonly Tile[], report: FaultSink): NamedEntries {
  const files = new Map<string, Tile>();
  const nameFaults: PackageFault[] = [];
  const claims: Claim[] = [];
  for (const tile of tiles) {
    const result = pathOf(tile.entry);
    if (typeof result === 'string') {
      claims.push({ key: sortKey(result, tile.entry.isFolder), entry: tile.entry });
      if (!tile.entry.isFolder && !isJunk(result)) files.set(result, tile);
    } else if (result) {
      nameFaults.push(result);
    }
  }
  reportClashes(claims, report);
  return { files, nameFaults };
}

interface Claim {
  readonly key: string;
  readonly entry: ZipEntry;
}

/** NUL occurs in no path and sorts before all else: what lies in a folder comes right behind a file of its name. */
const SEPARATOR = '\0';

function sortKey(path: string, isFolder: boolean): string {
  return collisionKey(path).replaceAll('/', SEPARATOR) + (isFolder ? SEPARATOR : '');
}

function reportClashes(claims: readonly Claim[], report: FaultSink): void {
  const sorted = claims.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  for (const [at, { key, entry }] of sorted.entries()) {
    const next = sorted[at + 1];
    if (entry.isFolder || !next) continue;
    if (next.key === key) report(archiveFault('name-repeated', next.entry.name));
    else if (next.key.startsWith(key + SEPARATOR)) report(archiveFault('name-is-folder', entry.name));
  }
}

/** The path, the fault of an unsafe name, or null for the root folder itself (`./`), which has none. */
function pathOf(entry: ZipEntry): string | PackageFault | null {
  if (!entry.nameIsUtf8) return { code: 'E_PATH_TRAVERSAL', rule: 'encoding', path: entry.name, where: 'entry' };
  const result = normalizePackagePath(entry.name);
  if (result.ok) return result.path;
  if (result.rule === 'empty' && entry.isFolder) return null;
  return { code: 'E_PATH_TRAVERSAL', rule: result.rule, path: entry.name, where: 'entry' };
}

const JUNK_FILES = new Set(['.ds_store', 'thumbs.db', 'desktop.ini']);

/** What file managers leave in archives; nothing of a deck. */
export function isJunk(path: string): boolean {
  const base = path.slice(path.lastIndexOf('/') + 1);
  return path.startsWith('__MACOSX/') || base.startsWith('._') || JUNK_FILES.has(base.toLowerCase());
}
