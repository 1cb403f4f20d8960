import { archiveFault, type FaultSink } from '../errors.ts';
import { FLAG_DESCRIPTOR, type ZipEntry } from './record.ts';

/** An entry and the stretch of the file that is its own: local header, data, descriptor, and nothing else. */
export interface Tile {
  readonly entry: ZipEntry;
  readonly start: number;
  readonly end: number;
}

export const LOCAL_HEADER_SIZE = 30;
const MIN_DESCRIPTOR = 12;
const MAX_DESCRIPTOR = 24;
const MAX_EXTRA = 0xffff;

/**
 * Lays the entries out by offset: the first begins the file, each ends where the next begins, the last where the
 * directory begins. Whether a tile is filled to the byte only its local header can tell (it may carry extra
 * fields of its own); that it is neither too small nor too large is checked here, without reading it.
 */
export function layTiles(entries: readonly ZipEntry[], directoryOffset: number, report: FaultSink): Tile[] {
  for (const entry of entries) {
    if (entry.headerOffset >= directoryOffset) report(archiveFault('entries-overlap', entry.name));
  }
  const sorted = entries.toSorted((a, b) => a.headerOffset - b.headerOffset);
  if ((sorted[0]?.headerOffset ?? directoryOffset) !== 0) report(archiveFault('bytes-before-first', sorted[0]?.name));
  return sorted.map((entry, at) => {
    const tile = { entry, start: entry.headerOffset, end: sorted[at + 1]?.headerOffset ?? directoryOffset };
    checkTile(tile, report);
    return tile;
  });
}

function checkTile({ entry, start, end }: Tile, report: FaultSink): void {
  const described = (entry.flags & FLAG_DESCRIPTOR) !== 0;
  const least = LOCAL_HEADER_SIZE + entry.nameBytes.length + entry.compressedSize + (described ? MIN_DESCRIPTOR : 0);
  const most = LOCAL_HEADER_SIZE + entry.nameBytes.length + MAX_EXTRA + entry.compressedSize + (described ? MAX_DESCRIPTOR : 0);
  if (end - start < least) report(archiveFault('entries-overlap', entry.name));
  else if (end - start > most) report(archiveFault('bytes-between', entry.name));
}
