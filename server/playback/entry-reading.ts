import { Readable } from 'node:stream';
import { type EntryRecord, gzipHeader, gzipTrailer, insertAfterDoctype } from 'deck-format';
import { nodeInflate } from 'deck-format/node';
import type { BlobStore } from '#server/storage/blob-store.ts';

/** How an entry goes out. */
export interface Delivery {
  readonly encoding: 'gzip' | 'identity';
  /** Bytes on the wire. */
  readonly length: number;
  readonly open: (signal: AbortSignal) => Promise<Readable>;
}

interface Source {
  readonly blobs: BlobStore;
  readonly blobKey: string;
  readonly entry: EntryRecord;
}

/** A stored entry, or part of it, as it lies in the package. */
export function deliverStored(source: Source, range: { offset: number; length: number }): Delivery {
  return { encoding: 'identity', length: range.length, open: (signal) => readData(source, signal, range) };
}

/** A compressed entry as gzip: its own deflate bytes in another frame, neither inflated nor compressed again. */
export function deliverGzip(source: Source): Delivery {
  const { entry } = source;
  const [header, trailer] = [gzipHeader(), gzipTrailer(entry)];
  return {
    encoding: 'gzip',
    length: header.length + entry.compressedSize + trailer.length,
    open: async (signal) => Readable.from(framed(header, await readData(source, signal), trailer), { objectMode: false }),
  };
}

/** A compressed entry for a client that does not take gzip. */
export function deliverInflated(source: Source): Delivery {
  const { entry } = source;
  return {
    encoding: 'identity',
    length: entry.size,
    open: async (signal) => Readable.from(nodeInflate(await readData(source, signal), entry), { objectMode: false }),
  };
}

/** A slide's HTML with a script element behind its doctype. Slides are small enough (5 MiB at most) to be held. */
export async function deliverSlide(source: Source, element: string, signal: AbortSignal): Promise<Delivery> {
  const { entry } = source;
  const plain = entry.method === 'stored' ? deliverStored(source, { offset: 0, length: entry.size }) : deliverInflated(source);
  const html = insertAfterDoctype(Buffer.concat(await (await plain.open(signal)).toArray()), element);
  return { encoding: 'identity', length: html.length, open: async () => Readable.from([html], { objectMode: false }) };
}

function readData({ blobs, blobKey, entry }: Source, signal: AbortSignal, range = { offset: 0, length: entry.compressedSize }): Promise<Readable> {
  return blobs.read(blobKey, { offset: entry.offset + range.offset, length: range.length, signal });
}

async function* framed(header: Uint8Array, data: AsyncIterable<Uint8Array>, trailer: Uint8Array): AsyncGenerator<Uint8Array> {
  yield header;
  yield* data;
  yield trailer;
}
