import { viewOf } from '../zip/fields.ts';

/** The values in the headers of an entry. Sizes and offsets are in bytes. */
export interface WrittenEntry {
  readonly name: Uint8Array;
  readonly method: 0 | 8;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly offset: number;
}

/** MS-DOS date and time: two 16-bit fields with a resolution of two seconds and no time zone. This package writes UTC. */
export interface DosTime {
  readonly date: number;
  readonly time: number;
}

const VERSION = 20;
const MADE_BY_UNIX = 3 << 8;
const FLAG_UTF8 = 1 << 11;
const REGULAR_FILE_0644 = 0o100644;
const FIRST_YEAR = 1980;
const LAST_YEAR = 2107;

/** Converts a date. A date outside of 1980–2107 becomes January 1 of the nearest year. */
export function dosTime(date: Date): DosTime {
  const year = Math.min(LAST_YEAR, Math.max(FIRST_YEAR, date.getUTCFullYear()));
  if (year !== date.getUTCFullYear()) return { date: ((year - FIRST_YEAR) << 9) | (1 << 5) | 1, time: 0 };
  return {
    date: ((year - FIRST_YEAR) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
    time: (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
  };
}

/** A local file header (APPNOTE 4.3.7). */
export function localHeader(entry: WrittenEntry, modified: DosTime): Uint8Array {
  const header = new Uint8Array(30 + entry.name.length);
  const view = viewOf(header);
  view.setUint32(0, 0x04034b50, true);
  view.setUint16(4, VERSION, true);
  writeShared(view, 6, entry, modified);
  header.set(entry.name, 30);
  return header;
}

/** A record of the central directory (APPNOTE 4.3.12). */
export function directoryRecord(entry: WrittenEntry, modified: DosTime): Uint8Array {
  const record = new Uint8Array(46 + entry.name.length);
  const view = viewOf(record);
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, MADE_BY_UNIX | VERSION, true);
  view.setUint16(6, VERSION, true);
  writeShared(view, 8, entry, modified);
  view.setUint32(38, REGULAR_FILE_0644 * 2 ** 16, true);
  view.setUint32(42, entry.offset, true);
  record.set(entry.name, 46);
  return record;
}

/** The 22 bytes that both headers share, from the flags to the length of the extra fields (none). */
function writeShared(view: DataView, at: number, entry: WrittenEntry, modified: DosTime): void {
  view.setUint16(at, FLAG_UTF8, true);
  view.setUint16(at + 2, entry.method, true);
  view.setUint16(at + 4, modified.time, true);
  view.setUint16(at + 6, modified.date, true);
  view.setUint32(at + 8, entry.crc32, true);
  view.setUint32(at + 12, entry.compressedSize, true);
  view.setUint32(at + 16, entry.size, true);
  view.setUint16(at + 20, entry.name.length, true);
}

/** The end of central directory record (APPNOTE 4.3.16). */
export function endRecord(count: number, directorySize: number, directoryOffset: number): Uint8Array {
  const record = new Uint8Array(22);
  const view = viewOf(record);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, directorySize, true);
  view.setUint32(16, directoryOffset, true);
  return record;
}
