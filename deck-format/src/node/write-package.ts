import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import { openPackage, type OpenOptions } from '../package.ts';
import { bytesSource } from '../source.ts';
import type { Content, FileContent } from '../write/content.ts';
import { type ManifestToWrite, packageStream } from '../write/package-stream.ts';
import { type Entries, type WriteEngine, zipEntries, zipStream } from '../write/zip-stream.ts';
import { nodeEngine } from './engine.ts';
import { openFileSource } from './file-source.ts';

export type WriteOptions = Pick<OpenOptions, 'limits'>;

const deflate = promisify(deflateRaw);

/** Compresses on zlib's thread pool, always with the same level. */
const nodeWriteEngine: WriteEngine = {
  crc32: nodeEngine.crc32,
  deflate: (bytes) => deflate(bytes, { level: 9 }),
};

/** A file on disk as content. It is streamed, so it may be larger than memory. */
export async function fileContent(path: string): Promise<FileContent> {
  const { size } = await stat(path);
  return { size, chunks: () => createReadStream(path, { highWaterMark: 1024 * 1024 }) };
}

/** The bytes of a zip archive, compressed by zlib; see `zipStream`. Nothing is checked. */
export function zipFiles(files: ReadonlyMap<string, Content>, modified: Date): AsyncIterable<Uint8Array> {
  return zipStream(files, modified, nodeWriteEngine);
}

/** The same for files that are made one after the other; see `zipEntries`. */
export function zipFilesAsMade(files: Entries, modified: Date): AsyncIterable<Uint8Array> {
  return zipEntries(files, modified, nodeWriteEngine);
}

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
  for await (const chunk of packageStream(files, manifest, nodeWriteEngine, options.limits)) chunks.push(chunk);
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
    const chunks = packageStream(files, manifest, nodeWriteEngine, options.limits);
    await pipeline(Readable.from(chunks), createWriteStream(temporary, { flags: 'wx' }));
    await using source = await openFileSource(temporary);
    await (await openPackage(source, { ...nodeEngine, ...options })).verify();
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
