import { outermost } from './elements.ts';
import { markupOf } from './markup.ts';

/** Elements whose content is not displayed. */
const HIDDEN: ReadonlySet<string> = new Set(['script', 'style']);

/** The text of an HTML fragment: without tags, with character references resolved and white space collapsed, trimmed. */
export function textOf(html: string): string {
  const pieces = markupOf(html).map((markup) =>
    markup.type === 'text' && (markup.within === null || !HIDDEN.has(markup.within)) ? markup.text : ' ',
  );
  return collapsed(pieces.join(''));
}

/** The title of the document, or undefined if there is none. */
export function titleOf(html: string): string | undefined {
  const title = markupOf(html).find((markup) => markup.type === 'text' && markup.within === 'title');
  return (title?.type === 'text' && collapsed(title.text)) || undefined;
}

/** The text of the first heading, or undefined if there is none. */
export function headingOf(html: string): string | undefined {
  const [heading] = outermost(html, (tag) => /^h[1-6]$/.test(tag.name));
  return (heading && textOf(heading.inner)) || undefined;
}

function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
