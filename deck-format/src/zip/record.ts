import { archiveFault, type FaultSink } from '../errors.ts';
import type { ArchiveRule } from '../rules.ts';
import { readName, type EntryName } from './entry-name.ts';
import { readExtra, ZIP64, type ExtraFields } from './extra-fields.ts';
import { attributesFit, brokenKindRule } from './file-kind.ts';
import { isFilled, resolveRecord, type RecordFigures } from './zip64-field.ts';

export const DIRECTORY_RECORD_SIZE = 46;
export const DIRECTORY_RECORD_SIGNATURE = 0x02014b50;
export const STORED = 0;
export const DEFLATE = 8;
export const FLAG_DESCRIPTOR = 1 << 3;
export const FLAG_UTF8 = 1 << 11;
const FLAG_ENCRYPTED = (1 << 0) | (1 << 6) | (1 << 13);
const FLAG_PATCHED = 1 << 5;
/** The two bits for the compression level of deflate. */
const FLAG_LEVEL = (1 << 1) | (1 << 2);
const FLAGS_KNOWN = FLAG_LEVEL | FLAG_DESCRIPTOR | FLAG_UTF8;

/** A record of the directory. Sizes and offsets are in bytes. */
export interface ZipEntry extends EntryName {
  readonly nameBytes: Uint8Array;
  readonly isFolder: boolean;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly headerOffset: number;
}

export interface RecordContext {
  readonly report: FaultSink;
  /** Whether the archive has ZIP64 end records. */
  readonly hasZip64End: boolean;
}

/** Parses the directory record at `at`. The caller must have checked that it is within the bounds of the view. */
export function readRecord(view: DataView, at: number, { report, hasZip64End }: RecordContext): ZipEntry {
  const nameEnd = at + DIRECTORY_RECORD_SIZE + view.getUint16(at + 28, true);
  const nameBytes = bytesOf(view, at + DIRECTORY_RECORD_SIZE, nameEnd);
  const flags = view.getUint16(at + 8, true);
  const extra = readExtra(bytesOf(view, nameEnd, nameEnd + view.getUint16(at + 30, true)), 'directory');
  const fields = extra.ok ? extra.fields : NO_FIELDS;
  const { name, nameState, agrees } = readName(nameBytes, (flags & FLAG_UTF8) !== 0, fields);
  const fail = (rule: ArchiveRule): void => report(archiveFault(rule, name));
  if (!extra.ok) fail(extra.rule);
  if (!agrees) fail('extra-unicode-path');
  const plain = plainFigures(view, at);
  const resolved = resolveRecord(fields.get(ZIP64), plain);
  if (extra.ok && (!resolved || (isFilled(plain.compressedSize) && !hasZip64End))) fail('zip64-disagrees');
  const { size, compressedSize, offset, disk } = resolved ?? plain;
  const entry = {
    name,
    nameState,
    nameBytes,
    isFolder: SLASHES.has(nameBytes.at(-1) ?? 0),
    flags,
    method: view.getUint16(at + 10, true),
    crc32: view.getUint32(at + 16, true),
    compressedSize,
    size,
    headerOffset: offset,
  };
  if (disk !== 0) fail('multi-disk');
  checkFlags(flags, fail);
  checkKind(entry, view.getUint32(at + 38, true), fields, fail);
  checkSizes(entry, fail);
  return entry;
}

type Fail = (rule: ArchiveRule) => void;

const NO_FIELDS: ExtraFields = new Map();
/** `/` and `\`. */
const SLASHES: ReadonlySet<number> = new Set([0x2f, 0x5c]);

function plainFigures(view: DataView, at: number): RecordFigures {
  return {
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    disk: view.getUint16(at + 34, true),
    offset: view.getUint32(at + 42, true),
  };
}

function checkFlags(flags: number, fail: Fail): void {
  if (flags & FLAG_ENCRYPTED) fail('encrypted');
  else if (flags & FLAG_PATCHED) fail('patched-data');
  else if (flags & ~FLAGS_KNOWN) fail('flags-unsupported');
}

function checkKind(entry: { isFolder: boolean; size: number }, attributes: number, fields: ExtraFields, fail: Fail): void {
  const rule = attributesFit(attributes, entry.isFolder) ? brokenKindRule(fields, entry.isFolder) : 'special-file';
  if (rule) fail(rule);
  if (entry.isFolder && entry.size > 0) fail('folder-with-data');
}

/** Maximum number of bytes that one byte of a deflate stream expands to: two bits can expand to 258 bytes. */
const MAX_EXPANSION = 1032;

/**
 * Maximum size of a deflate stream for `size` bytes of content. Incompressible data grow by 0.1 %, or by 50 % if the writer flushes
 * after every few bytes. A longer stream is padded with empty blocks, and the reader would have to read all of them for little content.
 */
function maxCompressedSize(size: number): number {
  return 2 * size + 1024;
}

function checkSizes(entry: { method: number; size: number; compressedSize: number }, fail: Fail): void {
  const { method, size, compressedSize } = entry;
  if (method !== STORED && method !== DEFLATE) return fail('method-unsupported');
  const possible =
    method === STORED
      ? size === compressedSize
      : size <= compressedSize * MAX_EXPANSION && compressedSize <= maxCompressedSize(size);
  if (!possible) fail('size-impossible');
}

function bytesOf(view: DataView, from: number, to: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + from, to - from);
}
