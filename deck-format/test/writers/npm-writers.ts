import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { BlobWriter, TextReader, Uint8ArrayReader, ZipWriter, type ZipWriterConstructorOptions } from '@zip.js/zip.js';
import { ZipArchive } from 'archiver';
import { Zip, ZipDeflate, ZipPassThrough, zipSync, type Zippable } from 'fflate';
import JSZip from 'jszip';
import yazl from 'yazl';

export type Files = ReadonlyMap<string, Uint8Array>;

/** Zip writers from npm with different options, by name. */
export const npmWriters: readonly (readonly [string, (files: Files) => Promise<Uint8Array>])[] = [
  ['fflate', async (files) => zipSync(Object.fromEntries(files))],
  ['fflate, nested and stored', async (files) => zipSync(nested(files), { level: 0 })],
  ['fflate, streamed', streamedByFflate],
  ['JSZip, stored', async (files) => filledJszip(files).generateAsync({ type: 'uint8array' })],
  ['JSZip, deflated', async (files) => filledJszip(files).generateAsync({ type: 'uint8array', compression: 'DEFLATE' })],
  [
    'JSZip, streamed, Unix',
    async (files) =>
      filledJszip(files).generateAsync({ type: 'uint8array', compression: 'DEFLATE', streamFiles: true, platform: 'UNIX' }),
  ],
  ['zip.js', (files) => byZipJs(files, {})],
  ['zip.js without descriptors', (files) => byZipJs(files, { dataDescriptor: false })],
  ['zip.js with signed descriptors', (files) => byZipJs(files, { dataDescriptor: true, dataDescriptorSignature: true })],
  ['zip.js with ZIP64', (files) => byZipJs(files, { zip64: true })],
  ['zip.js, stored', (files) => byZipJs(files, { level: 0 })],
  ['yazl', (files) => byYazl(files, {})],
  ['yazl, stored', (files) => byYazl(files, { compress: false })],
  ['yazl with ZIP64', (files) => byYazl(files, { forceZip64Format: true })],
  ['yazl from streams', yazlFromStreams],
  ['archiver', (files) => byArchiver(files, {})],
  ['archiver with ZIP64', (files) => byArchiver(files, { forceZip64: true })],
];

function nested(files: Files): Zippable {
  const root: Zippable = {};
  for (const [path, bytes] of files) {
    const [folder = '', name] = path.split('/');
    if (name === undefined) root[folder] = bytes;
    else Object.assign((root[folder] ??= {}), { [name]: bytes });
  }
  return root;
}

function streamedByFflate(files: Files): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    const zip = new Zip((error, chunk, final) => {
      if (error) return reject(error);
      chunks.push(chunk);
      if (final) resolve(Buffer.concat(chunks));
    });
    for (const [at, [path, bytes]] of [...files].entries()) {
      const entry = [new ZipDeflate(path), new ZipPassThrough(path)][at % 2];
      if (!entry) throw new Error(`Cannot add ${path}.`);
      zip.add(entry);
      entry.push(bytes, true);
    }
    zip.end();
  });
}

function filledJszip(files: Files): JSZip {
  const zip = new JSZip();
  for (const [path, bytes] of files) zip.file(path, bytes);
  return zip;
}

async function byZipJs(files: Files, options: ZipWriterConstructorOptions): Promise<Uint8Array> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false, ...options });
  for (const [path, bytes] of files)
    await writer.add(
      path,
      path.endsWith('.json') ? new TextReader(new TextDecoder().decode(bytes)) : new Uint8ArrayReader(bytes),
    );
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

async function byYazl(files: Files, options: { compress?: boolean; forceZip64Format?: boolean }): Promise<Uint8Array> {
  const zip = new yazl.ZipFile();
  for (const [path, bytes] of files) zip.addBuffer(Buffer.from(bytes), path, options);
  zip.addEmptyDirectory('empty');
  zip.end({ forceZip64Format: options.forceZip64Format ?? false, comment: '' });
  return buffer(zip.outputStream);
}

async function yazlFromStreams(files: Files): Promise<Uint8Array> {
  const zip = new yazl.ZipFile();
  for (const [path, bytes] of files) zip.addReadStream(Readable.from([Buffer.from(bytes)]), path);
  zip.end();
  return buffer(zip.outputStream);
}

async function byArchiver(files: Files, options: { forceZip64?: boolean }): Promise<Uint8Array> {
  const archive = new ZipArchive(options);
  const whole = buffer(archive);
  for (const [path, bytes] of files) archive.append(Buffer.from(bytes), { name: path });
  await archive.finalize();
  return whole;
}
