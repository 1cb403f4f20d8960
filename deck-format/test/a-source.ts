import { bytesSource, type RandomAccessSource } from '../src/index.ts';

export interface WatchedSource extends RandomAccessSource {
  readonly reads: { readonly offset: number; readonly length: number }[];
}

/** A source that records its reads. */
export function watched(source: RandomAccessSource): WatchedSource {
  const reads: { offset: number; length: number }[] = [];
  return {
    size: source.size,
    reads,
    read(offset, length) {
      reads.push({ offset, length });
      return source.read(offset, length);
    },
  };
}

/** A source that rejects with `error` at read number `failing`, counted from 0. */
export function failingAt(bytes: Uint8Array, failing: number, error: Error): RandomAccessSource {
  const source = bytesSource(bytes);
  let reads = 0;
  return {
    size: source.size,
    read: async (offset, length) => {
      if (reads++ === failing) throw error;
      return source.read(offset, length);
    },
  };
}

/** A source of any size that is zero except for the given ranges. It does not need memory for the zeros. */
export function sparse(size: number, ranges: readonly { readonly at: number; readonly bytes: Uint8Array }[]): RandomAccessSource {
  return {
    size,
    async read(offset, length) {
      const result = new Uint8Array(length);
      for (const { at, bytes } of ranges) {
        const from = Math.max(at, offset);
        const to = Math.min(at + bytes.length, offset + length);
        if (from < to) result.set(bytes.subarray(from - at, to - at), from - offset);
      }
      return result;
    },
  };
}
