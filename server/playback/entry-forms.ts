import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type EntryRecord, gzipHeader, gzipTrailer, insertAfterDoctype } from 'deck-format';
import { nodeInflate } from 'deck-format/node';
import type { BlobStore } from '#server/storage/blob-store.ts';

/** Where an entry is stored. */
export interface EntryPlace {
  readonly blobs: Pick<BlobStore, 'read'>;
  readonly blobKey: string;
  readonly entry: EntryRecord;
}

/** An entry in the form in which it is sent. */
export interface EntryForm {
  /** Length of the body that is sent, in bytes. */
  readonly length: number;
  readonly open: (signal: AbortSignal) => Promise<Readable>;
}

/** A stored (uncompressed) entry, as it is in the package. */
export function storedForm(place: EntryPlace): EntryForm {
  return { length: place.entry.size, open: (signal) => readData(place, signal) };
}

/** A compressed entry as gzip: the package's deflate data with a gzip header and trailer, without recompression. */
export function gzipForm(place: EntryPlace): EntryForm {
  const { entry } = place;
  return {
    length: GZIP_HEADER.length + entry.compressedSize + GZIP_TRAILER_BYTES,
    open: async (signal) =>
      Readable.from(framed(GZIP_HEADER, await readData(place, signal), gzipTrailer(entry)), { objectMode: false }),
  };
}

const GZIP_HEADER = gzipHeader();
/** Checksum and size (RFC 1952, 2.3.1). */
const GZIP_TRAILER_BYTES = 8;

/** A compressed entry for a client that does not accept gzip. */
export function inflatedForm(place: EntryPlace): EntryForm {
  const { entry } = place;
  return {
    length: entry.size,
    open: async (signal) => Readable.from(nodeInflate(await readData(place, signal), entry), { objectMode: false }),
  };
}

/** The uncompressed bytes of an entry. */
export function plainForm(place: EntryPlace): EntryForm {
  return place.entry.method === 'stored' ? storedForm(place) : inflatedForm(place);
}

const compress = promisify(gzip);

/** How HTML is changed before it is sent: an element is inserted after its doctype, or it becomes a still without scripts. */
export type HtmlChange = { readonly insert: string } | 'still';

/** The changed HTML. It is held in memory, so it must be small: slides have at most 5 MiB. */
export async function changedHtml(
  place: EntryPlace,
  change: HtmlChange,
  encoding: 'gzip' | 'identity',
  signal: AbortSignal,
): Promise<Uint8Array> {
  const original = await readAll(plainForm(place), signal);
  const html =
    change === 'still' ? withScriptsAsData(original) : insertAfterDoctype(original, change.insert, place.entry.scriptAt);
  return encoding === 'gzip' ? compress(html) : html;
}

export async function readAll(form: EntryForm, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await form.open(signal)) chunks.push(asBytes(chunk));
  return Buffer.concat(chunks, form.length);
}

function asBytes(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError('a store gave something else than bytes');
}

function readData({ blobs, blobKey, entry }: EntryPlace, signal: AbortSignal): Promise<Readable> {
  return blobs.read(blobKey, { offset: entry.offset, length: entry.compressedSize, signal });
}

async function* framed(header: Uint8Array, data: AsyncIterable<Uint8Array>, trailer: Uint8Array): AsyncGenerator<Uint8Array> {
  yield header;
  yield* data;
  yield trailer;
}

/**
 * Turns a slide into a still: its scripts become data that browsers neither run nor fetch. The frames of stills do not allow
 * scripts anyway, but the browser would log an error for each script element.
 */
function withScriptsAsData(html: Uint8Array): Uint8Array {
  // If an attribute occurs twice, the first one counts. Latin-1 preserves every byte.
  const text = Buffer.from(html)
    .toString('latin1')
    .replace(/<script(?=[\s/>])/gi, '$& type="text/x-still"');
  return Buffer.from(text, 'latin1');
}
