import { entryInfo, type EntryRecord } from './entry.ts';
import { PackageError, type FaultSink } from './errors.ts';
import { DoctypeScanner } from './framing/doctype.ts';
import { isHtmlPath } from './content-type.ts';
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
  const documents = htmlTiles(archive);
  const found = new Map<Tile, FoundPlace>();
  let unpackedBytes = 0;
  for (const tile of archive.tiles) {
    try {
      const scanner = documents.has(tile) ? new DoctypeScanner() : undefined;
      const offset = await verifyTile(reader, tile, engine, (chunk) => {
        signal?.throwIfAborted();
        scanner?.push(chunk);
      });
      signal?.throwIfAborted();
      found.set(tile, scanner ? { offset, scriptAt: scanner.end() } : { offset });
      unpackedBytes += tile.entry.size;
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      report(error.details);
    }
  }
  return { entries: provenEntries(archive, found), unpackedBytes };
}

/** What the pass finds out about an entry that the directory does not say. */
type FoundPlace = Pick<EntryRecord, 'offset' | 'scriptAt'>;

function htmlTiles({ files }: Archive): ReadonlySet<Tile> {
  return new Set([...files].filter(([path]) => isHtmlPath(path)).map(([, tile]) => tile));
}

/** Proves one entry and gives the offset of its data. Its content goes to `look` as it comes out. */
async function verifyTile(reader: ForwardReader, tile: Tile, engine: Engine, look: (chunk: Uint8Array) => void): Promise<number> {
  reader.moveTo(tile.start);
  const fixed = await reader.take(LOCAL_HEADER_SIZE);
  const length = localHeaderLength(fixed, tile);
  checkLocalHeader(fixed, await reader.take(length - LOCAL_HEADER_SIZE), tile.entry);
  for await (const chunk of checkedContent(reader.stream(tile.entry.compressedSize), tile.entry, engine)) look(chunk);
  const dataEnd = tile.start + length + tile.entry.compressedSize;
  checkDescriptor(await reader.take(tile.end - dataEnd), tile.entry);
  return tile.start + length;
}

function provenEntries(archive: Archive, found: ReadonlyMap<Tile, FoundPlace>): Map<string, EntryRecord> {
  const entries = new Map<string, EntryRecord>();
  for (const [path, tile] of archive.files) {
    const place = found.get(tile);
    if (place) entries.set(path, { ...entryInfo(path, tile), ...place });
  }
  return entries;
}
