import { create as contentDisposition } from 'content-disposition';

/** Maximum bytes of a file name without its extension: file systems allow 255 with it, and systems add " (1)" to copies. */
const STEM_MAX_BYTES = 200;

/**
 * Characters that Windows forbids in file names, control characters included (learn.microsoft.com, "Naming Files, Paths, and
 * Namespaces").
 */
const FORBIDDEN = /[<>:"/\\|?*\p{Cc}]/gu;
/** Invisible characters that change the direction of text. With one, a name that ends in "exe.gpj" can look like a picture. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** Device names. Windows reserves them with any extension. */
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?= *(\.|$))/i;
const DIACRITICS = /\p{M}/gu;
const NOT_ASCII = /[^\x20-\x7e]+/g;

/**
 * The `Content-Disposition` of a download that is named after a title (RFC 6266): `filename*` holds the title without the
 * characters that file systems refuse, and `filename` holds an ASCII version for clients that do not support `filename*`.
 *
 * @param ending such as `.stage`
 */
export function attachmentNamed(title: string, ending: string): string {
  const name = fileStem(title);
  const ascii = fileStem(name.normalize('NFKD').replaceAll(DIACRITICS, '').replaceAll(NOT_ASCII, '_'));
  return contentDisposition(`${name}${ending}`, { fallback: `${ascii}${ending}` });
}

/** A text as the name of a file, without an extension. */
export function fileStem(text: string): string {
  const allowed = text.replaceAll(DIRECTION, '').replaceAll(FORBIDDEN, '-');
  const cut = firstBytes(allowed, STEM_MAX_BYTES)
    .replace(/[. ]+$/, '')
    .trimStart();
  return /^[-_. ]*$/.test(cut) ? 'deck' : cut.replace(DEVICE, '_$1');
}

/** The longest prefix of whole characters, with their combining marks, that fits in `maxBytes` bytes of UTF-8. */
function firstBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let taken = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    taken += segment;
  }
  return taken;
}
