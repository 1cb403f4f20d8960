/**
 * Bytes with random access, such as a file, a buffer, a Blob or an object in an object store. `read` resolves to exactly `length`
 * bytes or rejects. The reader passes its errors through unchanged, so that a failing disk is not reported as a faulty package.
 */
export interface RandomAccessSource {
  readonly size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** A source for bytes in memory. It returns views, not copies. */
export function bytesSource(bytes: Uint8Array): RandomAccessSource {
  return {
    size: bytes.length,
    async read(offset, length) {
      assertInside(bytes.length, offset, length);
      return bytes.subarray(offset, offset + length);
    },
  };
}

/** A source for a Blob or File. It loads only the slices that are read. */
export function blobSource(blob: Blob): RandomAccessSource {
  return {
    size: blob.size,
    async read(offset, length) {
      assertInside(blob.size, offset, length);
      return new Uint8Array(await blob.slice(offset, offset + length).arrayBuffer());
    },
  };
}

/** Reads from the source. @throws RangeError if the source returns another number of bytes */
export async function readExactly(source: RandomAccessSource, offset: number, length: number): Promise<Uint8Array> {
  const bytes = await source.read(offset, length);
  if (bytes.length !== length) {
    throw new RangeError(`The source returned ${bytes.length} bytes instead of ${length} at offset ${offset}.`);
  }
  return bytes;
}

function assertInside(size: number, offset: number, length: number): void {
  if (offset < 0 || length < 0 || offset + length > size) {
    throw new RangeError(`Bytes ${offset}–${offset + length} are outside of a source of ${size} bytes.`);
  }
}
