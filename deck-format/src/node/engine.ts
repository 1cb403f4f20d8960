import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { DeflateError, type Inflater } from '../inflate.ts';
import type { Engine } from '../zip/content.ts';

const MAX_OUTPUT_CHUNK = 256 * 1024;
const MIN_OUTPUT_CHUNK = 64;

/**
 * Inflates on zlib's thread pool, off the event loop. zlib stops at the end of a stream and keeps silent about
 * bytes behind it; how many bytes it has taken tells.
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

/** Node's own inflater and checksum; give it to `openPackage` as options. */
export const nodeEngine: Engine = { inflate: nodeInflate, crc32: (bytes, seed) => crc32(bytes, seed) };

/** The stream's type does not say so, but without an encoding zlib gives out buffers only. */
function bytesOnly(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new TypeError('zlib gave something else than bytes.');
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');
}
