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
  const header = Buffer.alloc(30 + entry.name.length);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(VERSION, 4);
  writeShared(header, 6, entry, modified);
  header.set(entry.name, 30);
  return header;
}

/** A record of the central directory (APPNOTE 4.3.12). */
export function directoryRecord(entry: WrittenEntry, modified: DosTime): Uint8Array {
  const record = Buffer.alloc(46 + entry.name.length);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(MADE_BY_UNIX | VERSION, 4);
  record.writeUInt16LE(VERSION, 6);
  writeShared(record, 8, entry, modified);
  record.writeUInt32LE(REGULAR_FILE_0644 * 2 ** 16, 38);
  record.writeUInt32LE(entry.offset, 42);
  record.set(entry.name, 46);
  return record;
}

/** The 22 bytes that both headers share, from the flags to the length of the extra fields (none). */
function writeShared(target: Buffer, at: number, entry: WrittenEntry, modified: DosTime): void {
  target.writeUInt16LE(FLAG_UTF8, at);
  target.writeUInt16LE(entry.method, at + 2);
  target.writeUInt16LE(modified.time, at + 4);
  target.writeUInt16LE(modified.date, at + 6);
  target.writeUInt32LE(entry.crc32, at + 8);
  target.writeUInt32LE(entry.compressedSize, at + 12);
  target.writeUInt32LE(entry.size, at + 16);
  target.writeUInt16LE(entry.name.length, at + 20);
}

/** The end of central directory record (APPNOTE 4.3.16). */
export function endRecord(count: number, directorySize: number, directoryOffset: number): Uint8Array {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(count, 8);
  record.writeUInt16LE(count, 10);
  record.writeUInt32LE(directorySize, 12);
  record.writeUInt32LE(directoryOffset, 16);
  return record;
}
