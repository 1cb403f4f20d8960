import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openPackage, type OpenOptions } from '../../package.ts';
import { bytesSource } from '../../source.ts';
import { nodeEngine } from '../engine.ts';
import { openFileSource } from '../file-source.ts';
import { sizeOf, textContent, type Content } from './content.ts';
import { checkSizes, withinArchiveLimit } from './size-limits.ts';
import { zipFiles } from './zip-stream.ts';

/** A manifest. It is written unchanged, and checked with the package after writing. */
export type ManifestToWrite = Readonly<Record<string, unknown>>;

export type WriteOptions = Pick<OpenOptions, 'limits'>;

/**
 * Writes a package to memory and verifies it.
 *
 * @param files by package path, without `manifest.json`
 * @throws PackageError if the package is invalid
 */
export async function writePackage(
  files: ReadonlyMap<string, Content>,
  manifest: ManifestToWrite,
  options: WriteOptions = {},
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of packageStream(files, manifest, options)) chunks.push(chunk);
  const bytes = new Uint8Array(Buffer.concat(chunks));
  await (await openPackage(bytesSource(bytes), { ...nodeEngine, ...options })).verify();
  return bytes;
}

/**
 * Writes a package to a file and verifies it. The package is streamed to a temporary file in the same folder, which is renamed when
 * it is complete and verified. On failure, the temporary file is deleted and an existing file is not changed.
 *
 * @param files by package path, without `manifest.json`
 * @throws PackageError if the package is invalid
 */
export async function writePackageFile(
  target: string,
  files: ReadonlyMap<string, Content>,
  manifest: ManifestToWrite,
  options: WriteOptions = {},
): Promise<void> {
  const temporary = `${target}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    await pipeline(Readable.from(packageStream(files, manifest, options)), createWriteStream(temporary, { flags: 'wx' }));
    await using source = await openFileSource(temporary);
    await (await openPackage(source, { ...nodeEngine, ...options })).verify();
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function packageStream(
  files: ReadonlyMap<string, Content>,
  manifest: ManifestToWrite,
  { limits }: WriteOptions,
): AsyncIterable<Uint8Array> {
  const json = textContent(`${JSON.stringify(manifest, null, 2)}\n`);
  const all = new Map([...files, ['manifest.json', json]]);
  checkSizes(new Map([...all].map(([path, content]) => [path, sizeOf(content)])), limits);
  return withinArchiveLimit(zipFiles(all, modificationTime(manifest)), limits);
}

/** The modification time of all entries, so that packages are reproducible: `createdAt`, or the epoch if that is not a date. */
function modificationTime({ createdAt }: ManifestToWrite): Date {
  const date = new Date(typeof createdAt === 'string' ? createdAt : Number.NaN);
  return Number.isNaN(date.getTime()) ? new Date(0) : date;
}
