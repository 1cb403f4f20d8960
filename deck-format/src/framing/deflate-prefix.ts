import { crc32 } from '../checksum.ts';
import { combineCrc32 } from './crc-combine.ts';
import { insertionPoint } from './doctype.ts';

/** Most bytes that one stored deflate block holds (RFC 1951, 3.2.4). */
const MAX_STORED = 0xffff;

/**
 * The part of a document that has to stand before an inserted script when the whole document follows once more behind
 * it: everything up to the end of the doctype. Null where that cannot be done and the document has to be inflated
 * (`insertAfterDoctype`): in UTF-16, with a byte-order mark (a second one would be text), and where it is too long.
 */
export function documentHead(html: Uint8Array): Uint8Array | null {
  const at = insertionPoint(html);
  const hasMark = html[0] === 0xef && html[1] === 0xbb && html[2] === 0xbf;
  return at === null || hasMark || at > MAX_STORED / 2 ? null : html.slice(0, at);
}

/** Bytes to send between gzip header and an entry's own deflate data, and what the trailer then has to say. */
export interface DeflatePrefix {
  readonly bytes: Uint8Array;
  readonly crc32: number;
  readonly size: number;
}

/**
 * Puts a script element into a deflated document without inflating it (security.md, "Playing a deck"): a stored block
 * with the document's head (`documentHead`) and the element, before the entry's own data. References back in those
 * data stay right, because they count from where they stand; an HTML parser ignores the doctype that comes twice.
 */
export function deflatePrefix(
  head: Uint8Array,
  element: string,
  entry: { readonly crc32: number; readonly size: number },
): DeflatePrefix {
  const inserted = new TextEncoder().encode(element);
  const length = head.length + inserted.length;
  if (length > MAX_STORED) throw new RangeError(`A stored block holds ${MAX_STORED} bytes, not ${length}.`);
  const bytes = new Uint8Array(5 + length);
  const view = new DataView(bytes.buffer);
  view.setUint16(1, length, true);
  view.setUint16(3, length ^ MAX_STORED, true);
  bytes.set(head, 5);
  bytes.set(inserted, 5 + head.length);
  return { bytes, crc32: combineCrc32(crc32(bytes.subarray(5), 0), entry.crc32, entry.size), size: length + entry.size };
}
