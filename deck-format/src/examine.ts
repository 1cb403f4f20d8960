import { PackageError, type PackageFault } from './errors.ts';
import { checkPaths, readManifest } from './examine-contents.ts';
import { FORMAT_LIMITS } from './limits.ts';
import { normalizeManifest, type NormalizedManifest } from './manifest/normalize.ts';
import { engineOf, type OpenOptions } from './package.ts';
import type { ArchiveRule } from './rules.ts';
import type { RandomAccessSource } from './source.ts';
import { verifyArchive } from './verify.ts';
import { readArchive, type Archive } from './zip/archive.ts';

/** Everything that is wrong with a package. `contents` is null where no valid manifest was found. */
export interface Examination {
  readonly faults: readonly PackageFault[];
  readonly contents: NormalizedManifest | null;
}

/** Most faults kept: enough to mend a package by, bounded for one made of nothing else. */
const MAX_FAULTS = 1000;

/** Where entries lie over each other or far apart, no entry can be read by itself. */
const LAYOUT_RULES: ReadonlySet<string> = new Set(['entries-overlap', 'bytes-between'] satisfies ArchiveRule[]);

/** These are faults of a name; the entry can be unpacked all the same. */
const NAME_RULES: ReadonlySet<string> = new Set([
  'name-repeated',
  'name-is-folder',
  'name-reads-like-another',
  'names-not-utf8',
] satisfies ArchiveRule[]);

/**
 * Looks for every fault instead of the first, as far as one does not hide or imply the next: without a layout no
 * manifest is read; an entry whose record is faulty is not unpacked, and none is where the archive as a whole is faulty
 * or too large. At most 1,000 faults. Errors of the source pass through unchanged.
 */
export async function examinePackage(source: RandomAccessSource, options: OpenOptions = {}): Promise<Examination> {
  const limits = { ...FORMAT_LIMITS, ...options.limits };
  const engine = engineOf(options);
  const faults: PackageFault[] = [];
  const report = (fault: PackageFault): void => {
    if (faults.length < MAX_FAULTS) faults.push(fault);
  };
  const archive = await attempt(() => readArchive(source, limits, report), report);
  if (!archive || faults.some((fault) => 'rule' in fault && LAYOUT_RULES.has(fault.rule))) return { faults, contents: null };
  const unpackable = unpackablePart(archive, faults);
  const context = { source, archive, limits, engine };
  const result = await readManifest(context);
  if (!result.ok) report(result.fault);
  checkPaths(result.ok ? result.manifest : result.found, context, report);
  await verifyArchive(source, unpackable, engine, report);
  return { faults: withoutRepetition(faults), contents: result.ok ? normalizeManifest(result.manifest) : null };
}

/** The entries that no fault of the directory forbids to unpack. */
function unpackablePart(archive: Archive, faults: readonly PackageFault[]): Archive {
  const names = new Set(faults.flatMap((fault) => ('entry' in fault && !NAME_RULES.has(fault.rule) ? [fault.entry] : [])));
  const isWhole = names.has(null) || faults.length === MAX_FAULTS;
  return { ...archive, tiles: isWhole ? [] : archive.tiles.filter(({ entry }) => !names.has(entry.name)) };
}

/** Runs a stage whose own errors are faults of the package, too; null where it could not come to its end. */
async function attempt<T>(stage: () => Promise<T>, report: (fault: PackageFault) => void): Promise<T | null> {
  try {
    return await stage();
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    report(error.details);
    return null;
  }
}

/** A manifest with a wrong checksum is found when it is read and again in the pass over all entries. */
function withoutRepetition(faults: readonly PackageFault[]): PackageFault[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}
