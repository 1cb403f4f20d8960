import type { Crc32 } from '../checksum.ts';
import { contentTypeOf } from '../content-type.ts';
import { bytesOf, chunksOf, joined, sizeOf, type Content } from './content.ts';
import { directoryRecord, dosTime, endRecord, localHeader, type WrittenEntry } from './zip-headers.ts';

/** Platform-specific functions for writing. */
export interface WriteEngine {
  /** Compresses to a raw deflate stream (RFC 1951). */
  readonly deflate: (bytes: Uint8Array) => Promise<Uint8Array>;
  readonly crc32: Crc32;
}

/** Files of an archive with their paths, each path once. */
export type Entries =
  | Iterable<readonly [path: string, content: Content]>
  | AsyncIterable<readonly [path: string, content: Content]>;

/**
 * The bytes of a zip archive. The same files, time and engine give the same bytes: entries are sorted by path, and all times are
 * `modified`. Media files are stored, so that a server can send ranges of them; other files are deflated if that makes them smaller.
 * Nothing is checked.
 */
export async function* zipStream(
  files: ReadonlyMap<string, Content>,
  modified: Date,
  engine: WriteEngine,
): AsyncIterable<Uint8Array> {
  const paths = [...files.keys()].toSorted();
  yield* zipEntries(
    paths.map((path) => [path, files.get(path) ?? new Uint8Array(0)]),
    modified,
    engine,
  );
}

/** The same for entries that are made one after the other. They are written in their order, and none is kept. */
export async function* zipEntries(entries: Entries, modified: Date, engine: WriteEngine): AsyncIterable<Uint8Array> {
  const time = dosTime(modified);
  const records: Uint8Array[] = [];
  let offset = 0;
  for await (const [path, content] of entries) {
    const { entry, data } = await prepare(path, content, offset, engine);
    const header = localHeader(entry, time);
    yield header;
    yield* data;
    records.push(directoryRecord(entry, time));
    offset += header.length + entry.compressedSize;
  }
  const directory = joined(records);
  yield directory;
  yield endRecord(records.length, directory.length, offset);
}

interface Prepared {
  readonly entry: WrittenEntry;
  readonly data: AsyncIterable<Uint8Array>;
}

/** The sizes and the checksum precede the data, so stored files are read twice, and deflated files are held in memory. */
async function prepare(path: string, content: Content, offset: number, engine: WriteEngine): Promise<Prepared> {
  const name = new TextEncoder().encode(path);
  const size = sizeOf(content);
  if (isCompressible(path)) {
    const bytes = await bytesOf(content);
    const packed = await engine.deflate(bytes);
    if (packed.length < size) {
      const crc32 = engine.crc32(bytes, 0);
      const entry = { name, method: 8, crc32, compressedSize: packed.length, size, offset } as const;
      return { entry, data: chunksOf(packed) };
    }
  }
  const crc32 = await checksumOf(content, engine);
  const entry = { name, method: 0, crc32, compressedSize: size, size, offset } as const;
  return { entry, data: chunksOf(content) };
}

async function checksumOf(content: Content, engine: WriteEngine): Promise<number> {
  let sum = 0;
  for await (const chunk of chunksOf(content)) sum = engine.crc32(chunk, sum);
  return sum;
}

/** Whether to compress a file. Images, audio, video and web fonts are already compressed, except for SVG and bitmaps. */
function isCompressible(path: string): boolean {
  const type = contentTypeOf(path);
  return !/^(?:image|audio|video)\/|^font\/woff/.test(type) || /svg|bmp|x-icon/.test(type);
}
