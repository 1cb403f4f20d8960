import type { ArchiveRule } from '../rules.ts';
import { viewOf } from './fields.ts';

export const ZIP64 = 0x0001;
export const UNICODE_PATH = 0x7075;
export const ASI_UNIX = 0x756e;
export const LIBARCHIVE = 0x6c78;

/** The fields that this reader evaluates, with the rule that is broken if a header has the field twice. */
const KNOWN: ReadonlyMap<number, ArchiveRule> = new Map([
  [ZIP64, 'zip64-disagrees'],
  [UNICODE_PATH, 'extra-unicode-path'],
  [ASI_UNIX, 'special-file'],
  [LIBARCHIVE, 'special-file'],
]);

/** The data of the known extra fields by header id. */
export type ExtraFields = ReadonlyMap<number, Uint8Array>;

export type ExtraResult =
  | { readonly ok: true; readonly fields: ExtraFields }
  | { readonly ok: false; readonly rule: ArchiveRule };

/** The header that the fields are in. In a local header, zeros may follow them: zipalign adds padding to align the data. */
export type HeaderKind = 'directory' | 'local';

/**
 * Parses the extra fields of a header (APPNOTE 4.5). Other fields, such as times, owners and alignment, are ignored. The result is a
 * broken rule if a field is longer than the rest, or if a known field occurs twice.
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
