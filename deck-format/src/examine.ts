import { PackageError, type PackageFault } from './errors.ts';
import { examineContents, type Contents } from './examine-contents.ts';
import { FORMAT_LIMITS } from './limits.ts';
import { engineOf, type OpenOptions } from './package.ts';
import type { ArchiveRule } from './rules.ts';
import type { RandomAccessSource } from './source.ts';
import { verifyArchive } from './verify.ts';
import { readArchive } from './zip/archive.ts';

/** Everything that is wrong with a package. `contents` is null where no valid manifest was found. */
export interface Examination {
  readonly faults: readonly PackageFault[];
  readonly contents: Contents | null;
}

/** Most faults kept: enough to mend a package by, bounded for one made of nothing else. */
const MAX_FAULTS = 1000;

/** Where entries lie over each other or far apart, no entry can be read by itself. */
const LAYOUT_RULES: ReadonlySet<string> = new Set(['entries-overlap', 'bytes-between'] satisfies ArchiveRule[]);

/**
 * Looks for every fault instead of the first, as far as one does not hide or imply the next: without a layout no
 * manifest is read, and behind a faulty directory no entry is unpacked. Errors of the source pass through unchanged.
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
  const soundDirectory = faults.length === 0;
  const contents = await attempt(() => examineContents(source, archive, limits, engine, report), report);
  if (soundDirectory) await verifyArchive(source, archive, engine, report);
  return { faults: withoutRepetition(faults), contents };
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
