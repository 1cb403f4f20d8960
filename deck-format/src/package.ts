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

/** Options for opening a package. The defaults of `inflate` and `crc32` are portable functions. */
export interface OpenOptions extends Partial<Engine> {
  /** Overrides of the format's limits, lower or higher. */
  readonly limits?: Partial<FormatLimits>;
}

/**
 * An opened package. The manifest and the names are checked; the contents of entries are not checked until they are read or
 * verified.
 */
export interface StagePackage {
  /** Normalized; see `manifestSchema`. */
  readonly manifest: Manifest;
  readonly warnings: readonly ManifestWarning[];
  /** The files of the deck by normalized path, without junk files and folders. */
  readonly entries: ReadonlyMap<string, EntryInfo>;
  /**
   * Reads and checks one file, in one read.
   *
   * @throws PackageError if the file is damaged, or with `E_MISSING_SLIDE` if it does not exist
   */
  read(path: string): Promise<Uint8Array>;
  /**
   * Checks every byte of the package in one pass. Returns the index for serving files.
   *
   * @throws PackageError with the first fault
   */
  verify(options?: VerifyOptions): Promise<VerifyReport>;
}

/**
 * Opens a package of any size with at most three reads: the tail, the directory and the manifest. Rejects with a `PackageError` for
 * the first fault, in this order: structure and declared sizes of the archive, manifest, names and paths, files that the manifest
 * refers to. Rejects with errors of the source unchanged.
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

/** The functions in the options, with portable ones as defaults. */
export function engineOf(options: OpenOptions): Engine {
  return { inflate: options.inflate ?? streamInflate, crc32: options.crc32 ?? crc32 };
}

function stagePackage(
  source: RandomAccessSource,
  archive: Archive,
  engine: Engine,
  { manifest, warnings }: NormalizedManifest,
): StagePackage {
  const entries = new Map([...archive.files].map(([path, extent]) => [path, entryInfo(path, extent)]));
  return {
    manifest,
    warnings,
    entries,
    async read(path) {
      const extent = archive.files.get(path);
      if (!extent) throw new PackageError({ code: 'E_MISSING_SLIDE', path, where: 'read' });
      return readEntry(source, extent, engine);
    },
    verify: (verifyOptions) => verifyArchive(source, archive, engine, refuse, verifyOptions),
  };
}

/** The path of the first slide's thumbnail. Null if there is none in the package, or if it is not a raster image. */
export function thumbnailPath({ manifest, entries }: Pick<StagePackage, 'manifest' | 'entries'>): string | null {
  const path = manifest.slides[0]?.thumbnail ?? null;
  return path !== null && entries.has(path) && isRasterImage(path) ? path : null;
}
