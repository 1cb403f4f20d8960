import type { ArchiveRule } from '../rules.ts';
import { ASI_UNIX, LIBARCHIVE, type ExtraFields } from './extra-fields.ts';
import { viewOf } from './fields.ts';

const FILE_TYPE = 0xf000;
const REGULAR_FILE = 0x8000;
const FOLDER = 0x4000;
const DOS_FOLDER = 0x10;

/**
 * Whether external attributes (APPNOTE 4.4.15) are those of a regular file or a folder. If the upper 16 bits are not zero, they are a
 * Unix mode, whatever system the entry declares.
 */
export function attributesFit(attributes: number, isFolder: boolean): boolean {
  return modeFits(attributes >>> 16, isFolder) && (isFolder || (attributes & DOS_FOLDER) === 0);
}

/**
 * The rule that is broken if an extra field makes the entry a link or another special file. Two fields can contain a Unix mode.
 */
export function brokenKindRule(fields: ExtraFields, isFolder: boolean): ArchiveRule | null {
  const asi = fields.get(ASI_UNIX);
  const libarchive = fields.get(LIBARCHIVE);
  return (asi && brokenAsiRule(asi, isFolder)) ?? (libarchive && brokenLibarchiveRule(libarchive, isFolder)) ?? null;
}

function modeFits(mode: number, isFolder: boolean): boolean {
  const type = mode & FILE_TYPE;
  return type === 0 || type === REGULAR_FILE || (type === FOLDER && isFolder);
}

/**
 * Size of an ASi field without a link target. Bytes: CRC-32 (4), mode (2), length of the link target or device number (4), user
 * (2), group (2), target.
 */
const ASI_SIZE = 14;

function brokenAsiRule(field: Uint8Array, isFolder: boolean): ArchiveRule | null {
  if (field.length < ASI_SIZE) return 'extra-broken';
  const view = viewOf(field);
  const isPlain = field.length === ASI_SIZE && view.getUint32(6, true) === 0;
  return isPlain && modeFits(view.getUint16(4, true), isFolder) ? null : 'special-file';
}

/**
 * A libarchive field begins with a bit mask of the values that follow: version made by (2 bytes), internal attributes (2),
 * external attributes (4), comment.
 */
const HAS_MADE_BY = 1 << 0;
const HAS_INTERNAL = 1 << 1;
const HAS_ATTRIBUTES = 1 << 2;
const HAS_COMMENT = 1 << 3;

function brokenLibarchiveRule(field: Uint8Array, isFolder: boolean): ArchiveRule | null {
  const bits = field[0] ?? 0;
  if (field.length === 0 || bits > (HAS_MADE_BY | HAS_INTERNAL | HAS_ATTRIBUTES | HAS_COMMENT)) return 'extra-broken';
  if ((bits & HAS_ATTRIBUTES) === 0) return null;
  const at = 1 + (bits & HAS_MADE_BY ? 2 : 0) + (bits & HAS_INTERNAL ? 2 : 0);
  if (at + 4 > field.length) return 'extra-broken';
  return attributesFit(viewOf(field).getUint32(at, true), isFolder) ? null : 'special-file';
}
