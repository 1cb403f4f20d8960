import { archiveFault, PackageError } from '../errors.ts';
import type { FormatLimits } from '../limits.ts';
import type { ArchiveRule } from '../rules.ts';
import { readExactly, type RandomAccessSource } from '../source.ts';
import { holds } from './fields.ts';
import {
  LOCATOR_SIGNATURE,
  RECORD_SIGNATURE,
  settleZip64End,
  ZIP64_LOCATOR_SIZE,
  ZIP64_RECORD_SIZE,
  type SettledEnd,
} from './zip64.ts';

/** Where the directory lies, once every figure about it has been held against the others. */
export interface DirectoryPlace {
  readonly offset: number;
  readonly size: number;
  readonly count: number;
  /** Whether the archive has ZIP64 end records. */
  readonly hasZip64End: boolean;
  /** The file's last bytes, as read to find the end record; the directory of a small deck lies in them. */
  readonly tail: Uint8Array;
}

const SIGNATURE = 0x06054b50;
/** What readers look for when they look for the directory; a second one can lead some of them to another directory. */
export const END_SIGNATURES: readonly number[] = [SIGNATURE, LOCATOR_SIGNATURE, RECORD_SIGNATURE];
const END_RECORD_SIZE = 22;
const MAX_COMMENT = 1024;
/** Enough for the longest comment that the record's 16-bit length allows, and for ZIP64's two records. */
const TAIL_SIZE = END_RECORD_SIZE + 0xffff + ZIP64_LOCATOR_SIZE + ZIP64_RECORD_SIZE;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;

/**
 * Reads the tail and finds the directory (APPNOTE 4.3.16), or refuses: nothing can be read without it,
 * and nothing is read of one that is over its limits.
 */
export async function locateDirectory(source: RandomAccessSource, limits: FormatLimits): Promise<DirectoryPlace> {
  const start = Math.max(0, source.size - TAIL_SIZE);
  const tail = await readExactly(source, start, source.size - start);
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  const at = await findEndRecord(source, view);
  const end = agreedFigures(view, at, start);
  limit('entries', end.count, limits);
  limit('directoryBytes', end.size, limits);
  if (end.offset + end.size !== end.endsAt) fail('directory-misplaced');
  if (!end.hasZip64End && seemsZip64(tail)) fail('end-record-hidden');
  return { offset: end.offset, size: end.size, count: end.count, hasZip64End: end.hasZip64End, tail };
}

/** The one place in the tail where an end record fits to the last byte of the file. */
async function findEndRecord(source: RandomAccessSource, view: DataView): Promise<number> {
  const signatures: number[] = [];
  for (let at = view.byteLength - 4; at >= 0; at--) {
    if (view.getUint32(at, true) === SIGNATURE) signatures.push(at);
  }
  const fitting = signatures.filter((at) => fitsToTheEnd(view, at));
  const [at] = fitting;
  if (at === undefined) return fail(await whyNoEndRecord(source, signatures.length > 0));
  if (fitting.length > 1 || signatures.some((other) => other > at)) fail('end-record-ambiguous');
  if (view.getUint16(at + 20, true) > MAX_COMMENT) fail('comment-too-long');
  return at;
}

function fitsToTheEnd(view: DataView, at: number): boolean {
  const behind = at + END_RECORD_SIZE;
  return behind <= view.byteLength && behind + view.getUint16(at + 20, true) === view.byteLength;
}

async function whyNoEndRecord(source: RandomAccessSource, seenSomewhere: boolean): Promise<ArchiveRule> {
  if (seenSomewhere) return 'bytes-after-end';
  if (source.size < 4) return 'not-a-zip';
  const head = await readExactly(source, 0, 4);
  const signature = new DataView(head.buffer, head.byteOffset, 4).getUint32(0, true);
  return signature === LOCAL_HEADER_SIGNATURE ? 'end-record-missing' : 'not-a-zip';
}

function agreedFigures(view: DataView, at: number, tailStart: number): SettledEnd {
  const end = settleZip64End(view, at, tailStart, {
    disk: view.getUint16(at + 4, true),
    directoryDisk: view.getUint16(at + 6, true),
    countHere: view.getUint16(at + 8, true),
    count: view.getUint16(at + 10, true),
    size: view.getUint32(at + 12, true),
    offset: view.getUint32(at + 16, true),
  });
  if (end.disk !== 0 || end.directoryDisk !== 0 || end.countHere !== end.count) fail('multi-disk');
  return end;
}

/** Some readers (rubyzip) take both ZIP64 records from wherever in the tail they find their signatures. */
function seemsZip64(tail: Uint8Array): boolean {
  return holds(tail, LOCATOR_SIGNATURE) && holds(tail, RECORD_SIGNATURE);
}

function limit(rule: 'entries' | 'directoryBytes', actual: number, limits: FormatLimits): void {
  if (actual > limits[rule]) throw new PackageError({ code: 'E_TOO_LARGE', rule, limit: limits[rule], actual, entry: null });
}

function fail(rule: ArchiveRule): never {
  throw new PackageError(archiveFault(rule));
}
