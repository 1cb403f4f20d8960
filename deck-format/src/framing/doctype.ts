const GREATER_THAN = 0x3e;
const LESS_THAN = 0x3c;
const DASH = 0x2d;
const BANG = 0x21;

/**
 * The position, in bytes, at which a script element can be inserted without changing the mode of the document: directly after the
 * doctype. If there is no doctype, the position is after the byte-order mark, or 0: the document is in quirks mode in any case. Null
 * for UTF-16 documents, because ASCII bytes cannot be inserted there.
 */
function insertionPoint(html: Uint8Array): number | null {
  const scanner = new DoctypeScanner();
  scanner.push(html);
  return scanner.end();
}

/**
 * Inserts a script element after the doctype of an HTML document. The document keeps its mode (standards or quirks), its byte-order
 * mark and the attributes of its html element. UTF-16 documents are returned unchanged.
 *
 * @param html the document, in UTF-8 or another superset of ASCII
 * @param element the script element, in ASCII
 * @param at the position in bytes, if it is known from `EntryRecord.scriptAt`; null leaves the document unchanged
 */
export function insertAfterDoctype(html: Uint8Array, element: string, at: number | null = insertionPoint(html)): Uint8Array {
  if (at === null) return html;
  const inserted = new TextEncoder().encode(element);
  const result = new Uint8Array(html.length + inserted.length);
  result.set(html.subarray(0, at));
  result.set(inserted, at);
  result.set(html.subarray(at), at + inserted.length);
  return result;
}

/**
 * Finds the `insertionPoint` of a document that arrives in chunks. It reads each byte once, and stops as soon as the position is
 * known.
 *
 * The states are those of the tokenizer of the HTML standard in the "initial" insertion mode, in which only white space and comments
 * may precede the doctype.
 */
export class DoctypeScanner {
  /** Up to the first three bytes, which show a byte-order mark or UTF-16. Null once they have been processed. */
  #lead: number[] | null = [];
  #state: State = 'space';
  #opening = '';
  #start = 0;
  #at = 0;
  #answer: number | null | undefined;

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && this.#answer === undefined; at++) this.#take(chunk[at] ?? 0);
  }

  /** The position. Call it once, after the last chunk. */
  end(): number | null {
    if (this.#lead) this.#begin(this.#lead);
    return this.#answer === undefined ? this.#start : this.#answer;
  }

  #take(byte: number): void {
    if (!this.#lead) return this.#step(byte);
    this.#lead.push(byte);
    if (this.#lead.length === 3) this.#begin(this.#lead);
  }

  #begin(lead: readonly number[]): void {
    this.#lead = null;
    if (isUtf16(lead)) {
      this.#answer = null;
    } else if (lead[0] === 0xef && lead[1] === 0xbb && lead[2] === 0xbf) {
      this.#start = 3;
      this.#at = 3;
    } else {
      for (const byte of lead) if (this.#answer === undefined) this.#step(byte);
    }
  }

  #step(byte: number): void {
    this.#at++;
    if (this.#state === 'space') this.#inSpace(byte);
    else if (this.#state === 'opening') this.#inOpening(byte);
    else if (this.#state === 'doctype') this.#inDoctype(byte);
    else this.#state = afterComment(this.#state, byte);
  }

  #inSpace(byte: number): void {
    if (byte === LESS_THAN) {
      this.#state = 'opening';
      this.#opening = '<';
    } else if (!WHITESPACE.has(byte)) {
      this.#answer = this.#start;
    }
  }

  /** Collects the bytes after `<` until they are a comment, a doctype or markup that parsers treat as a comment. */
  #inOpening(byte: number): void {
    this.#opening += String.fromCharCode(byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);
    if (this.#opening === '<!--') this.#state = 'comment-start';
    else if (this.#opening === '<!doctype') this.#state = 'doctype';
    else if ('<!--'.startsWith(this.#opening) || '<!doctype'.startsWith(this.#opening)) return;
    else if (this.#opening.startsWith('<!') || this.#opening === '<?') this.#state = afterComment('bogus', byte);
    else this.#answer = this.#start;
  }

  /** `>` always ends a doctype, even inside of a quoted identifier (the parse errors "abrupt-doctype-…-identifier"). */
  #inDoctype(byte: number): void {
    if (byte === GREATER_THAN) this.#answer = this.#at;
  }
}

/** The comment states of the HTML standard. `bogus` is for markup that parsers treat as a comment, such as `<?xml …?>`. */
type CommentState = 'comment-start' | 'comment-start-dash' | 'comment' | 'end-dash' | 'end' | 'end-bang' | 'bogus';
type State = 'space' | 'opening' | 'doctype' | CommentState;

function afterComment(state: CommentState, byte: number): CommentState | 'space' {
  if (byte === GREATER_THAN) return CLOSING_STATES.has(state) ? 'space' : 'comment';
  if (state === 'bogus') return state;
  if (byte === DASH) return AFTER_DASH[state];
  return byte === BANG && state === 'end' ? 'end-bang' : 'comment';
}

/** States in which `>` ends the comment: after `--` or `--!`, directly after `<!--` or `<!---`, and in a bogus comment. */
const CLOSING_STATES: ReadonlySet<CommentState> = new Set(['comment-start', 'comment-start-dash', 'end', 'end-bang', 'bogus']);

const AFTER_DASH: Record<Exclude<CommentState, 'bogus'>, CommentState> = {
  'comment-start': 'comment-start-dash',
  'comment-start-dash': 'end',
  comment: 'end-dash',
  'end-dash': 'end',
  end: 'end',
  'end-bang': 'end-dash',
};

const WHITESPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x20]);

/** Whether a document is UTF-16: it has a byte-order mark, or one of the two bytes of its first character is zero. */
function isUtf16([first, second]: readonly number[]): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0;
}
