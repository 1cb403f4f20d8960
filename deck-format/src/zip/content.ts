import type { Crc32 } from '../checksum.ts';
import { DeflateError, type Inflater } from '../inflate.ts';
import { refusal } from './local-header.ts';
import { STORED, type ZipEntry } from './record.ts';

/** Platform-specific functions for inflating and for checksums. */
export interface Engine {
  readonly inflate: Inflater;
  readonly crc32: Crc32;
}

/**
 * The unpacked bytes of an entry. The size is checked while they are read, so that no more than the declared number of bytes is
 * returned; the checksum is checked at the end. The chunks are only valid if the iteration ends without an error.
 *
 * @throws PackageError if a check fails
 */
export async function* checkedContent(
  data: AsyncIterable<Uint8Array>,
  entry: ZipEntry,
  engine: Engine,
): AsyncIterable<Uint8Array> {
  let size = 0;
  let crc = 0;
  for await (const chunk of unpacked(data, entry, engine.inflate)) {
    size += chunk.length;
    if (size > entry.size) throw refusal('size-wrong', entry);
    crc = engine.crc32(chunk, crc);
    yield chunk;
  }
  if (size !== entry.size) throw refusal('size-wrong', entry);
  if (crc !== entry.crc32) throw refusal('crc-wrong', entry);
}

async function* unpacked(data: AsyncIterable<Uint8Array>, entry: ZipEntry, inflate: Inflater): AsyncIterable<Uint8Array> {
  try {
    yield* isPlain(entry) ? data : inflate(data, entry);
  } catch (error) {
    throw error instanceof DeflateError ? refusal(error.rule, entry) : error;
  }
}

/** Whether the data need no inflating. Some writers (SharpCompress) mark an empty file as deflated without writing a stream. */
function isPlain({ method, compressedSize, size }: ZipEntry): boolean {
  return method === STORED || (compressedSize === 0 && size === 0);
}
