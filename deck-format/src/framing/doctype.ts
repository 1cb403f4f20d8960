const WHITESPACE = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x20]);
const GREATER_THAN = 0x3e;

/**
 * Where a script element may go so that a parser keeps the document's mode: right behind the doctype, past
 * byte-order mark, white space and comments; behind the byte-order mark where there is no doctype (such a document
 * is in quirks mode anyway). Null for UTF-16 documents: bytes of UTF-8 have no place in them.
 *
 * Follows the tokenizer's first states (HTML standard, "initial" insertion mode): up to the doctype nothing but
 * white space and comments may stand.
 */
export function insertionPoint(html: Uint8Array): number | null {
  if (isUtf16(html)) return null;
  const start = startsWith(html, 0, '\xef\xbb\xbf') ? 3 : 0;
  const at = skipToMarkup(html, start);
  if (!startsWith(html, at, '<!doctype')) return start;
  return doctypeEnd(html, at) ?? start;
}

/** By its byte-order mark, or by the zero that every ASCII character has on one side. */
function isUtf16(html: Uint8Array): boolean {
  return startsWith(html, 0, '\xff\xfe') || startsWith(html, 0, '\xfe\xff') || html[0] === 0 || html[1] === 0;
}

/** Past white space, comments, and what a parser takes for comments: `<?xml …?>` and `<!…>`. */
function skipToMarkup(html: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    while (WHITESPACE.has(html[at] ?? 0)) at++;
    const end = commentEnd(html, at);
    if (end === null) return at;
    at = end;
  }
}

function commentEnd(html: Uint8Array, at: number): number | null {
  if (startsWith(html, at, '<!--')) return realCommentEnd(html, at + 4);
  const bogus = startsWith(html, at, '<?') || (startsWith(html, at, '<!') && !startsWith(html, at, '<!doctype'));
  return bogus ? behind(html, '>', at + 2) : null;
}

/** A comment ends with `-->` or `--!>`, and at once with `<!-->` and `<!--->`. */
function realCommentEnd(html: Uint8Array, body: number): number | null {
  if (startsWith(html, body, '>')) return body + 1;
  if (startsWith(html, body, '->')) return body + 2;
  const ends = [behind(html, '-->', body), behind(html, '--!>', body)].filter((end) => end !== null);
  return ends.length > 0 ? Math.min(...ends) : null;
}

/** In a doctype `>` ends it everywhere, inside of quoted identifiers too (an "abrupt" identifier). */
function doctypeEnd(html: Uint8Array, at: number): number | null {
  const end = html.indexOf(GREATER_THAN, at);
  return end < 0 ? null : end + 1;
}

/** Offset behind the next occurrence of an ASCII text, null where there is none. */
function behind(html: Uint8Array, text: string, from: number): number | null {
  const first = text.charCodeAt(0);
  for (let at = html.indexOf(first, from); at >= 0; at = html.indexOf(first, at + 1)) {
    if (startsWith(html, at, text)) return at + text.length;
  }
  return null;
}

/** Whether these bytes (given as Latin-1, letters in lower case) stand at `at`, whatever their case. */
function startsWith(html: Uint8Array, at: number, text: string): boolean {
  for (let offset = 0; offset < text.length; offset++) {
    const byte = html[at + offset] ?? -1;
    const lower = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;
    if (lower !== text.charCodeAt(offset)) return false;
  }
  return true;
}
