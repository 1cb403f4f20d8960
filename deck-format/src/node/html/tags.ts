/** A start or end tag in HTML text; `start` and `end` are UTF-16 offsets, `end` behind its `>`. */
export interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly start: number;
  readonly end: number;
  /** Names in lower case, values with their entities as written. */
  readonly attributes: ReadonlyMap<string, string>;
}

const TOKEN = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const RAW_TEXT = new Set(['script', 'style', 'textarea', 'title', 'noscript', 'iframe', 'xmp']);

/**
 * The tags of an HTML text, in order, without what comments and the elements of raw text hold. A scanner, not a
 * parser: enough to find slides and notes in decks that their authors wrote; never used on the reading path.
 */
export function* tagsOf(html: string): Iterable<Tag> {
  let skipUntil = 0;
  for (const match of html.matchAll(TOKEN)) {
    const [whole, slash, name, attributes = ''] = match;
    if (name === undefined || match.index < skipUntil) continue;
    const tag = { name: name.toLowerCase(), isEnd: slash === '/', start: match.index, end: match.index + whole.length };
    yield { ...tag, attributes: attributesOf(attributes) };
    if (!tag.isEnd && RAW_TEXT.has(tag.name)) skipUntil = rawTextEnd(html, tag.name, tag.end);
  }
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase();
    if (!attributes.has(key)) attributes.set(key, double ?? single ?? bare ?? '');
  }
  return attributes;
}

function rawTextEnd(html: string, name: string, from: number): number {
  const end = html.slice(from).search(new RegExp(`</${name}[\\s/>]`, 'i'));
  return end < 0 ? html.length : from + end;
}

/** Whether a tag carries a class. */
export function hasClass(tag: Tag, name: string): boolean {
  return (tag.attributes.get('class') ?? '').split(/\s+/).includes(name);
}
