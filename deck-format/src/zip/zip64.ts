import { archiveFault, PackageError } from '../errors.ts';
import { readUint64 } from './fields.ts';

export const ZIP64_LOCATOR_SIZE = 20;
export const ZIP64_RECORD_SIZE = 56;
const LOCATOR_SIGNATURE = 0x07064b50;
const RECORD_SIGNATURE = 0x06064b50;

export interface PlainEndFigures {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}

/**
 * ZIP64's end record (APPNOTE 4.3.14–15), where a locator stands before the plain record at `endAt`. No deck
 * needs it, some writers always write it: it has to lie right before its locator, and every figure has to be
 * the plain record's, or stand for a plain field that is filled with ones. Gives undefined where there is none.
 */
export function readZip64End(
  view: DataView,
  endAt: number,
  tailStart: number,
  plain: PlainEndFigures,
): (PlainEndFigures & { endsAt: number }) | undefined {
  const locatorAt = endAt - ZIP64_LOCATOR_SIZE;
  const filled = plain.count === 0xffff || plain.size === 0xffffffff || plain.offset === 0xffffffff;
  if (locatorAt < 0 || view.getUint32(locatorAt, true) !== LOCATOR_SIGNATURE) {
    if (filled) disagree();
    return undefined;
  }
  const recordAt = locatorAt - ZIP64_RECORD_SIZE;
  if (recordAt < 0 || !locatorFits(view, locatorAt, tailStart + recordAt)) disagree();
  return { ...agreedRecord(view, recordAt, plain), endsAt: tailStart + recordAt };
}

function locatorFits(view: DataView, at: number, recordOffset: number): boolean {
  return view.getUint32(at + 4, true) === 0 && readUint64(view, at + 8) === recordOffset && view.getUint32(at + 16, true) === 1;
}

function agreedRecord(view: DataView, at: number, plain: PlainEndFigures): PlainEndFigures {
  const sound =
    view.getUint32(at, true) === RECORD_SIGNATURE &&
    readUint64(view, at + 4) === ZIP64_RECORD_SIZE - 12 &&
    view.getUint32(at + 16, true) === 0 &&
    view.getUint32(at + 20, true) === 0 &&
    readUint64(view, at + 24) === readUint64(view, at + 32);
  if (!sound) disagree();
  return {
    count: agreed(plain.count, 0xffff, readUint64(view, at + 32)),
    size: agreed(plain.size, 0xffffffff, readUint64(view, at + 40)),
    offset: agreed(plain.offset, 0xffffffff, readUint64(view, at + 48)),
  };
}

function agreed(plain: number, filled: number, wide: number): number {
  return plain === wide || plain === filled ? wide : disagree();
}

function disagree(): never {
  throw new PackageError(archiveFault('zip64-disagrees'));
}
