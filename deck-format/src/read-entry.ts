import { readExactly, type RandomAccessSource } from './source.ts';
import { checkedContent, type Engine } from './zip/content.ts';
import { checkDescriptor } from './zip/descriptor.ts';
import { checkLocalHeader, localHeaderLength } from './zip/local-header.ts';
import { LOCAL_HEADER_SIZE, type Extent } from './zip/extents.ts';

/**
 * Reads one entry in one read, and checks its local header, data descriptor, size, checksum and the end of its stream.
 *
 * @throws PackageError if a check fails
 */
export async function readEntry(source: RandomAccessSource, extent: Extent, engine: Engine): Promise<Uint8Array> {
  const { entry } = extent;
  const bytes = await readExactly(source, extent.start, extent.end - extent.start);
  const fixed = bytes.subarray(0, LOCAL_HEADER_SIZE);
  const dataAt = localHeaderLength(fixed, extent);
  checkLocalHeader(fixed, bytes.subarray(LOCAL_HEADER_SIZE, dataAt), entry);
  const dataEnd = dataAt + entry.compressedSize;
  checkDescriptor(bytes.subarray(dataEnd), entry);
  const content = new Uint8Array(entry.size);
  let filled = 0;
  for await (const chunk of checkedContent(once(bytes.subarray(dataAt, dataEnd)), entry, engine)) {
    content.set(chunk, filled);
    filled += chunk.length;
  }
  return content;
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
