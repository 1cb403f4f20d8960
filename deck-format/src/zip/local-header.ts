import { archiveFault, PackageError } from '../errors.ts';
import type { ArchiveRule } from '../rules.ts';
import { settleExtra } from './extra-fields.ts';
import { viewOf } from './fields.ts';
import { FLAG_DESCRIPTOR, type ZipEntry } from './record.ts';
import { LOCAL_HEADER_SIZE, type Tile } from './tiles.ts';

const SIGNATURE = 0x04034b50;

/** Length of a local header whose first 30 bytes these are; refuses where it is none or overruns its tile. */
export function localHeaderLength(fixed: Uint8Array, tile: Tile): number {
  const view = viewOf(fixed);
  if (view.getUint32(0, true) !== SIGNATURE) throw refusal('local-header-broken', tile.entry);
  if (view.getUint16(26, true) !== tile.entry.nameBytes.length) throw refusal('local-header-disagrees', tile.entry);
  const length = LOCAL_HEADER_SIZE + tile.entry.nameBytes.length + view.getUint16(28, true);
  if (length + tile.entry.compressedSize > tile.end - tile.start) throw refusal('entries-overlap', tile.entry);
  return length;
}

/** Holds a local header (APPNOTE 4.3.7), its fixed part and its name and extra fields, against the directory's record. */
export function checkLocalHeader(fixed: Uint8Array, variable: Uint8Array, entry: ZipEntry): void {
  const view = viewOf(fixed);
  const same =
    view.getUint16(6, true) === entry.flags &&
    view.getUint16(8, true) === entry.method &&
    entry.nameBytes.every((byte, at) => variable[at] === byte);
  if (!same) throw refusal('local-header-disagrees', entry);
  const plain = { compressedSize: view.getUint32(18, true), size: view.getUint32(22, true) };
  const result = settleExtra(variable.subarray(entry.nameBytes.length), entry.nameBytes, plain);
  if (!result.ok) throw refusal(result.rule, entry);
  const figures = { crc32: view.getUint32(14, true), ...result.figures };
  if (!figuresAgree(figures, entry)) throw refusal('local-header-disagrees', entry);
}

/** Before a data descriptor a writer that did not know the figures yet leaves zeros. */
function figuresAgree(local: Figures, entry: ZipEntry): boolean {
  const unknown = (entry.flags & FLAG_DESCRIPTOR) !== 0;
  const agrees = (here: number, there: number): boolean => here === there || (unknown && here === 0);
  return agrees(local.crc32, entry.crc32) && agrees(local.size, entry.size) && agrees(local.compressedSize, entry.compressedSize);
}

interface Figures {
  readonly crc32: number;
  readonly size: number;
  readonly compressedSize: number;
}

/** The error for a rule that this entry breaks. */
export function refusal(rule: ArchiveRule, entry: ZipEntry): PackageError {
  return new PackageError(archiveFault(rule, entry.name));
}
