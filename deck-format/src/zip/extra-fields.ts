import type { ArchiveRule } from '../rules.ts';
import { viewOf } from './fields.ts';

export const ZIP64 = 0x0001;
export const UNICODE_PATH = 0x7075;
export const ASI_UNIX = 0x756e;
export const LIBARCHIVE = 0x6c78;

/** The fields that this reader looks into, with the rule that a header breaks which has one of them twice. */
const KNOWN: ReadonlyMap<number, ArchiveRule> = new Map([
  [ZIP64, 'zip64-disagrees'],
  [UNICODE_PATH, 'extra-unicode-path'],
  [ASI_UNIX, 'special-file'],
  [LIBARCHIVE, 'special-file'],
]);

/** Data of the known extra fields by their kind. */
export type ExtraFields = ReadonlyMap<number, Uint8Array>;

export type ExtraResult =
  | { readonly ok: true; readonly fields: ExtraFields }
  | { readonly ok: false; readonly rule: ArchiveRule };

/** In which header the fields stand; a local one may be padded with zeros, as zipalign does to place the data. */
export type HeaderKind = 'directory' | 'local';

/**
 * Walks the extra fields of a header. Fields of other kinds (times, owners, alignment) are harmless and skipped; one
 * that runs past the end and a known one that stands twice are refused.
 */
export function readExtra(extra: Uint8Array, header: HeaderKind): ExtraResult {
  const view = viewOf(extra);
  const fields = new Map<number, Uint8Array>();
  let at = 0;
  while (at + 4 <= extra.length) {
    const kind = view.getUint16(at, true);
    const end = at + 4 + view.getUint16(at + 2, true);
    if (end > extra.length) return { ok: false, rule: 'extra-broken' };
    const rule = KNOWN.get(kind);
    if (rule !== undefined && fields.has(kind)) return { ok: false, rule };
    if (rule !== undefined) fields.set(kind, extra.subarray(at + 4, end));
    at = end;
  }
  const padded = header === 'local' && extra.subarray(at).every((byte) => byte === 0);
  return at === extra.length || padded ? { ok: true, fields } : { ok: false, rule: 'extra-broken' };
}
