import type { FaultSink } from '../errors.ts';
import type { FormatLimits } from '../limits.ts';
import type { RandomAccessSource } from '../source.ts';
import { readDirectory } from './directory.ts';
import { locateDirectory } from './end-record.ts';
import { nameEntries, type NamedEntries } from './names.ts';
import type { ZipEntry } from './record.ts';
import { layTiles, type Tile } from './tiles.ts';

/** An archive whose directory is sound in itself; of the entries only what they declare is known. */
export interface Archive extends NamedEntries {
  /** Every entry by its place in the file, folders and junk included. */
  readonly tiles: readonly Tile[];
}

/** Opens an archive in two reads, and holds everything that it declares against rules and limits. */
export async function readArchive(source: RandomAccessSource, limits: FormatLimits, report: FaultSink): Promise<Archive> {
  if (source.size > limits.archiveBytes) {
    report({ code: 'E_TOO_LARGE', rule: 'archiveBytes', limit: limits.archiveBytes, actual: source.size, entry: null });
  }
  const place = await locateDirectory(source, limits);
  const entries = await readDirectory(source, place, report);
  const tiles = layTiles(entries, place.offset, report);
  checkDeclaredSizes(entries, limits, report);
  return { tiles, ...nameEntries(tiles, report) };
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
