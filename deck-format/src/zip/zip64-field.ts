import { readUint64, viewOf } from './fields.ts';

const ONES_16 = 0xffff;
const ONES_32 = 0xffffffff;

/** The values of a local header that a ZIP64 field can replace. Sizes are in bytes. */
export interface Sizes {
  readonly size: number;
  readonly compressedSize: number;
}

/** The values of a directory record that a ZIP64 field can replace. */
export interface RecordFigures extends Sizes {
  /** Offset of the local header. */
  readonly offset: number;
  /** The disk that the local header is on. */
  readonly disk: number;
}

/** A value of a header, the value that means "see the ZIP64 field", and its width in that field, in bytes. */
interface Figure {
  readonly plain: number;
  readonly filled: number;
  readonly width: 4 | 8;
}

/** Whether a size is only a reference to the ZIP64 field. */
export function isFilled(size: number): boolean {
  return size === ONES_32;
}

/** The sizes of a local header, with those of its ZIP64 field where the header refers to it. Null if they disagree. */
export function resolveSizes(field: Uint8Array | undefined, plain: Sizes): Sizes | null {
  const [size, compressedSize] = resolve(field, sizeFigures(plain)) ?? [];
  return size === undefined || compressedSize === undefined ? null : { size, compressedSize };
}

/** The values of a directory record, with those of its ZIP64 field where the record refers to it. Null if they disagree. */
export function resolveRecord(field: Uint8Array | undefined, plain: RecordFigures): RecordFigures | null {
  const figures: Figure[] = [
    ...sizeFigures(plain),
    { plain: plain.offset, filled: ONES_32, width: 8 },
    { plain: plain.disk, filled: ONES_16, width: 4 },
  ];
  const [size, compressedSize, offset, disk] = resolve(field, figures) ?? [];
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
 * A ZIP64 field (APPNOTE 4.5.3) contains, in order, the values whose plain fields are filled with ones. Some readers always use its
 * first eight bytes as the size. All readers agree only if the filled values are the first ones, so other fields are refused. Some
 * writers add further values; these must be equal to the plain ones. A filled value that is not in the field is refused.
 */
function resolve(field: Uint8Array | undefined, figures: readonly Figure[]): number[] | null {
  const view = viewOf(field ?? new Uint8Array(0));
  const resolved: number[] = [];
  let at = 0;
  let hasEnded = false;
  for (const { plain, filled, width } of figures) {
    hasEnded ||= at + width > view.byteLength;
    if (hasEnded) {
      if (plain === filled) return null;
      resolved.push(plain);
      continue;
    }
    const wide = width === 8 ? readUint64(view, at) : view.getUint32(at, true);
    if (plain !== filled && plain !== wide) return null;
    resolved.push(wide);
    at += width;
  }
  return at === view.byteLength && filledComeFirst(figures) ? resolved : null;
}

function filledComeFirst(figures: readonly Figure[]): boolean {
  const isPlain = figures.map(({ plain, filled }) => plain !== filled);
  const first = isPlain.indexOf(true);
  return first < 0 || !isPlain.includes(false, first);
}
