/**
 * Bytes that can be read at any place: a file, a buffer, a Blob, ranges of an object store.
 * `read` gives exactly `length` bytes or rejects; its rejections pass through the reader unchanged,
 * so that a failing disk is never mistaken for a faulty package.
 */
export interface RandomAccessSource {
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A source over bytes in memory. What it gives out are views, not copies. */
export function bytesSource(bytes: Uint8Array): RandomAccessSource {
  return {
    size: bytes.length,
    async read(offset, length) {
      assertInside(bytes.length, offset, length);
      return bytes.subarray(offset, offset + length);
    },
  };
}

/** A source over a Blob or File; only the slices asked for are loaded. */
export function blobSource(blob: Blob): RandomAccessSource {
  return {
    size: blob.size,
    async read(offset, length) {
      assertInside(blob.size, offset, length);
      return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
    },
  };
}

/** Reads and holds the source to its contract. */
export async function readExactly(source: RandomAccessSource, offset: number, length: number): Promise<Uint8Array> {
  const bytes = await source.read(offset, length);
  if (bytes.length !== length) {
    throw new RangeError(`The source gave ${bytes.length} bytes where ${length} were asked for at ${offset}.`);
  }
  return bytes;
}

function assertInside(size: number, offset: number, length: number): void {
  if (offset < 0 || length < 0 || offset + length > size) {
    throw new RangeError(`Bytes ${offset}–${offset + length} lie outside a source of ${size} bytes.`);
  }
}
