import { outermost } from './elements.ts';
import { markupOf } from './tags.ts';

const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    copy: '©',
  }),
);

/** Elements whose content is not displayed. */
const HIDDEN: ReadonlySet<string> = new Set(['script', 'style']);

/** The text of an HTML fragment: without tags, with entities resolved and white space collapsed, trimmed. */
export function textOf(html: string): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end } of markupOf(html, HIDDEN)) {
    pieces.push(html.slice(at, start));
    at = end;
  }
  pieces.push(html.slice(at));
  return resolveEntities(pieces.join(' ')).replace(/\s+/g, ' ').trim();
}

/** The title of the document, or undefined if there is none. */
export function titleOf(html: string): string | undefined {
  const [title] = outermost(html, (tag) => tag.name === 'title');
  return (title && resolveEntities(title.inner).replace(/\s+/g, ' ').trim()) || undefined;
}

/** The text of the first heading, or undefined if there is none. */
export function headingOf(html: string): string | undefined {
  const [heading] = outermost(html, (tag) => /^h[1-6]$/.test(tag.name));
  return (heading && textOf(heading.inner)) || undefined;
}

function resolveEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED.get(String(name)) ?? whole;
    const code = decimal === undefined ? Number.parseInt(String(hex), 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : '\ufffd';
  });
}
