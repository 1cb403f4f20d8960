import { open } from 'node:fs/promises';
import type { RandomAccessSource } from '../source.ts';

/**
 * Opens a file as a source. Close it with `await using` or `[Symbol.asyncDispose]()`.
 *
 * Rejects with the error of the system if the file cannot be opened. Reads reject with a `RangeError` if the file was truncated
 * after it was opened.
 */
export async function openFileSource(path: string): Promise<RandomAccessSource & AsyncDisposable> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  return {
    size,
    async read(offset, length) {
      const bytes = new Uint8Array(length);
      for (let filled = 0; filled < length;) {
        const { bytesRead } = await file.read(bytes, filled, length - filled, offset + filled);
        if (bytesRead === 0) throw new RangeError(`${path} ends before byte ${offset + length}.`);
        filled += bytesRead;
      }
      return bytes;
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}
