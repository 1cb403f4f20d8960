import { crc32 } from '../checksum.ts';
import { MAX_PATH_BYTES } from '../limits.ts';
import { UNICODE_PATH, type ExtraFields } from './extra-fields.ts';
import { viewOf } from './fields.ts';

/**
 * Whether a name can be read. `broken`: it is marked as UTF-8, but is not. `unknown-encoding`: it is not marked as UTF-8 and is not
 * UTF-8, which is usual for Windows Explorer. `too-long`: it was not decoded.
 */
export type NameState = 'readable' | 'broken' | 'unknown-encoding' | 'too-long';

export interface EntryName {
  /** The name, or for an unreadable name an approximation for messages. */
  readonly name: string;
  readonly nameState: NameState;
}

/** Maximum number of bytes of an unreadable name in a message. */
const SHOWN_BYTES = 200;

/**
 * Decodes a name as UTF-8, with or without the UTF-8 flag: current writers use UTF-8 without the flag, and other encodings are
 * practically never valid UTF-8 by chance. A byte-order mark is kept, so that the path rules refuse it.
 *
 * If there is a second name in a Unicode-path field, it must be equal to the first one, as JSZip writes it. 7-Zip on Windows writes
 * the first name in a Windows code page without the flag; the second name is then used if it matches the bytes of the first one.
 * `agrees` is false if the two names conflict.
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
  const isMatch = second !== null && couldEncode(bytes, second);
  return isMatch ? { name: second, nameState: 'readable', agrees: true } : { ...plain, agrees: false };
}

/** Whether the local header has no Unicode-path field, or one with the name of the entry in the directory. */
export function sameUnicodePath(fields: ExtraFields, bytes: Uint8Array, name: string): boolean {
  const field = fields.get(UNICODE_PATH);
  return !field || unicodePath(field, bytes) === name;
}

/**
 * The name in a Unicode-path field (APPNOTE 4.6.9). Null if the version is not 1, or if the checksum is not that of the plain
 * name.
 */
function unicodePath(field: Uint8Array, name: Uint8Array): string | null {
  if (field.length < 5 || field.length > 5 + MAX_PATH_BYTES || field[0] !== 1) return null;
  return viewOf(field).getUint32(1, true) === crc32(name, 0) ? decodeUtf8(field.subarray(5)) : null;
}

/**
 * Whether `bytes` could be `text` in a Windows code page: the ASCII characters are equal and in the same positions, and every other
 * character has one or two bytes from 0x80.
 */
function couldEncode(bytes: Uint8Array, text: string): boolean {
  let at = 0;
  /** Characters and bytes beyond ASCII since the last ASCII character. */
  let characters = 0;
  let highBytes = 0;
  const runFits = (): boolean => highBytes >= characters && highBytes <= 2 * characters;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x80) {
      characters++;
      continue;
    }
    while ((bytes[at] ?? 0) >= 0x80) {
      at++;
      highBytes++;
    }
    if (!runFits() || bytes[at] !== code) return false;
    at++;
    characters = 0;
    highBytes = 0;
  }
  highBytes = bytes.length - at;
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

/** The upper half of code page 437, which is the encoding of names without the UTF-8 flag (APPNOTE, appendix D). */
const UPPER_HALF =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** The name as a reader sees it that decodes these bytes as code page 437. */
export function decodeCp437(bytes: Uint8Array): string {
  let name = '';
  for (const byte of bytes) name += byte < 0x80 ? String.fromCharCode(byte) : UPPER_HALF.charAt(byte - 0x80);
  return name;
}
