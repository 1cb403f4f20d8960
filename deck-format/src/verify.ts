import { entryInfo, type EntryRecord } from './entry.ts';
import { PackageError, type FaultSink } from './errors.ts';
import type { RandomAccessSource } from './source.ts';
import type { Archive } from './zip/archive.ts';
import { checkedContent, type Engine } from './zip/content.ts';
import { checkDescriptor } from './zip/descriptor.ts';
import { ForwardReader } from './zip/forward-reader.ts';
import { checkLocalHeader, localHeaderLength } from './zip/local-header.ts';
import { LOCAL_HEADER_SIZE, type Tile } from './zip/tiles.ts';

export interface VerifyOptions {
  /** Ends the pass early; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What a whole pass over a package has proven. */
export interface VerifyReport {
  /** Every file of the deck with the place of its data; keyed by normalized path, junk and folders left out. */
  readonly entries: ReadonlyMap<string, EntryRecord>;
  /** Bytes that all entries unpack to, junk included. */
  readonly unpackedBytes: number;
}

/**
 * One pass over the whole file, front to back: every local header, every byte's checksum, every size, every
 * descriptor, no byte left over. Memory is bounded whatever the sizes. Faults go to `report`.
 */
export async function verifyArchive(
  source: RandomAccessSource,
  archive: Archive,
  engine: Engine,
  report: FaultSink,
  { signal }: VerifyOptions = {},
): Promise<VerifyReport> {
  const reader = new ForwardReader(source, 0, archive.tiles.at(-1)?.end ?? 0);
  const offsets = new Map<Tile, number>();
  let unpackedBytes = 0;
  for (const tile of archive.tiles) {
    try {
      offsets.set(tile, await verifyTile(reader, tile, engine, signal));
      unpackedBytes += tile.entry.size;
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      report(error.details);
    }
  }
  return { entries: provenEntries(archive, offsets), unpackedBytes };
}

/** Proves one entry and gives the offset of its data. */
async function verifyTile(reader: ForwardReader, tile: Tile, engine: Engine, signal?: AbortSignal): Promise<number> {
  reader.moveTo(tile.start);
  const fixed = await reader.take(LOCAL_HEADER_SIZE);
  const length = localHeaderLength(fixed, tile);
  checkLocalHeader(fixed, await reader.take(length - LOCAL_HEADER_SIZE), tile.entry);
  for await (const _chunk of checkedContent(reader.stream(tile.entry.compressedSize), tile.entry, engine))
    signal?.throwIfAborted();
  signal?.throwIfAborted();
  const dataEnd = tile.start + length + tile.entry.compressedSize;
  checkDescriptor(await reader.take(tile.end - dataEnd), tile.entry);
  return tile.start + length;
}

function provenEntries(archive: Archive, offsets: ReadonlyMap<Tile, number>): Map<string, EntryRecord> {
  const entries = new Map<string, EntryRecord>();
  for (const [path, tile] of archive.files) {
    const offset = offsets.get(tile);
    if (offset !== undefined) entries.set(path, { ...entryInfo(path, tile), offset });
  }
  return entries;
}
