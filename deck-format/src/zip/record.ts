import { archiveFault, type FaultSink } from '../errors.ts';
import type { ArchiveRule } from '../rules.ts';
import { settleExtra, type WideFigures } from './extra-fields.ts';

export const DIRECTORY_RECORD_SIZE = 46;
export const DIRECTORY_RECORD_SIGNATURE = 0x02014b50;
export const STORED = 0;
export const DEFLATE = 8;
export const FLAG_DESCRIPTOR = 1 << 3;
const FLAG_UTF8 = 1 << 11;
const FLAG_ENCRYPTED = (1 << 0) | (1 << 6) | (1 << 13);
const FLAG_PATCHED = 1 << 5;
/** The two bits in which a deflate writer notes how hard it tried. */
const FLAG_LEVEL = (1 << 1) | (1 << 2);
const FLAGS_KNOWN = FLAG_LEVEL | FLAG_DESCRIPTOR | FLAG_UTF8;

/** One record of the directory, as far as its own fields tell. Sizes and offsets in bytes. */
export interface ZipEntry {
  readonly name: string;
  readonly nameBytes: Uint8Array;
  /** False where the name's bytes are not UTF-8; `name` then shows what could be read. */
  readonly nameIsUtf8: boolean;
  readonly isFolder: boolean;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly compressedSize: number;
  readonly size: number;
  readonly headerOffset: number;
}

/** Reads the record at `at`, whose variable part the caller has found to lie within bounds. */
export function readRecord(view: DataView, at: number, report: FaultSink): ZipEntry {
  const nameEnd = at + DIRECTORY_RECORD_SIZE + view.getUint16(at + 28, true);
  const nameBytes = bytesOf(view, at + DIRECTORY_RECORD_SIZE, nameEnd);
  const { name, nameIsUtf8 } = decodeName(nameBytes);
  const fail = (rule: ArchiveRule): void => report(archiveFault(rule, name));
  const extra = bytesOf(view, nameEnd, nameEnd + view.getUint16(at + 30, true));
  const plain = plainFigures(view, at);
  const settled = settleExtra(extra, nameBytes, plain);
  if (!settled.ok) fail(settled.rule);
  const { size, compressedSize, offset: headerOffset = plain.offset } = settled.ok ? settled.figures : plain;
  const entry = {
    name,
    nameBytes,
    nameIsUtf8,
    isFolder: /[/\\]$/.test(name),
    flags: view.getUint16(at + 8, true),
    method: view.getUint16(at + 10, true),
    crc32: view.getUint32(at + 16, true),
    compressedSize,
    size,
    headerOffset,
  };
  if (view.getUint16(at + 34, true) !== 0) fail('multi-disk');
  checkFlags(entry.flags, fail);
  checkKind(entry, view.getUint32(at + 38, true), fail);
  checkSizes(entry, fail);
  return entry;
}

type Fail = (rule: ArchiveRule) => void;

function plainFigures(view: DataView, at: number): Required<WideFigures> {
  return {
    compressedSize: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
  };
}

function checkFlags(flags: number, fail: Fail): void {
  if (flags & FLAG_ENCRYPTED) fail('encrypted');
  else if (flags & FLAG_PATCHED) fail('patched-data');
  else if (flags & ~FLAGS_KNOWN) fail('flags-unsupported');
}

const FILE_TYPE = 0xf000;
const REGULAR_FILE = 0x8000;
const FOLDER = 0x4000;
const DOS_FOLDER = 0x10;

/** The upper half of the attributes is a Unix mode where a writer fills it at all, whatever system it names. */
function checkKind(entry: { isFolder: boolean; size: number }, attributes: number, fail: Fail): void {
  const type = (attributes >>> 16) & FILE_TYPE;
  const saysFolder = type === FOLDER || (attributes & DOS_FOLDER) !== 0;
  if ((type !== 0 && type !== REGULAR_FILE && type !== FOLDER) || (saysFolder && !entry.isFolder)) fail('special-file');
  if (entry.isFolder && entry.size > 0) fail('folder-with-data');
}

/** A deflate stream yields at most 258 bytes for two bits, so at most 1032 for one byte. */
const MOST_PER_BYTE = 1032;

function checkSizes(entry: { method: number; size: number; compressedSize: number }, fail: Fail): void {
  if (entry.method !== STORED && entry.method !== DEFLATE) return fail('method-unsupported');
  const possible =
    entry.method === STORED ? entry.size === entry.compressedSize : entry.size <= entry.compressedSize * MOST_PER_BYTE;
  if (!possible) fail('size-impossible');
}

/**
 * Names are read as UTF-8 with or without the flag that says so: every current writer means it, and bytes that
 * are UTF-8 by accident do not occur. A byte-order mark is kept, so that the path rules see and refuse it.
 */
function decodeName(bytes: Uint8Array): { name: string; nameIsUtf8: boolean } {
  try {
    return { name: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), nameIsUtf8: true };
  } catch {
    return { name: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), nameIsUtf8: false };
  }
}

function bytesOf(view: DataView, from: number, to: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + from, to - from);
}
