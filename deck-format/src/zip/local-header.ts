import { archiveFault, PackageError } from '../errors.ts';
import type { ArchiveRule } from '../rules.ts';
import { sameUnicodePath } from './entry-name.ts';
import { readExtra, ZIP64 } from './extra-fields.ts';
import { viewOf } from './fields.ts';
import { brokenKindRule } from './file-kind.ts';
import { FLAG_DESCRIPTOR, type ZipEntry } from './record.ts';
import { LOCAL_HEADER_SIZE, type Extent } from './extents.ts';
import { resolveSizes } from './zip64-field.ts';

const SIGNATURE = 0x04034b50;

/**
 * The length of a local header in bytes.
 *
 * @param fixed the first 30 bytes of the header
 * @throws PackageError if it is not a local header of this entry, or does not fit into the entry's extent
 */
export function localHeaderLength(fixed: Uint8Array, extent: Extent): number {
  const view = viewOf(fixed);
  if (view.getUint32(0, true) !== SIGNATURE) throw refusal('local-header-broken', extent.entry);
  if (view.getUint16(26, true) !== extent.entry.nameBytes.length) throw refusal('local-header-disagrees', extent.entry);
  const length = LOCAL_HEADER_SIZE + extent.entry.nameBytes.length + view.getUint16(28, true);
  if (length + extent.entry.compressedSize > extent.end - extent.start) throw refusal('entries-overlap', extent.entry);
  return length;
}

/**
 * Checks that a local header (APPNOTE 4.3.7) agrees with the directory record of its entry.
 *
 * @param fixed the first 30 bytes of the header
 * @param variable the name and the extra fields
 * @throws PackageError if it does not agree
 */
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
  const sizes = resolveSizes(extra.fields.get(ZIP64), plain);
  if (!sizes) throw refusal('zip64-disagrees', entry);
  if (!figuresAgree({ crc32: view.getUint32(14, true), ...sizes }, entry)) throw refusal('local-header-disagrees', entry);
}

/**
 * If a data descriptor follows, a writer sets the fields to zero whose values it does not know yet: both the checksum and the
 * compressed size, and the size unless that is known (Info-ZIP). A header with only one of the first two is refused: no writer
 * produces it, and readers interpret it differently.
 */
function figuresAgree(local: Figures, entry: ZipEntry): boolean {
  const isInDescriptor = (entry.flags & FLAG_DESCRIPTOR) !== 0 && local.crc32 === 0 && local.compressedSize === 0;
  if (isInDescriptor) return local.size === 0 || local.size === entry.size;
  return local.crc32 === entry.crc32 && local.size === entry.size && local.compressedSize === entry.compressedSize;
}

interface Figures {
  readonly crc32: number;
  readonly size: number;
  readonly compressedSize: number;
}

/** The error for an entry that breaks a rule. */
export function refusal(rule: ArchiveRule, entry: ZipEntry): PackageError {
  return new PackageError(archiveFault(rule, entry.name));
}
