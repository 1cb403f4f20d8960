import type { FaultSink } from '../errors.ts';
import type { FormatLimits } from '../limits.ts';
import type { RandomAccessSource } from '../source.ts';
import { readDirectory } from './directory.ts';
import { locateDirectory } from './end-record.ts';
import { nameEntries, type NamedEntries } from './names.ts';
import type { ZipEntry } from './record.ts';
import { extentsOf, type Extent } from './extents.ts';

/** An archive whose directory has been checked. The data of the entries have not been read. */
export interface Archive extends NamedEntries {
  /** All entries by their position in the file, including folders and junk files. */
  readonly extents: readonly Extent[];
}

/** Opens an archive in at most two reads, and checks its structure and declared sizes. */
export async function readArchive(source: RandomAccessSource, limits: FormatLimits, report: FaultSink): Promise<Archive> {
  if (source.size > limits.archiveBytes) {
    report({ code: 'E_TOO_LARGE', rule: 'archiveBytes', limit: limits.archiveBytes, actual: source.size, entry: null });
  }
  const place = await locateDirectory(source, limits);
  const entries = await readDirectory(source, place, report);
  const extents = extentsOf(entries, place.offset, report);
  checkDeclaredSizes(entries, limits, report);
  return { extents, ...nameEntries(extents, report) };
}

function checkDeclaredSizes(entries: readonly ZipEntry[], limits: FormatLimits, report: FaultSink): void {
  let total = 0;
  for (const entry of entries) {
    total += entry.size;
    if (entry.size > limits.entryBytes) {
      report({ code: 'E_TOO_LARGE', rule: 'entryBytes', limit: limits.entryBytes, actual: entry.size, entry: entry.name });
    }
  }
  if (total > limits.totalBytes) {
    report({ code: 'E_TOO_LARGE', rule: 'totalBytes', limit: limits.totalBytes, actual: total, entry: null });
  }
}
