const GREATER_THAN = 0x3e;
const LESS_THAN = 0x3c;
const DASH = 0x2d;
const BANG = 0x21;

/**
 * Where a script element may go so that a parser keeps the document's mode: right behind the doctype, past
 * byte-order mark, white space and comments; behind the byte-order mark where there is no doctype (such a document
 * is in quirks mode anyway). Null for UTF-16 documents: bytes of UTF-8 have no place in them.
 */
export function insertionPoint(html: Uint8Array): number | null {
  const scanner = new DoctypeScanner();
  scanner.push(html);
  return scanner.end();
}

/**
 * `insertionPoint` for a document that comes in pieces. It looks at each byte once, keeps none, and stops looking as
 * soon as the answer is known.
 *
 * Follows the tokenizer's first states (HTML standard, "initial" insertion mode): up to the doctype nothing but
 * white space and comments may stand.
 */
export class DoctypeScanner {
  /** Up to three bytes: a byte-order mark, or the zeros that give UTF-16 away. */
  #lead: number[] | null = [];
  #state: State = 'space';
  #opening = '';
  #start = 0;
  #at = 0;
  #answer: number | null | undefined;

  push(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && this.#answer === undefined; at++) this.#take(chunk[at] ?? 0);
  }

  /** To be asked once, when the document has ended. */
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

  /** The bytes from `<` on, until they are a comment, the doctype, or what a parser takes for a comment. */
  #inOpening(byte: number): void {
    this.#opening += String.fromCharCode(byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);
    if (this.#opening === '<!--') this.#state = 'comment-start';
    else if (this.#opening === '<!doctype') this.#state = 'doctype';
    else if ('<!--'.startsWith(this.#opening) || '<!doctype'.startsWith(this.#opening)) return;
    else if (this.#opening.startsWith('<!') || this.#opening === '<?') this.#state = afterComment('bogus', byte);
    else this.#answer = this.#start;
  }

  /** `>` ends a doctype everywhere, inside of quoted identifiers too (an "abrupt" identifier). */
  #inDoctype(byte: number): void {
    if (byte === GREATER_THAN) this.#answer = this.#at;
  }
}

/** The states of a comment are those of the HTML standard; `bogus` is markup that is taken for one: `<?xml …?>`, `<!…>`. */
type CommentState = 'comment-start' | 'comment-start-dash' | 'comment' | 'end-dash' | 'end' | 'end-bang' | 'bogus';
type State = 'space' | 'opening' | 'doctype' | CommentState;

function afterComment(state: CommentState, byte: number): CommentState | 'space' {
  if (byte === GREATER_THAN) return BEFORE_THE_END.has(state) ? 'space' : 'comment';
  if (state === 'bogus') return state;
  if (byte === DASH) return AFTER_DASH[state];
  return byte === BANG && state === 'end' ? 'end-bang' : 'comment';
}

/** A comment ends with `-->` or `--!>`, and at once with `<!-->` and `<!--->`. */
const BEFORE_THE_END: ReadonlySet<CommentState> = new Set(['comment-start', 'comment-start-dash', 'end', 'end-bang', 'bogus']);

const AFTER_DASH: Record<Exclude<CommentState, 'bogus'>, CommentState> = {
  'comment-start': 'comment-start-dash',
  'comment-start-dash': 'end',
  comment: 'end-dash',
  'end-dash': 'end',
  end: 'end',
  'end-bang': 'end-dash',
};

const WHITESPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x20]);

/** By its byte-order mark, or by the zero that every ASCII character has on one side. */
function isUtf16([first, second]: readonly number[]): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff) || first === 0 || second === 0;
}
