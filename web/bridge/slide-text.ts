const UNSEEN = 'script, style, template, noscript, svg title, .MathJax_Preview';
const BLOCKS =
  'address, article, blockquote, dd, div, dl, dt, h1, h2, h3, h4, h5, h6, header, footer, li, ol, p, pre, section, table, tr, ul';

/** The text as a reader sees it: white space collapsed, one line per block. Works for hidden elements too. */
function textOf(node: Node, unseen: string): string {
  if (node instanceof Text) return node.data.replaceAll(/\s+/g, ' ');
  const parts: string[] = [];
  for (const child of node.childNodes) {
    const element = child instanceof Element ? child : null;
    if (element?.matches(unseen)) continue;
    const text = element?.matches('br') ? '\n' : textOf(child, unseen);
    parts.push(element?.matches(BLOCKS) ? `\n${text}\n` : text);
  }
  return parts.join('');
}

/**
 * The text of `element` on one line.
 * @param without selector of elements to leave out
 */
export function lineOf(element: Element, without: string): string {
  return textOf(element, `${UNSEEN}, ${without}`).replaceAll(/\s+/g, ' ').trim();
}

/** Speaker notes with their paragraphs, or null when there are none. */
export function notesText(source: Element | string | null | undefined): string | null {
  if (source == null) return null;
  const content = source instanceof HTMLTemplateElement ? source.content : source;
  const text = typeof content === 'string' ? content : textOf(content, UNSEEN);
  return text.replaceAll(/ *\n[ \n]*/g, '\n').trim() || null;
}
