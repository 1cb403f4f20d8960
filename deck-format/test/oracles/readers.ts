import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader } from '@zip.js/zip.js';
import { unzipSync } from 'fflate';
import { fromBufferPromise } from 'yauzl';
import { normalizePackagePath } from '../../src/index.ts';
import { isJunk } from '../../src/zip/names.ts';

/** The result of reading an archive: a digest of the names and contents of its files, or `REFUSED`. */
export type Verdict = string;
export const REFUSED: Verdict = 'refused';

/** A digest of files by normalized name, without folders and junk files. `python-oracle.py` computes the same digest. */
export function digestOf(files: Iterable<readonly [string, Uint8Array]>): Verdict {
  const lines: string[] = [];
  for (const [raw, bytes] of files) {
    const result = normalizePackagePath(raw);
    const name = result.ok ? result.path : `unsafe ${raw}`;
    if (raw.endsWith('/') || isJunk(name)) continue;
    lines.push(`${name} ${createHash('sha256').update(bytes).digest('hex')}`);
  }
  return createHash('sha256').update(lines.toSorted().join('\n')).digest('hex').slice(0, 16);
}

/** Zip readers from npm with their strictest options. */
export const npmReaders = { 'zip.js': byZipJs, yauzl: byYauzl, fflate: byFflate } as const;

export async function verdictOf(
  read: (archive: Uint8Array) => Promise<Map<string, Uint8Array>>,
  archive: Uint8Array,
): Promise<Verdict> {
  try {
    return digestOf(await read(archive));
  } catch {
    return REFUSED;
  }
}

async function byZipJs(archive: Uint8Array): Promise<Map<string, Uint8Array>> {
  const reader = new ZipReader(new Uint8ArrayReader(archive), {
    useWebWorkers: false,
    strictness: 'strict',
    checkCrc32: true,
    checkOverlappingEntry: true,
    checkLocalDirectory: true,
    checkLocalFilename: true,
  });
  const files = new Map<string, Uint8Array>();
  for (const entry of await reader.getEntries({ strictness: 'strict' })) {
    if (!entry.directory) files.set(entry.filename, await entry.getData(new Uint8ArrayWriter()));
  }
  return files;
}

async function byYauzl(archive: Uint8Array): Promise<Map<string, Uint8Array>> {
  const zip = await fromBufferPromise(Buffer.from(archive), {
    lazyEntries: true,
    strictFileNames: true,
    validateEntrySizes: true,
  });
  const files = new Map<string, Uint8Array>();
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.endsWith('/')) files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  }
  return files;
}

async function byFflate(archive: Uint8Array): Promise<Map<string, Uint8Array>> {
  return new Map(Object.entries(unzipSync(archive)));
}
