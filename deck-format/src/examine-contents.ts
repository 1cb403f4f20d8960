import { PackageError, type FaultSink } from './errors.ts';
import type { FormatLimits } from './limits.ts';
import { namedPaths, type NamedPath } from './manifest/named-paths.ts';
import { validateManifest, type ManifestResult } from './manifest/validate.ts';
import { readEntry } from './read-entry.ts';
import type { RandomAccessSource } from './source.ts';
import type { Archive } from './zip/archive.ts';
import type { Engine } from './zip/content.ts';

/** The package path of the manifest. */
export const MANIFEST_PATH = 'manifest.json';

/** An archive, its source, and the limits and functions to read it with. */
export interface ContentsContext {
  readonly source: RandomAccessSource;
  readonly archive: Archive;
  readonly limits: FormatLimits;
  readonly engine: Engine;
}

/** Reads and validates the manifest. Rejects only with errors of the source; faults are part of the result. */
export async function readManifest({ source, archive, limits, engine }: ContentsContext): Promise<ManifestResult> {
  const extent = archive.files.get(MANIFEST_PATH);
  if (!extent) return { ok: false, fault: { code: 'E_NO_MANIFEST', foundAt: misplacedManifest(archive) } };
  const { size } = extent.entry;
  if (size > limits.manifestBytes) {
    const details = { rule: 'manifestBytes', limit: limits.manifestBytes, actual: size, entry: MANIFEST_PATH } as const;
    return { ok: false, fault: { code: 'E_TOO_LARGE', ...details } };
  }
  try {
    return validateManifest(await readEntry(source, extent, engine));
  } catch (error) {
    if (error instanceof PackageError) return { ok: false, fault: error.details };
    throw error;
  }
}

/**
 * Reports, in this order: unsafe names in the archive, unsafe paths in the manifest, and files that the manifest refers to and that
 * are missing or too large. The manifest may be invalid.
 */
export function checkPaths(manifest: unknown, { archive, limits }: ContentsContext, report: FaultSink): void {
  for (const fault of archive.nameFaults) report(fault);
  for (const named of namedPaths(manifest, report)) checkNamed(named, archive, limits, report);
}

/** The path of a manifest in a folder at the root: a common mistake is to zip the folder instead of its contents. */
function misplacedManifest(archive: Archive): string | null {
  return [...archive.files.keys()].find((path) => /^[^/]+\/manifest\.json$/.test(path)) ?? null;
}

function checkNamed(
  { path, where, required, isSlide }: NamedPath,
  archive: Archive,
  limits: FormatLimits,
  report: FaultSink,
): void {
  const extent = archive.files.get(path);
  if (!extent) {
    if (required) report({ code: 'E_MISSING_SLIDE', path, where });
  } else if (isSlide && extent.entry.size > limits.slideBytes) {
    report({ code: 'E_TOO_LARGE', rule: 'slideBytes', limit: limits.slideBytes, actual: extent.entry.size, entry: path });
  }
}
