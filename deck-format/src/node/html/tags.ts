/** A start or end tag in HTML text; `start` and `end` are UTF-16 offsets, `end` behind its `>`. */
export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly start: number;
  readonly end: number;
  /** Names in lower case, values with their entities as written. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Markup in HTML text. `end` is behind all that is not text: for elements of raw text that is behind their content. */
export interface Markup {
  readonly start: number;
  readonly end: number;
  /** Null for a comment. */
  readonly tag: Tag | null;
}

const RAW_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'xmp']);

/**
 * The tags of an HTML text, in order, without what comments and the elements of raw text hold. A scanner, not a
 * parser: enough to find slides and notes in decks that their authors wrote; never used on the reading path.
 */
export function* tagsOf(html: string): Iterable<Tag> {
  for (const { tag } of markupOf(html, RAW_TEXT)) if (tag) yield tag;
}

/**
 * The tags and comments of an HTML text, in one pass from front to back. A tag that never ends is text, with all that
 * follows; a comment that never ends reaches to the end (HTML standard, "Tokenization").
 */
export function* markupOf(html: string, rawText: ReadonlySet<string>): Iterable<Markup> {
  for (let start = html.indexOf('<'); start >= 0;) {
    let end = start + 1;
    if (html.startsWith('<!--', start)) {
      end = endBehind(html, '-->', start + 4);
      yield { start, end, tag: null };
    } else if (/^<\/?[a-z]/i.test(html.slice(start, start + 3))) {
      const tag = readTag(html, start);
      if (!tag) return;
      end = !tag.isEnd && rawText.has(tag.name) ? rawTextEnd(html, tag.name, tag.end) : tag.end;
      yield { start, end, tag };
    }
    start = html.indexOf('<', end);
  }
}

function endBehind(html: string, text: string, from: number): number {
  const at = html.indexOf(text, from);
  return at < 0 ? html.length : at + text.length;
}

const TAG_NAME = /<\/?([^\s/>]+)/y;
const BETWEEN = /[\s/]*/y;
/** An attribute's name, and what announces a value. */
const ATTRIBUTE = /(=?[^\s/>=]*)(\s*=\s*)?/y;
const BARE_VALUE = /[^\s>]*/y;

/** The tag at `start`, where one begins; null where it never ends. Quotes count around values alone. */
function readTag(html: string, start: number): Tag | null {
  const [opening = '', name = ''] = matchAt(TAG_NAME, html, start);
  const attributes = new Map<string, string>();
  let at = start + opening.length;
  for (;;) {
    at += matchAt(BETWEEN, html, at)[0]?.length ?? 0;
    if (at >= html.length) return null;
    if (html[at] === '>') break;
    const [whole = '', key = '', equals] = matchAt(ATTRIBUTE, html, at);
    at += whole.length;
    const value = equals === undefined ? { text: '', end: at } : readValue(html, at);
    if (!value) return null;
    at = value.end;
    if (!attributes.has(key.toLowerCase())) attributes.set(key.toLowerCase(), value.text);
  }
  return { name: name.toLowerCase(), isEnd: opening.startsWith('</'), start, end: at + 1, attributes };
}

/** An attribute's value and the offset behind it; null where its quote is never closed. */
function readValue(html: string, at: number): { text: string; end: number } | null {
  const quote = html[at];
  if (quote !== '"' && quote !== "'") {
    const [text = ''] = matchAt(BARE_VALUE, html, at);
    return { text, end: at + text.length };
  }
  const end = html.indexOf(quote, at + 1);
  return end < 0 ? null : { text: html.slice(at + 1, end), end: end + 1 };
}

function matchAt(pattern: RegExp, text: string, at: number): readonly (string | undefined)[] {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? [];
}

/** Where the content of an element of raw text ends: at its end tag, which is markup of its own. */
function rawTextEnd(html: string, name: string, from: number): number {
  const endTag = new RegExp(`</${name}[\\s/>]`, 'gi');
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? html.length;
}

/** Whether a tag carries a class. */
export function hasClass(tag: Tag, name: string): boolean {
  return (tag.attributes.get('class') ?? '').split(/\s+/).includes(name);
}
