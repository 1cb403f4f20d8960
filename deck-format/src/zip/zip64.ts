import { archiveFault, PackageError } from '../errors.ts';
import { readUint64 } from './fields.ts';

export const ZIP64_LOCATOR_SIZE = 20;
export const ZIP64_RECORD_SIZE = 56;
export const LOCATOR_SIGNATURE = 0x07064b50;
export const RECORD_SIGNATURE = 0x06064b50;
const ONES_16 = 0xffff;
const ONES_32 = 0xffffffff;

/** The values of an end record. The plain record and the ZIP64 record have the same ones. */
export interface EndFigures {
  readonly disk: number;
  readonly directoryDisk: number;
  readonly countHere: number;
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}

export interface ResolvedEnd extends EndFigures {
  /** The offset at which the directory must end: that of the ZIP64 record if there is one, otherwise that of the plain record. */
  readonly endsAt: number;
  readonly hasZip64End: boolean;
}

/**
 * The values of the end records: those of the plain record at `endAt`, and of the ZIP64 records before it if there are any (APPNOTE
 * 4.3.14 and 4.3.15). No deck is large enough to need ZIP64, but some writers always use it. The ZIP64 record must directly precede
 * its locator, and each of its values must equal the plain value unless that is filled with ones.
 *
 * @param tailStart offset of the view in the file
 * @throws PackageError `zip64-disagrees`
 */
export function resolveEndRecord(view: DataView, endAt: number, tailStart: number, plain: EndFigures): ResolvedEnd {
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

/** Whether it is a record of version 1, which has a fixed length. Version 2 is for encrypted directories. */
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
