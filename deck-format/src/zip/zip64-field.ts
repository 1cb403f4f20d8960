import { readUint64, viewOf } from './fields.ts';

const ONES_16 = 0xffff;
const ONES_32 = 0xffffffff;

/** The figures of a local header that a ZIP64 field may stand in for. Sizes in bytes. */
export interface Sizes {
  readonly size: number;
  readonly compressedSize: number;
}

/** Those of a directory record. */
export interface RecordFigures extends Sizes {
  /** Offset of the local header. */
  readonly offset: number;
  /** The disk that the local header is on. */
  readonly disk: number;
}

/** A plain figure, the value that stands for "see the ZIP64 field", and its width in that field, in bytes. */
interface Figure {
  readonly plain: number;
  readonly filled: number;
  readonly width: 4 | 8;
}

/** Whether the plain compressed size only points to the ZIP64 field. */
export function isFilled(size: number): boolean {
  return size === ONES_32;
}

/** Settles a local header's sizes with its ZIP64 field; null where they disagree. */
export function settleSizes(field: Uint8Array | undefined, plain: Sizes): Sizes | null {
  const [size, compressedSize] = settle(field, sizeFigures(plain)) ?? [];
  return size === undefined || compressedSize === undefined ? null : { size, compressedSize };
}

/** Settles the figures of a directory record with its ZIP64 field; null where they disagree. */
export function settleRecord(field: Uint8Array | undefined, plain: RecordFigures): RecordFigures | null {
  const figures: Figure[] = [
    ...sizeFigures(plain),
    { plain: plain.offset, filled: ONES_32, width: 8 },
    { plain: plain.disk, filled: ONES_16, width: 4 },
  ];
  const [size, compressedSize, offset, disk] = settle(field, figures) ?? [];
  const isWhole = size !== undefined && compressedSize !== undefined && offset !== undefined && disk !== undefined;
  return isWhole ? { size, compressedSize, offset, disk } : null;
}

function sizeFigures({ size, compressedSize }: Sizes): Figure[] {
  return [
    { plain: size, filled: ONES_32, width: 8 },
    { plain: compressedSize, filled: ONES_32, width: 8 },
  ];
}

/**
 * A ZIP64 field (APPNOTE 4.5.3) holds the figures whose plain fields are filled with ones, in order. Some readers
 * take its first eight bytes for the size whatever is filled. All readers agree only where the filled figures are the
 * first ones; the field may then hold more of them, each equal to its plain one, as some writers do. A filled figure
 * without its place in the field is no figure.
 */
function settle(field: Uint8Array | undefined, figures: readonly Figure[]): number[] | null {
  const view = viewOf(field ?? new Uint8Array(0));
  const settled: number[] = [];
  let at = 0;
  let hasEnded = false;
  for (const { plain, filled, width } of figures) {
    hasEnded ||= at + width > view.byteLength;
    if (hasEnded) {
      if (plain === filled) return null;
      settled.push(plain);
      continue;
    }
    const wide = width === 8 ? readUint64(view, at) : view.getUint32(at, true);
    if (plain !== filled && plain !== wide) return null;
    settled.push(wide);
    at += width;
  }
  return at === view.byteLength && filledComeFirst(figures) ? settled : null;
}

function filledComeFirst(figures: readonly Figure[]): boolean {
  const isPlain = figures.map(({ plain, filled }) => plain !== filled);
  const first = isPlain.indexOf(true);
  return first < 0 || !isPlain.includes(false, first);
}
