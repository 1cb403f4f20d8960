import { crc32 } from '../checksum.ts';
import type { ArchiveRule } from '../rules.ts';
import { readUint64, viewOf } from './fields.ts';

const ZIP64 = 0x0001;
const UNICODE_PATH = 0x7075;
const FILLED = 0xffffffff;

/** The figures of a header that a ZIP64 field may stand in for, in the order of APPNOTE 4.5.3. */
export interface WideFigures {
  readonly size: number;
  readonly compressedSize: number;
  /** Offset of the local header; the local header itself has none. */
  readonly offset?: number;
}

export type ExtraResult =
  | { readonly ok: true; readonly figures: WideFigures }
  | { readonly ok: false; readonly rule: ArchiveRule };

/**
 * Walks the extra fields of a header and settles its sizes. Fields of other kinds (times, owners, alignment)
 * are harmless and skipped. A second name (Info-ZIP's Unicode path) has to be the first one over again, as JSZip
 * writes it; a field past its bounds and a repeated ZIP64 field are refused.
 */
export function settleExtra(extra: Uint8Array, name: Uint8Array, plain: WideFigures): ExtraResult {
  let zip64: Uint8Array | undefined;
  for (const field of fieldsOf(extra)) {
    if (!field) return { ok: false, rule: 'extra-broken' };
    if (field.kind === UNICODE_PATH && !repeatsName(field.data, name)) return { ok: false, rule: 'extra-unicode-path' };
    if (field.kind !== ZIP64) continue;
    if (zip64) return { ok: false, rule: 'zip64-disagrees' };
    zip64 = field.data;
  }
  return settleZip64(zip64, plain);
}

interface ExtraField {
  readonly kind: number;
  readonly data: Uint8Array;
}

/** The fields in order; undefined, once, where one runs past the end. */
function* fieldsOf(extra: Uint8Array): Generator<ExtraField | undefined, void> {
  const view = viewOf(extra);
  for (let at = 0; at < extra.length;) {
    const end = at + 4 <= extra.length ? at + 4 + view.getUint16(at + 2, true) : Infinity;
    if (end > extra.length) {
      yield undefined;
      return;
    }
    yield { kind: view.getUint16(at, true), data: extra.subarray(at + 4, end) };
    at = end;
  }
}

/** Version 1, the checksum of the plain name, and the name in UTF-8 (APPNOTE 4.6.9). */
function repeatsName(data: Uint8Array, name: Uint8Array): boolean {
  if (data.length !== 5 + name.length || data[0] !== 1) return false;
  return viewOf(data).getUint32(1, true) === crc32(name, 0) && name.every((byte, at) => data[5 + at] === byte);
}

/**
 * The field holds eight bytes for each plain figure that is filled with ones, in order and no more; or, as some
 * writers do, for all of them, each equal to its plain one. A filled figure without its field is no figure.
 */
function settleZip64(bytes: Uint8Array | undefined, plain: WideFigures): ExtraResult {
  const order =
    plain.offset === undefined ? [plain.size, plain.compressedSize] : [plain.size, plain.compressedSize, plain.offset];
  const wanted = order.filter((figure) => figure === FILLED).length;
  if (!bytes) return wanted === 0 ? { ok: true, figures: plain } : { ok: false, rule: 'zip64-disagrees' };
  const field = viewOf(bytes);
  const everyFigure = wanted === 0 || field.byteLength === order.length * 8;
  const wide = readWide(field, order, everyFigure);
  return wide ? { ok: true, figures: wide } : { ok: false, rule: 'zip64-disagrees' };
}

function readWide(field: DataView, order: readonly number[], everyFigure: boolean): WideFigures | undefined {
  let at = 0;
  const settled: number[] = [];
  for (const plain of order) {
    const inField = plain === FILLED || (everyFigure && at + 8 <= field.byteLength);
    if (!inField) {
      settled.push(plain);
      continue;
    }
    if (at + 8 > field.byteLength) return undefined;
    const wide = readUint64(field, at);
    if (plain !== FILLED && plain !== wide) return undefined;
    settled.push(wide);
    at += 8;
  }
  const [size, compressedSize, offset] = settled;
  if (at !== field.byteLength || size === undefined || compressedSize === undefined) return undefined;
  return offset === undefined ? { size, compressedSize } : { size, compressedSize, offset };
}
