import { archiveFault, PackageError } from '../errors.ts';
import { readUint64 } from './fields.ts';

export const ZIP64_LOCATOR_SIZE = 20;
export const ZIP64_RECORD_SIZE = 56;
export const LOCATOR_SIGNATURE = 0x07064b50;
export const RECORD_SIGNATURE = 0x06064b50;
const ONES_16 = 0xffff;
const ONES_32 = 0xffffffff;

/** What an end record says of its directory; the plain record and ZIP64's have the same fields. */
export interface EndFigures {
  readonly disk: number;
  readonly directoryDisk: number;
  readonly countHere: number;
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}

export interface SettledEnd extends EndFigures {
  /** Where the directory has to end: at the plain record, or at ZIP64's before it. */
  readonly endsAt: number;
  readonly hasZip64End: boolean;
}

/**
 * Settles the plain end record at `endAt` with ZIP64's (APPNOTE 4.3.14–15), where a locator stands before it. No
 * deck needs ZIP64, some writers always write it: its record has to lie right before its locator, and every figure
 * has to be the plain record's, or stand for a plain field that is filled with ones.
 */
export function settleZip64End(view: DataView, endAt: number, tailStart: number, plain: EndFigures): SettledEnd {
  const locatorAt = endAt - ZIP64_LOCATOR_SIZE;
  if (locatorAt < 0 || view.getUint32(locatorAt, true) !== LOCATOR_SIGNATURE) {
    const filled = plain.count === ONES_16 || plain.size === ONES_32 || plain.offset === ONES_32;
    return filled ? disagree() : { ...plain, endsAt: tailStart + endAt, hasZip64End: false };
  }
  const recordAt = locatorAt - ZIP64_RECORD_SIZE;
  if (recordAt < 0 || !locatorFits(view, locatorAt, tailStart + recordAt) || !recordIsSound(view, recordAt)) return disagree();
  return { ...agreedFigures(view, recordAt, plain), endsAt: tailStart + recordAt, hasZip64End: true };
}

function locatorFits(view: DataView, at: number, recordOffset: number): boolean {
  return view.getUint32(at + 4, true) === 0 && readUint64(view, at + 8) === recordOffset && view.getUint32(at + 16, true) === 1;
}

/** Of the first version, which has a fixed length: what a longer one adds is encryption of the directory. */
function recordIsSound(view: DataView, at: number): boolean {
  return view.getUint32(at, true) === RECORD_SIGNATURE && readUint64(view, at + 4) === ZIP64_RECORD_SIZE - 12;
}

function agreedFigures(view: DataView, at: number, plain: EndFigures): EndFigures {
  return {
    disk: agreed(plain.disk, ONES_16, view.getUint32(at + 16, true)),
    directoryDisk: agreed(plain.directoryDisk, ONES_16, view.getUint32(at + 20, true)),
    countHere: agreed(plain.countHere, ONES_16, readUint64(view, at + 24)),
    count: agreed(plain.count, ONES_16, readUint64(view, at + 32)),
    size: agreed(plain.size, ONES_32, readUint64(view, at + 40)),
    offset: agreed(plain.offset, ONES_32, readUint64(view, at + 48)),
  };
}

function agreed(plain: number, filled: number, wide: number): number {
  return plain === wide || plain === filled ? wide : disagree();
}

function disagree(): never {
  throw new PackageError(archiveFault('zip64-disagrees'));
}
