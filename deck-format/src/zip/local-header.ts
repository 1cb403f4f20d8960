import { archiveFault, PackageError } from '../errors.ts';
import type { ArchiveRule } from '../rules.ts';
import { sameUnicodePath } from './entry-name.ts';
import { readExtra, ZIP64 } from './extra-fields.ts';
import { viewOf } from './fields.ts';
import { brokenKindRule } from './file-kind.ts';
import { FLAG_DESCRIPTOR, type ZipEntry } from './record.ts';
import { LOCAL_HEADER_SIZE, type Tile } from './tiles.ts';
import { settleSizes } from './zip64-field.ts';

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
  const extra = readExtra(variable.subarray(entry.nameBytes.length), 'local');
  if (!extra.ok) throw refusal(extra.rule, entry);
  if (!sameUnicodePath(extra.fields, entry.nameBytes, entry.name)) throw refusal('extra-unicode-path', entry);
  const kindRule = brokenKindRule(extra.fields, entry.isFolder);
  if (kindRule) throw refusal(kindRule, entry);
  const plain = { compressedSize: view.getUint32(18, true), size: view.getUint32(22, true) };
  const sizes = settleSizes(extra.fields.get(ZIP64), plain);
  if (!sizes) throw refusal('zip64-disagrees', entry);
  if (!figuresAgree({ crc32: view.getUint32(14, true), ...sizes }, entry)) throw refusal('local-header-disagrees', entry);
}

/**
 * Before a data descriptor a writer leaves zeros for what it does not know yet: checksum and compressed size, and the
 * size unless it was told that (Info-ZIP). One of the two alone no writer leaves out, and readers differ on what it means.
 */
function figuresAgree(local: Figures, entry: ZipEntry): boolean {
  const isLater = (entry.flags & FLAG_DESCRIPTOR) !== 0 && local.crc32 === 0 && local.compressedSize === 0;
  if (isLater) return local.size === 0 || local.size === entry.size;
  return local.crc32 === entry.crc32 && local.size === entry.size && local.compressedSize === entry.compressedSize;
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
