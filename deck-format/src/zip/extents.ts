import { archiveFault, type FaultSink } from '../errors.ts';
import { FLAG_DESCRIPTOR, type ZipEntry } from './record.ts';

/**
 * An entry and the contiguous part of the file that belongs to it: local header, data and data descriptor. `end` is exclusive.
 */
export interface Extent {
  readonly entry: ZipEntry;
  readonly start: number;
  readonly end: number;
}

export const LOCAL_HEADER_SIZE = 30;
const MIN_DESCRIPTOR = 12;
const MAX_DESCRIPTOR = 24;
const MAX_EXTRA = 0xffff;

/**
 * The extents of the entries in the order of their offsets. The first must begin at 0, each ends where the next one begins, and the
 * last ends where the directory begins. Reports extents that are too small or too large for their entries. Whether an extent has the
 * exact size is checked later with the local header, which can have extra fields of its own.
 */
export function extentsOf(entries: readonly ZipEntry[], directoryOffset: number, report: FaultSink): Extent[] {
  for (const entry of entries) {
    if (entry.headerOffset >= directoryOffset) report(archiveFault('entries-overlap', entry.name));
  }
  const sorted = entries.toSorted((a, b) => a.headerOffset - b.headerOffset);
  if ((sorted[0]?.headerOffset ?? directoryOffset) !== 0) report(archiveFault('bytes-before-first', sorted[0]?.name));
  return sorted.map((entry, at) => {
    const extent = { entry, start: entry.headerOffset, end: sorted[at + 1]?.headerOffset ?? directoryOffset };
    checkExtent(extent, report);
    return extent;
  });
}

function checkExtent({ entry, start, end }: Extent, report: FaultSink): void {
  const described = (entry.flags & FLAG_DESCRIPTOR) !== 0;
  const least = LOCAL_HEADER_SIZE + entry.nameBytes.length + entry.compressedSize + (described ? MIN_DESCRIPTOR : 0);
  const most = LOCAL_HEADER_SIZE + entry.nameBytes.length + MAX_EXTRA + entry.compressedSize + (described ? MAX_DESCRIPTOR : 0);
  if (end - start < least) report(archiveFault('entries-overlap', entry.name));
  else if (end - start > most) report(archiveFault('bytes-between', entry.name));
}
