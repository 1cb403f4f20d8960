import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { contentTypeOf } from '../../content-type.ts';
import { bytesOf, chunksOf, sizeOf, type Content } from './content.ts';
import { directoryRecord, dosTime, endRecord, localHeader, type WrittenEntry } from './zip-headers.ts';

const deflate = promisify(deflateRaw);
const LEVEL = 9;

/**
 * The bytes of a zip archive, front to back. The same files and moment give the same bytes: entries are sorted by
 * path, all times are `modified`, and the level is fixed. Media are stored, so that a server can send parts of
 * them; all else is deflated where that makes it smaller. Checks nothing: `writePackage` does.
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

/** Sizes and checksum come before the data, so stored files are read twice, deflated ones once into memory. */
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

/** Pictures, sound, video and web fonts are compressed already; bitmaps and plain font files are not. */
function isCompressible(path: string): boolean {
  const type = contentTypeOf(path);
  return !/^(?:image|audio|video)\/|^font\/woff/.test(type) || /svg|bmp|x-icon/.test(type);
}
