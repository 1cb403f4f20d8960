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
import { LOCAL_HEADER_SIZE, type Extent } from './zip/extents.ts';

export interface VerifyOptions {
  /** Aborts the verification, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** Receives the content of some entries in the same pass. */
  readonly contents?: ContentsReader;
}

/** Receives the content of entries while they are verified: one after the other, so that only one is held in memory. */
export interface ContentsReader {
  /** The paths of the entries. */
  readonly paths: ReadonlySet<string>;
  /** The maximum length of a content in bytes. The rest is left out. */
  readonly maxBytes: number;
  /** Called after the entry has been verified. */
  readonly read: (path: string, content: Uint8Array) => void;
}

/** The result of a verification. */
export interface VerifyReport {
  /** The files of the deck by normalized path, without junk files and folders. */
  readonly entries: ReadonlyMap<string, EntryRecord>;
  /** Total size of all unpacked entries, including junk files. */
  readonly unpackedBytes: number;
}

/**
 * Verifies an archive in one pass over the whole file: local headers, checksums, sizes, data descriptors, and that every byte belongs
 * to an entry. The memory does not depend on the sizes of the entries. Faults are passed to `report`.
 */
export async function verifyArchive(
  source: RandomAccessSource,
  archive: Archive,
  engine: Engine,
  report: FaultSink,
  { signal, contents }: VerifyOptions = {},
): Promise<VerifyReport> {
  const reader = new ForwardReader(source, 0, archive.extents.at(-1)?.end ?? 0);
  const documents = htmlExtents(archive);
  const wanted = new Map(
    [...archive.files].filter(([path]) => contents?.paths.has(path)).map(([path, extent]) => [extent, path]),
  );
  const found = new Map<Extent, FoundPlace>();
  let unpackedBytes = 0;
  for (const extent of archive.extents) {
    try {
      const scanner = documents.has(extent) ? new DoctypeScanner() : undefined;
      const path = wanted.get(extent);
      const content = contents === undefined || path === undefined ? undefined : new BoundedContent(contents.maxBytes);
      const offset = await verifyEntry(reader, extent, engine, (chunk) => {
        signal?.throwIfAborted();
        scanner?.push(chunk);
        content?.push(chunk);
      });
      signal?.throwIfAborted();
      found.set(extent, scanner ? { offset, scriptAt: scanner.end() } : { offset });
      unpackedBytes += extent.entry.size;
      if (path !== undefined && content !== undefined) contents?.read(path, content.bytes());
    } catch (error) {
      if (!(error instanceof PackageError)) throw error;
      report(error.details);
    }
  }
  return { entries: verifiedEntries(archive, found), unpackedBytes };
}

/** The beginning of the content of an entry. */
class BoundedContent {
  readonly #chunks: Uint8Array[] = [];
  #remaining: number;

  constructor(maxBytes: number) {
    this.#remaining = maxBytes;
  }

  push(chunk: Uint8Array): void {
    if (this.#remaining === 0) return;
    // A copy, because the engine may use the memory of a chunk again.
    const kept = chunk.slice(0, this.#remaining);
    this.#chunks.push(kept);
    this.#remaining -= kept.length;
  }

  bytes(): Uint8Array {
    const bytes = new Uint8Array(this.#chunks.reduce((length, chunk) => length + chunk.length, 0));
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

/** The fields of a record that are not in the archive's directory. */
type FoundPlace = Pick<EntryRecord, 'offset' | 'scriptAt'>;

function htmlExtents({ files }: Archive): ReadonlySet<Extent> {
  return new Set([...files].filter(([path]) => isHtmlPath(path)).map(([, extent]) => extent));
}

/** Verifies one entry and returns the offset of its data. Passes its unpacked contents to `onChunk`. */
async function verifyEntry(
  reader: ForwardReader,
  extent: Extent,
  engine: Engine,
  onChunk: (chunk: Uint8Array) => void,
): Promise<number> {
  reader.moveTo(extent.start);
  const fixed = await reader.take(LOCAL_HEADER_SIZE);
  const length = localHeaderLength(fixed, extent);
  checkLocalHeader(fixed, await reader.take(length - LOCAL_HEADER_SIZE), extent.entry);
  for await (const chunk of checkedContent(reader.stream(extent.entry.compressedSize), extent.entry, engine)) onChunk(chunk);
  const dataEnd = extent.start + length + extent.entry.compressedSize;
  checkDescriptor(await reader.take(extent.end - dataEnd), extent.entry);
  return extent.start + length;
}

function verifiedEntries(archive: Archive, found: ReadonlyMap<Extent, FoundPlace>): Map<string, EntryRecord> {
  const entries = new Map<string, EntryRecord>();
  for (const [path, extent] of archive.files) {
    const place = found.get(extent);
    if (place) entries.set(path, { ...entryInfo(path, extent), ...place });
  }
  return entries;
}
