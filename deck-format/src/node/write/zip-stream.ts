import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { contentTypeOf } from '../../content-type.ts';
import { bytesOf, chunksOf, sizeOf, type Content } from './content.ts';
import { directoryRecord, dosTime, endRecord, localHeader, type WrittenEntry } from './zip-headers.ts';

const deflate = promisify(deflateRaw);
const LEVEL = 9;

/**
 * The bytes of a zip archive. The same files and time give the same bytes: entries are sorted by path, all times are `modified`, and
 * the compression level is fixed. Media files are stored, so that a server can send ranges of them; other files are deflated if that
 * makes them smaller. Nothing is checked: `writePackage` does that.
 */
export async function* zipFiles(files: ReadonlyMap<string, Content>, modified: Date): AsyncIterable<Uint8Array> {
  const time = dosTime(modified);
  const records: Uint8Array[] = [];
  let offset = 0;
  for (const path of [...files.keys()].toSorted()) {
    const { entry, data } = await prepare(path, files.get(path) ?? new Uint8Array(0), offset);
    const header = localHeader(entry, time);
    yield header;
    yield* data;
    records.push(directoryRecord(entry, time));
    offset += header.length + entry.compressedSize;
  }
  const directory = Buffer.concat(records);
  yield directory;
  yield endRecord(records.length, directory.length, offset);
}

interface Prepared {
  readonly entry: WrittenEntry;
  readonly data: AsyncIterable<Uint8Array>;
}

/** The sizes and the checksum precede the data, so stored files are read twice, and deflated files are held in memory. */
async function prepare(path: string, content: Content, offset: number): Promise<Prepared> {
  const name = new TextEncoder().encode(path);
  const size = sizeOf(content);
  if (isCompressible(path)) {
    const bytes = await bytesOf(content);
    const packed = await deflate(bytes, { level: LEVEL });
    if (packed.length < size) {
      const entry = { name, method: 8, crc32: crc32(bytes), compressedSize: packed.length, size, offset } as const;
      return { entry, data: chunksOf(packed) };
    }
  }
  const entry = { name, method: 0, crc32: await checksumOf(content), compressedSize: size, size, offset } as const;
  return { entry, data: chunksOf(content) };
}

async function checksumOf(content: Content): Promise<number> {
  let sum = 0;
  for await (const chunk of chunksOf(content)) sum = crc32(chunk, sum);
  return sum;
}

/** Whether to compress a file. Images, audio, video and web fonts are already compressed, except for SVG and bitmaps. */
function isCompressible(path: string): boolean {
  const type = contentTypeOf(path);
  return !/^(?:image|audio|video)\/|^font\/woff/.test(type) || /svg|bmp|x-icon/.test(type);
}
