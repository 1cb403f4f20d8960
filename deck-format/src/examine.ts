import { type FaultSink, PackageError, type PackageFault } from './errors.ts';
import { checkPaths, type ContentsContext, MANIFEST_PATH, readManifest } from './examine-contents.ts';
import { FORMAT_LIMITS } from './limits.ts';
import type { SourceManifest } from './manifest/schema.ts';
import { normalizeManifest, type NormalizedManifest } from './manifest/normalize.ts';
import { engineOf, type OpenOptions } from './package.ts';
import type { ArchiveRule } from './rules.ts';
import type { RandomAccessSource } from './source.ts';
import { verifyArchive } from './verify.ts';
import { readArchive } from './zip/archive.ts';

/** The faults of a package, and its manifest. `contents` is null if there is no valid manifest. */
export interface Examination {
  readonly faults: readonly PackageFault[];
  readonly contents: NormalizedManifest | null;
}

/** Maximum number of faults in an examination, to bound memory for hostile packages. */
const MAX_FAULTS = 1000;

/** Rules about the positions of entries. If one of them is broken, single entries cannot be read. */
const LAYOUT_RULES: ReadonlySet<string> = new Set(['entries-overlap', 'bytes-between'] satisfies ArchiveRule[]);

/** Rules about names. An entry that breaks one of them can still be unpacked. */
const NAME_RULES: ReadonlySet<string> = new Set([
  'name-repeated',
  'name-is-folder',
  'name-reads-like-another',
  'names-not-utf8',
] satisfies ArchiveRule[]);

/**
 * Finds all faults of a package, not only the first one. Faults that follow from others are left out: if the positions of entries are
 * invalid, the manifest is not read; the paths in a manifest of another schema, or with too many slides or values, are not checked; an
 * entry with a faulty directory record is not unpacked; and no entry is unpacked if the archive as a whole is faulty or too large.
 * Returns at most 1,000 faults. Rejects with errors of the source unchanged.
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
  const faulty = new Set(faults.flatMap((fault) => ('entry' in fault && !NAME_RULES.has(fault.rule) ? [fault.entry] : [])));
  const isWhole = faulty.has(null) || faults.length === MAX_FAULTS;
  const unpackable = { ...archive, extents: isWhole ? [] : archive.extents.filter(({ entry }) => !faulty.has(entry.name)) };
  const manifest = await examineManifest({ source, archive, limits, engine }, faulty, report);
  await verifyArchive(source, unpackable, engine, report);
  return { faults: withoutRepetition(faults), contents: manifest && normalizeManifest(manifest) };
}

/**
 * Reports the faults of the manifest and of paths. Returns null if there is no valid manifest.
 *
 * @param faulty the names of entries with a faulty directory record. Such an entry can be much larger than it says, so it is not read.
 */
async function examineManifest(
  context: ContentsContext,
  faulty: ReadonlySet<string | null>,
  report: FaultSink,
): Promise<SourceManifest | null> {
  const extent = context.archive.files.get(MANIFEST_PATH);
  if (extent && faulty.has(extent.entry.name)) {
    checkPaths(undefined, context, report);
    return null;
  }
  const result = await readManifest(context);
  if (!result.ok) report(result.fault);
  checkPaths(result.ok ? result.manifest : result.found, context, report);
  return result.ok ? result.manifest : null;
}

/** Runs a stage and reports a `PackageError` that it throws. Returns null in that case. */
async function attempt<T>(stage: () => Promise<T>, report: (fault: PackageFault) => void): Promise<T | null> {
  try {
    return await stage();
  } catch (error) {
    if (!(error instanceof PackageError)) throw error;
    report(error.details);
    return null;
  }
}

/**
 * Removes repeated faults. A fault of the manifest's entry is found when the manifest is read and again when all entries are
 * verified.
 */
function withoutRepetition(faults: readonly PackageFault[]): PackageFault[] {
  return [...new Map(faults.map((fault) => [JSON.stringify(fault), fault])).values()];
}
