import { open } from 'node:fs/promises';
import type { RandomAccessSource } from '../source.ts';

/**
 * A source over a file: one descriptor, positioned reads. Close it with `await using` or
 * `[Symbol.asyncDispose]()`. Rejects if the file was cut after it was opened.
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
