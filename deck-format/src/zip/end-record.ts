import { archiveFault, PackageError } from '../errors.ts';
import type { FormatLimits } from '../limits.ts';
import type { ArchiveRule } from '../rules.ts';
import { readExactly, type RandomAccessSource } from '../source.ts';
import { containsSignature } from './fields.ts';
import {
  LOCATOR_SIGNATURE,
  RECORD_SIGNATURE,
  resolveEndRecord,
  ZIP64_LOCATOR_SIZE,
  ZIP64_RECORD_SIZE,
  type ResolvedEnd,
} from './zip64.ts';

/** The location of the directory, from end records that agree with each other. Offset and size are in bytes. */
export interface DirectoryPlace {
  readonly offset: number;
  readonly size: number;
  readonly count: number;
  /** Whether the archive has ZIP64 end records. */
  readonly hasZip64End: boolean;
  /** The last bytes of the file, which were read to find the end record. They contain the directory of a small deck. */
  readonly tail: Uint8Array;
}

const SIGNATURE = 0x06054b50;
/** The signatures by which readers find the directory. Some readers may find another directory if there is a second signature. */
export const END_SIGNATURES: readonly number[] = [SIGNATURE, LOCATOR_SIGNATURE, RECORD_SIGNATURE];
const END_RECORD_SIZE = 22;
const MAX_COMMENT = 1024;
/** The end record, the longest comment that its 16-bit length allows, and the two ZIP64 records. */
const TAIL_SIZE = END_RECORD_SIZE + 0xffff + ZIP64_LOCATOR_SIZE + ZIP64_RECORD_SIZE;
const LOCAL_HEADER_SIGNATURE = 0x04034b50;

/**
 * Reads the tail of the file and finds the directory (APPNOTE 4.3.16).
 *
 * @throws PackageError if the end records are invalid or the directory exceeds its limits
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

/** The position of the end record in the tail. There must be exactly one that, with its comment, ends at the end of the file. */
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
  const end = at + END_RECORD_SIZE;
  return end <= view.byteLength && end + view.getUint16(at + 20, true) === view.byteLength;
}

/** The rule to report if there is no valid end record. */
async function whyNoEndRecord(source: RandomAccessSource, hasSignature: boolean): Promise<ArchiveRule> {
  if (hasSignature) return 'bytes-after-end';
  if (source.size < 4) return 'not-a-zip';
  const head = await readExactly(source, 0, 4);
  const signature = new DataView(head.buffer, head.byteOffset, 4).getUint32(0, true);
  return signature === LOCAL_HEADER_SIGNATURE ? 'end-record-missing' : 'not-a-zip';
}

function agreedFigures(view: DataView, at: number, tailStart: number): ResolvedEnd {
  const end = resolveEndRecord(view, at, tailStart, {
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

/** Whether both ZIP64 signatures are in the tail. Some readers (rubyzip) use ZIP64 records at any position in the tail. */
function seemsZip64(tail: Uint8Array): boolean {
  return containsSignature(tail, LOCATOR_SIGNATURE) && containsSignature(tail, RECORD_SIGNATURE);
}

function limit(rule: 'entries' | 'directoryBytes', actual: number, limits: FormatLimits): void {
  if (actual > limits[rule]) throw new PackageError({ code: 'E_TOO_LARGE', rule, limit: limits[rule], actual, entry: null });
}

function fail(rule: ArchiveRule): never {
  throw new PackageError(archiveFault(rule));
}
