import { crc32 } from './checksum.ts';
import { isRasterImage } from './content-type.ts';
import { entryInfo, type EntryInfo } from './entry.ts';
import { PackageError, refuse } from './errors.ts';
import { checkPaths, readManifest } from './examine-contents.ts';
import { streamInflate } from './inflate.ts';
import { FORMAT_LIMITS, type FormatLimits } from './limits.ts';
import { normalizeManifest, type ManifestWarning, type NormalizedManifest } from './manifest/normalize.ts';
import type { Manifest } from './manifest/schema.ts';
import { readEntry } from './read-entry.ts';
import type { RandomAccessSource } from './source.ts';
import { verifyArchive, type VerifyOptions, type VerifyReport } from './verify.ts';
import { readArchive, type Archive } from './zip/archive.ts';
import type { Engine } from './zip/content.ts';

export interface OpenOptions extends Partial<Engine> {
  /** Overrides of single limits, wider or narrower than the format's own. */
  readonly limits?: Partial<FormatLimits>;
}

/** An opened package: its manifest and names are sound; its entries are as the directory declares them. */
export interface StagePackage {
  /** Normalized; see `manifestSchema`. */
  readonly manifest: Manifest;
  readonly warnings: readonly ManifestWarning[];
  /** Every file of the deck by its normalized path; junk and folders are left out. */
  readonly entries: ReadonlyMap<string, EntryInfo>;
  /** One file's bytes, proven, in one read. Throws `E_MISSING_SLIDE` for a path that is not in the package. */
  read(path: string): Promise<Uint8Array>;
  /** Proves every byte in one streaming pass; throws the first fault. Gives the index to serve files by. */
  verify(options?: VerifyOptions): Promise<VerifyReport>;
}

/**
 * Opens a package in two small reads and one for the manifest, whatever its size. Throws a `PackageError` with the
 * first fault in this order: the zip's structure and declared sizes, the manifest, names and paths, files that the
 * manifest names. Errors of the source pass through unchanged.
 */
export async function openPackage(source: RandomAccessSource, options: OpenOptions = {}): Promise<StagePackage> {
  const limits = { ...FORMAT_LIMITS, ...options.limits };
  const engine = engineOf(options);
  const archive = await readArchive(source, limits, refuse);
  const context = { source, archive, limits, engine };
  const result = await readManifest(context);
  if (!result.ok) throw new PackageError(result.fault);
  checkPaths(result.manifest, context, refuse);
  return stagePackage(source, archive, engine, normalizeManifest(result.manifest));
}

/** The platform's ways where the caller names none. */
export function engineOf(options: OpenOptions): Engine {
  return { inflate: options.inflate ?? streamInflate, crc32: options.crc32 ?? crc32 };
}

function stagePackage(
  source: RandomAccessSource,
  archive: Archive,
  engine: Engine,
  { manifest, warnings }: NormalizedManifest,
): StagePackage {
  const entries = new Map([...archive.files].map(([path, tile]) => [path, entryInfo(path, tile)]));
  return {
    manifest,
    warnings,
    entries,
    async read(path) {
      const tile = archive.files.get(path);
      if (!tile) throw new PackageError({ code: 'E_MISSING_SLIDE', path, where: 'read' });
      return readEntry(source, tile, engine);
    },
    verify: (verifyOptions) => verifyArchive(source, archive, engine, refuse, verifyOptions),
  };
}

/** Path of the first slide's thumbnail where the package holds it as a raster image, otherwise null. */
export function thumbnailPath({ manifest, entries }: Pick<StagePackage, 'manifest' | 'entries'>): string | null {
  const path = manifest.slides[0]?.thumbnail ?? null;
  return path !== null && entries.has(path) && isRasterImage(path) ? path : null;
}
