import { tagsOf, type Tag } from './markup.ts';

/** An element of an HTML text. Offsets are in UTF-16 code units; `end` is exclusive. */
export interface Element {
  readonly tag: Tag;
  /** The text between the start tag and the end tag. */
  readonly inner: string;
  readonly start: number;
  readonly end: number;
}

const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);

/** The outermost elements for which `matches` is true, in order. An element that is not closed extends to the end of the text. */
export function outermost(html: string, matches: (tag: Tag) => boolean): Element[] {
  const found: Element[] = [];
  let open: { tag: Tag; depth: number } | undefined;
  for (const tag of tagsOf(html)) {
    if (!open) {
      if (!tag.isEnd && !VOID.has(tag.name) && matches(tag)) open = { tag, depth: 1 };
    } else if (tag.name === open.tag.name) {
      open.depth += tag.isEnd ? -1 : 1;
      if (open.depth > 0) continue;
      found.push(element(html, open.tag, tag.start, tag.end));
      open = undefined;
    }
  }
  if (open) found.push(element(html, open.tag, html.length, html.length));
  return found;
}

function element(html: string, tag: Tag, innerEnd: number, end: number): Element {
  return { tag, inner: html.slice(tag.end, innerEnd), start: tag.start, end };
}
