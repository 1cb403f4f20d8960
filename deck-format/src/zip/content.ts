import type { Crc32 } from '../checksum.ts';
import { DeflateError, type Inflater } from '../inflate.ts';
import { refusal } from './local-header.ts';
import { STORED, type ZipEntry } from './record.ts';

/** How this platform inflates and sums up. */
export interface Engine {
  readonly inflate: Inflater;
  readonly crc32: Crc32;
}

/**
 * An entry's bytes as they come out, checked on the way: never more than declared, exactly as many in the end,
 * with the right checksum. A chunk given out is proven only once the iteration has ended without an error.
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

/** Some writers (SharpCompress) call an empty file deflated without a stream. */
function isPlain({ method, compressedSize, size }: ZipEntry): boolean {
  return method === STORED || (compressedSize === 0 && size === 0);
}
