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

/** The manifest is written as given; everything in it is held against the reader's rules afterwards. */
export type ManifestToWrite = Readonly<Record<string, unknown>>;

export type WriteOptions = Pick<OpenOptions, 'limits'>;

/**
 * A package in memory. `files` are keyed by package path and do not include `manifest.json`. What comes out has been
 * opened and verified by the reader: throws the `PackageError` that any reader of the package would.
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
 * The same into a file, streamed. The file appears under its name once it is whole and verified; on a failure nothing
 * is left behind and a file that was there stays as it was.
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

/** Reproducible packages carry their manifest's `createdAt`; where that is no date, the first that zip knows. */
function modificationTime({ createdAt }: ManifestToWrite): Date {
  const moment = new Date(typeof createdAt === 'string' ? createdAt : Number.NaN);
  return Number.isNaN(moment.getTime()) ? new Date(0) : moment;
}
