import type { Token } from 'parse5';
import { attribute, hasClassName } from './inner-slides.ts';

export const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Elements that do not begin a line of their own. A line break is a space. */
export const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img input ins kbd label mark meter nobr output picture q ruby rb rt rp s samp slot small source span strike strong sub sup time tspan tt u var wbr br svg math semantics mrow mi mn mo ms mtext msup msub msubsup mfrac msqrt mroot mstyle mpadded mover munder munderover mtable mtr mtd mspace g use path'.split(
    ' ',
  ),
);
export const UNSEEN = new Set('script style template noscript iframe noembed noframes audio video datalist metadata'.split(' '));
/** Elements whose content is not shown, but whose title or label describes what is. */
export const DESCRIBED = new Set(['iframe', 'audio', 'video']);
/** Attributes with text that people see, or that is read to them. `alttext` is the source of a formula. */
const ASIDES = new Set(['alt', 'aria-label', 'title', 'placeholder', 'alttext']);
/** Kinds of `<input>` that do not show their value. */
const WITHOUT_VALUE = new Set('checkbox color file hidden image password radio range'.split(' '));
/** Elements whose end tag may be left out: how long they are hidden is not known. */
export const OPEN_ENDED = new Set('p li dt dd td th tr option tbody thead tfoot colgroup body html'.split(' '));
const MARKDOWN_SCRIPT = /^text\/(?:template|(?:x-)?markdown)$/i;
export const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const FORMULA_SCRIPT = /^math\/tex\b/i;
const FORMULA = ['katex', 'katex-display', 'MathJax', 'MathJax_Display'];

const NONE: readonly string[] = [];

/** The attributes of an element with text that people see, or that is read to them. */
export function asidesOf(token: Token.TagToken): readonly string[] {
  if (token.attrs.length === 0) return NONE;
  const showsValue = token.tagName === 'input' && !WITHOUT_VALUE.has((attribute(token, 'type') ?? '').toLowerCase());
  return token.attrs.flatMap(({ name, value }) => (ASIDES.has(name) || (showsValue && name === 'value') ? [value] : []));
}

/** Speaker notes, as the runtimes of the player know them. */
export function isNotes(token: Token.TagToken): boolean {
  const { tagName: name, attrs } = token;
  if (attrs.length === 0) return false;
  return (
    hasClassName(token, 'speaker-notes') ||
    hasClassName(token, 'bespoke-marp-note') ||
    ((name === 'aside' || name === 'div') && hasClassName(token, 'notes')) ||
    (name === 'template' && attribute(token, 'id') === 'notes')
  );
}

export function isFormula(token: Token.TagToken): boolean {
  if (token.tagName === 'math' || token.tagName === 'mjx-container') return true;
  return token.attrs.length > 0 && FORMULA.some((name) => hasClassName(token, name));
}

/** A script whose text is a formula in TeX. */
export function isFormulaScript(type: string): boolean {
  return FORMULA_SCRIPT.test(type);
}

/** A script whose text reveal.js takes for Markdown, in an element for that. */
export function isMarkdownScript(type: string): boolean {
  return MARKDOWN_SCRIPT.test(type);
}
