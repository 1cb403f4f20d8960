/** A start or end tag in an HTML text. Offsets are in UTF-16 code units; `end` is the offset after `>`. */
export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly start: number;
  readonly end: number;
  /** Names are in lower case. Entities in values are not resolved. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** A tag or comment in an HTML text. For a start tag of a raw text element, `end` is the end of its content. */
export interface Markup {
  readonly start: number;
  readonly end: number;
  /** Null for a comment. */
  readonly tag: Tag | null;
}

const RAW_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'xmp']);

/**
 * The tags of an HTML text in order, without those in comments and raw text elements. This is a scanner, not a parser. It is enough
 * for finding slides and notes when an author packs a deck; reading a package does not use it.
 */
export function* tagsOf(html: string): Iterable<Tag> {
  for (const { tag } of markupOf(html, RAW_TEXT)) if (tag) yield tag;
}

/**
 * The tags and comments of an HTML text in order, in one pass. A tag without an end is text, like everything after it. A comment
 * without an end extends to the end of the text (HTML standard, "Tokenization").
 *
 * @param rawText names of elements whose content is not markup
 */
export function* markupOf(html: string, rawText: ReadonlySet<string>): Iterable<Markup> {
  for (let start = html.indexOf('<'); start >= 0;) {
    let end = start + 1;
    if (html.startsWith('<!--', start)) {
      end = endAfter(html, '-->', start + 4);
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

/** The offset after the next occurrence of `text`, or the end of the text. */
function endAfter(html: string, text: string, from: number): number {
  const at = html.indexOf(text, from);
  return at < 0 ? html.length : at + text.length;
}

const TAG_NAME = /<\/?([^\s/>]+)/y;
const BETWEEN = /[\s/]*/y;
/** The name of an attribute, and the equals sign if a value follows. */
const ATTRIBUTE = /(=?[^\s/>=]*)(\s*=\s*)?/y;
const BARE_VALUE = /[^\s>]*/y;

/** The tag that begins at `start`, or null if it has no end. Quotes only have a meaning around values. */
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

/** The value of an attribute and the offset after it, or null if its quote is not closed. */
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

/** The end of the content of a raw text element: the beginning of its end tag. */
function rawTextEnd(html: string, name: string, from: number): number {
  const endTag = new RegExp(`</${name}[\\s/>]`, 'gi');
  endTag.lastIndex = from;
  return endTag.exec(html)?.index ?? html.length;
}

/** Whether the tag has the class `name`. */
export function hasClass(tag: Tag, name: string): boolean {
  return (tag.attributes.get('class') ?? '').split(/\s+/).includes(name);
}
