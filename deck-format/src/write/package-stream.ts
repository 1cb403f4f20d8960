import type { FormatLimits } from '../limits.ts';
import { sizeOf, textContent, type Content } from './content.ts';
import { checkSizes, withinArchiveLimit } from './size-limits.ts';
import { zipStream, type WriteEngine } from './zip-stream.ts';

/** A manifest. It is written unchanged, and checked with the package after writing. */
export type ManifestToWrite = Readonly<Record<string, unknown>>;

/**
 * The bytes of a package. It is not verified.
 *
 * @param files by package path, without `manifest.json`
 * @throws PackageError `E_TOO_LARGE`
 */
export function packageStream(
  files: ReadonlyMap<string, Content>,
  manifest: ManifestToWrite,
  engine: WriteEngine,
  limits: Partial<FormatLimits> = {},
): AsyncIterable<Uint8Array> {
  const json = textContent(`${JSON.stringify(manifest, null, 2)}\n`);
  const all = new Map([...files, ['manifest.json', json]]);
  checkSizes(new Map([...all].map(([path, content]) => [path, sizeOf(content)])), limits);
  return withinArchiveLimit(zipStream(all, modificationTime(manifest), engine), limits);
}

/** The modification time of all entries, so that packages are reproducible: `createdAt`, or the epoch if that is not a date. */
function modificationTime({ createdAt }: ManifestToWrite): Date {
  const date = new Date(typeof createdAt === 'string' ? createdAt : Number.NaN);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}
