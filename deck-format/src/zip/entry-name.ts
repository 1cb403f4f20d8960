import { crc32 } from '../checksum.ts';
import { MAX_PATH_BYTES } from '../limits.ts';
import { UNICODE_PATH, type ExtraFields } from './extra-fields.ts';
import { viewOf } from './fields.ts';

/**
 * Whether a name can be read: `broken` says to be UTF-8 and is not; `unknown-encoding` does not say so and is not,
 * as Windows Explorer writes names; `too-long` is not even looked at.
 */
export type NameState = 'readable' | 'broken' | 'unknown-encoding' | 'too-long';

export interface EntryName {
  /** Of an unreadable name what can be shown of it. */
  readonly name: string;
  readonly nameState: NameState;
}

/** Bytes of an unreadable name that are shown. */
const SHOWN_BYTES = 200;

/**
 * Reads a name as UTF-8 with or without the flag that says so: every current writer means it, and bytes that
 * are UTF-8 by accident do not occur. A byte-order mark is kept, so that the path rules see and refuse it.
 *
 * A second name, in a Unicode-path field, has to be the first one over again (`agrees`), as JSZip writes it. 7-Zip on
 * Windows writes the first one in the system's own encoding, without the flag; then the second one counts.
 */
export function readName(bytes: Uint8Array, isFlagged: boolean, fields: ExtraFields): EntryName & { readonly agrees: boolean } {
  if (bytes.length > MAX_PATH_BYTES) return { name: shown(bytes), nameState: 'too-long', agrees: true };
  const first = decodeUtf8(bytes);
  const unreadable = { name: shown(bytes), nameState: isFlagged ? 'broken' : 'unknown-encoding' } as const;
  const plain = first === null ? unreadable : ({ name: first, nameState: 'readable' } as const);
  const field = fields.get(UNICODE_PATH);
  if (!field) return { ...plain, agrees: true };
  const second = unicodePath(field, bytes);
  if (first !== null || isFlagged) return { ...plain, agrees: second !== null && second === first };
  const stands = second !== null && standsOver(second, bytes);
  return stands ? { name: second, nameState: 'readable', agrees: true } : { ...plain, agrees: false };
}

/** Whether the Unicode-path field of a local header, if it has one, names the entry as the directory does. */
export function sameUnicodePath(fields: ExtraFields, bytes: Uint8Array, name: string): boolean {
  const field = fields.get(UNICODE_PATH);
  return !field || unicodePath(field, bytes) === name;
}

/** The name in a field of version 1 with the checksum of the plain name (APPNOTE 4.6.9); null where it is another field. */
function unicodePath(field: Uint8Array, name: Uint8Array): string | null {
  if (field.length < 5 || field.length > 5 + MAX_PATH_BYTES || field[0] !== 1) return null;
  return viewOf(field).getUint32(1, true) === crc32(name, 0) ? decodeUtf8(field.subarray(5)) : null;
}

/**
 * Whether bytes of some Windows code page can be this text: ASCII characters agree place by place, and any others
 * stand over one or two bytes each from 0x80 on.
 */
function standsOver(text: string, bytes: Uint8Array): boolean {
  let at = 0;
  let others = 0;
  let room = 0;
  const runFits = (): boolean => room >= others && room <= 2 * others;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x80) {
      others++;
      continue;
    }
    while ((bytes[at] ?? 0) >= 0x80) {
      at++;
      room++;
    }
    if (!runFits() || bytes[at] !== code) return false;
    at++;
    others = 0;
    room = 0;
  }
  room = bytes.length - at;
  return runFits() && bytes.subarray(at).every((byte) => byte >= 0x80);
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function shown(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, SHOWN_BYTES));
  return bytes.length > SHOWN_BYTES ? `${text}…` : text;
}
