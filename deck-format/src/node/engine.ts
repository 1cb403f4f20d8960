import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { DeflateError, type Inflater } from '../inflate.ts';
import type { Engine } from '../zip/content.ts';

const MAX_OUTPUT_CHUNK = 256 * 1024;
const MIN_OUTPUT_CHUNK = 64;

/**
 * Inflates on zlib's thread pool, outside of the event loop. zlib ignores bytes after the end of a stream, so the number of bytes
 * that it has consumed is compared with the compressed size.
 */
export const nodeInflate: Inflater = async function* (compressed, { compressedSize, size }) {
  const engine = createInflateRaw({ chunkSize: Math.min(MAX_OUTPUT_CHUNK, size + MIN_OUTPUT_CHUNK) });
  const feeding = pipeline(compressed, engine).catch(() => undefined);
  try {
    for await (const chunk of engine) yield bytesOnly(chunk);
    if (engine.bytesWritten !== compressedSize) throw new DeflateError('deflate-trailing');
  } catch (error) {
    throw isZlibError(error) ? new DeflateError('deflate-broken', { cause: error }) : error;
  } finally {
    engine.destroy();
    await feeding;
  }
};

/** The inflater and checksum of Node, as options for `openPackage`. */
export const nodeEngine: Engine = { inflate: nodeInflate, crc32: (bytes, seed) => crc32(bytes, seed) };

/** Narrows a chunk of a stream whose type allows anything. Without an encoding, zlib only returns buffers. */
function bytesOnly(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError('zlib returned a chunk that is not bytes.');
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');
}
