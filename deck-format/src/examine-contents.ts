import { PackageError, type FaultSink } from './errors.ts';
import type { FormatLimits } from './limits.ts';
import { namedPaths, type NamedPath } from './manifest/named-paths.ts';
import { normalizeManifest, type NormalizedManifest } from './manifest/normalize.ts';
import { validateManifest } from './manifest/validate.ts';
import { readEntry } from './read-entry.ts';
import type { RandomAccessSource } from './source.ts';
import type { Archive } from './zip/archive.ts';
import type { Engine } from './zip/content.ts';

const MANIFEST_PATH = 'manifest.json';

export type Contents = NormalizedManifest;

/**
 * Everything between a sound archive and a sound package, in the order in which faults are told: the manifest,
 * unsafe names, unsafe paths in the manifest, files that it names. Without a manifest there is nothing to go on.
 */
export async function examineContents(
  source: RandomAccessSource,
  archive: Archive,
  limits: FormatLimits,
  engine: Engine,
  report: FaultSink,
): Promise<Contents> {
  const result = validateManifest(await readManifest(source, archive, limits, engine));
  if (!result.ok) throw new PackageError(result.fault);
  for (const fault of archive.nameFaults) report(fault);
  for (const named of namedPaths(result.manifest, report)) checkNamed(named, archive, limits, report);
  return normalizeManifest(result.manifest);
}

async function readManifest(
  source: RandomAccessSource,
  archive: Archive,
  limits: FormatLimits,
  engine: Engine,
): Promise<Uint8Array> {
  const tile = archive.files.get(MANIFEST_PATH);
  if (!tile) throw new PackageError({ code: 'E_NO_MANIFEST', foundAt: misplacedManifest(archive) });
  const { size } = tile.entry;
  if (size > limits.manifestBytes) {
    const details = { rule: 'manifestBytes', limit: limits.manifestBytes, actual: size, entry: MANIFEST_PATH } as const;
    throw new PackageError({ code: 'E_TOO_LARGE', ...details });
  }
  return readEntry(source, tile, engine);
}

/** The usual mistake: a folder was zipped instead of what is in it. */
function misplacedManifest(archive: Archive): string | null {
  return [...archive.files.keys()].find((path) => /^[^/]+\/manifest\.json$/.test(path)) ?? null;
}

function checkNamed(
  { path, where, required, isSlide }: NamedPath,
  archive: Archive,
  limits: FormatLimits,
  report: FaultSink,
): void {
  const tile = archive.files.get(path);
  if (!tile) {
    if (required) report({ code: 'E_MISSING_SLIDE', path, where });
  } else if (isSlide && tile.entry.size > limits.slideBytes) {
    report({ code: 'E_TOO_LARGE', rule: 'slideBytes', limit: limits.slideBytes, actual: tile.entry.size, entry: path });
  }
}
