import { Token } from 'parse5';
import { markupTokenizer } from '../html/markup.ts';
import { remarkTexts } from './remark.ts';
import { attribute, hasClassName, InnerSlides, OpenElement } from './inner-slides.ts';
import { SlideCollector, type SlideText } from './slide-collector.ts';

/** The maximum number of slides that are read in one document. */
const INNER_MAX = 2000;
/** The maximum length of all texts of one document, in UTF-16 code units. */
const DOCUMENT_TEXT_MAX = 1_000_000;
/** Attributes of a tag after these are not read. */
const ATTRIBUTES_MAX = 64;
/** The text is read in pieces of this length, so that reading can end early. */
const PIECE = 64 * 1024;
/** The length from which the content of a script or style is skipped, and not read by the tokenizer. */
const LONG_CODE = 4096;

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Elements that do not begin a line of their own. A line break is a space. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big button cite code data del dfn em font i img input ins kbd label mark meter nobr output picture q ruby rb rt rp s samp slot small source span strike strong sub sup time tspan tt u var wbr br svg math semantics mrow mi mn mo ms mtext msup msub msubsup mfrac msqrt mroot mstyle mpadded mover munder munderover mtable mtr mtd mspace g use path'.split(
    ' ',
  ),
);
const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'noembed', 'noframes']);
/** Elements whose end tag may be left out: how long they are hidden is not known. */
const OPEN_ENDED = new Set('p li dt dd td th tr option tbody thead tfoot colgroup body html'.split(' '));
const FORMULA = ['katex', 'katex-display', 'MathJax', 'MathJax_Display'];

/**
 * The text of the slides in an HTML document, as people see it: one entry, or one for each slide inside a document of reveal.js,
 * impress.js, Marp, remark, Shower, WebSlides or `<deck-stage>`. Texts that scripts make are not found. The time is linear, and the
 * memory is bounded.
 */
export function slideTexts(html: string): SlideText[] {
  const reader = new DocumentReader();
  const tokenizer = markupTokenizer(reader, { attributesMax: ATTRIBUTES_MAX });
  const lean = withoutData(html);
  let at = 0;
  const readTo = (end: number): void => {
    for (; at < end && !reader.isFull; at = Math.min(end, at + PIECE))
      tokenizer.write(lean.slice(at, Math.min(end, at + PIECE)), false);
  };
  // The tokenizer takes one character after the other, and scripts and styles are most of many documents.
  for (let code = longCode(lean, 0); code !== null; code = longCode(lean, at)) {
    readTo(code.tag);
    const isMarkup = tokenizer.within() === null;
    readTo(code.start);
    // In a comment, an attribute or another script, it is no code. Such texts are read as they are, because they could be full of them.
    if (reader.isFull || !isMarkup || tokenizer.within() !== code.name) break;
    at = code.end;
  }
  readTo(lean.length);
  tokenizer.write('', true);
  return reader.texts();
}

/** Embedded files are most of many documents and have no text. */
function withoutData(html: string): string {
  return html.replaceAll(/;base64,[A-Za-z0-9+/=]{64,}/g, ';base64,');
}

/** What looks like a script or a style. */
interface Code {
  readonly name: string;
  /** The offset of its start tag. */
  readonly tag: number;
  /** The offset of its content. */
  readonly start: number;
  /** The offset until which nothing changes how the content is read. */
  readonly end: number;
}

/** The next script or style from an offset that is worth skipping. A comment in a script may contain end tags that are none. */
function longCode(html: string, from: number): Code | null {
  const tags = /<(script|style)\b/gi;
  const ends = /<\/(?:script|style)|<!--/gi;
  tags.lastIndex = from;
  let end: RegExpExecArray | null = null;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    const start = html.indexOf('>', tags.lastIndex) + 1;
    if (start === 0) return null;
    tags.lastIndex = start;
    if (end === null || end.index < start) {
      ends.lastIndex = start;
      end = ends.exec(html);
      if (end === null) return null;
    }
    if (end.index - start >= LONG_CODE) return { name: tag[1]?.toLowerCase() ?? '', tag: tag.index, start, end: end.index };
  }
  return null;
}

class DocumentReader {
  readonly #whole = new SlideCollector(null);
  readonly #inner: SlideCollector[] = [];
  readonly #slides = new InnerSlides();
  /** Notes that stand apart from their slides. */
  readonly #noteOf = new Map<number, string[]>();
  #slide: SlideCollector | null = null;
  #hidden: OpenElement | null = null;
  #notes: OpenElement | null = null;
  #noteAt: number | null = null;
  #heading: OpenElement | null = null;
  #formula: OpenElement | null = null;
  #source: string[] | null = null;
  #length = 0;
  /** The text since the last tag. It arrives word by word. */
  #run = '';
  #isTitle = false;

  get isFull(): boolean {
    return this.#length > DOCUMENT_TEXT_MAX || this.#inner.length > INNER_MAX;
  }

  tag(token: Token.TagToken): void {
    this.#endRun();
    const isEnd = token.type === Token.TokenType.END_TAG;
    const { tagName: name } = token;
    if (this.#hidden !== null) {
      if (this.#hidden.closes(token, isEnd)) this.#hidden = null;
      return;
    }
    if (VOID.has(name)) return void (isEnd || this.#void(token));
    this.#step(token, isEnd);
    if (!isEnd && this.#isUnseen(token)) {
      if (!token.selfClosing || !INLINE.has(name)) this.#hidden = new OpenElement(token);
      return;
    }
    if (!INLINE.has(name)) this.#break();
    this.#track(token, isEnd);
    if (!isEnd) this.#attributes(token);
  }

  text({ chars }: Token.CharacterToken, within: string | null): void {
    if (this.#hidden !== null) return;
    if (within === 'textarea') {
      if (this.#source !== null && this.#length <= DOCUMENT_TEXT_MAX) this.#source.push(chars);
      this.#length += chars.length;
      return;
    }
    this.#length += chars.length;
    this.#run += chars;
    this.#isTitle = within === 'title';
  }

  #endRun(): void {
    if (this.#run === '') return;
    const run = this.#run;
    this.#run = '';
    if (this.#isTitle) this.#each((slide) => slide.addAside(run));
    else this.#add(run);
  }

  #add(chars: string): void {
    if (this.#noteAt !== null) return void this.#noteOf.get(this.#noteAt)?.push(chars);
    const where = { isNote: this.#notes !== null, isHeading: this.#heading !== null, isFormula: this.#formula !== null };
    this.#each((slide) => slide.add(chars, where));
  }

  texts(): SlideText[] {
    this.#endRun();
    if (this.#source !== null) return remarkTexts(this.#source.join(''));
    if (this.#inner.length === 0) return [this.#whole.finish()];
    return this.#inner.slice(0, INNER_MAX).map((slide, at) => slide.finish(this.#noteOf.get(at)?.join('')));
  }

  /** The text of the whole document is needed only if there are no slides in it. */
  #each(act: (slide: SlideCollector) => void): void {
    if (this.#inner.length === 0) act(this.#whole);
    if (this.#slide !== null) act(this.#slide);
  }

  #break(): void {
    this.#each((slide) => slide.endBlock());
    if (this.#noteAt !== null) this.#noteOf.get(this.#noteAt)?.push('\n');
  }

  #step(token: Token.TagToken, isEnd: boolean): void {
    const step = this.#slides.step(token, isEnd);
    if (step === null) return;
    this.#break();
    if (step === 'ends') {
      this.#slide = null;
      return;
    }
    // The text of a stack outside its slides is not shown.
    if (step === 'begins-stacked') this.#inner.pop();
    this.#slide = new SlideCollector(this.#inner.length, token);
    this.#inner.push(this.#slide);
  }

  #void(token: Token.TagToken): void {
    if (token.tagName === 'br') this.#add(' ');
    else if (token.tagName === 'hr') this.#break();
    if (attribute(token, 'hidden') === undefined) this.#attributes(token);
  }

  #isUnseen(token: Token.TagToken): boolean {
    const { tagName: name } = token;
    if (isNotes(token)) return false;
    if (UNSEEN.has(name) || hasClassName(token, 'katex-html') || hasClassName(token, 'MathJax_Preview')) return true;
    return attribute(token, 'hidden') !== undefined && !OPEN_ENDED.has(name);
  }

  /** Follows the elements in which text has a meaning of its own. */
  #track(token: Token.TagToken, isEnd: boolean): void {
    const { tagName: name } = token;
    if (this.#notes?.closes(token, isEnd) === true) {
      this.#notes = null;
      this.#noteAt = null;
    } else if (this.#notes === null && !isEnd && isNotes(token)) {
      this.#notes = new OpenElement(token);
      this.#noteAt = hasClassName(token, 'bespoke-marp-note') ? positionOf(attribute(token, 'data-index')) : null;
      if (this.#noteAt !== null) this.#noteOf.set(this.#noteAt, []);
    }
    if (this.#heading?.closes(token, isEnd) === true) this.#heading = null;
    else if (this.#heading === null && !isEnd && /^h[1-6]$/.test(name)) this.#heading = new OpenElement(token);
    if (this.#formula?.closes(token, isEnd) === true) this.#formula = null;
    else if (this.#formula === null && !isEnd && isFormula(token)) this.#formula = new OpenElement(token);
    if (name === 'textarea' && !isEnd && attribute(token, 'id') === 'source') this.#source ??= [];
  }

  #attributes(token: Token.TagToken): void {
    if (this.#notes !== null) return;
    for (const { name, value } of token.attrs) {
      if (name === 'alt' || name === 'aria-label' || name === 'title') {
        this.#length += value.length;
        this.#each((slide) => slide.addAside(value));
      }
    }
  }
}

function isNotes(token: Token.TagToken): boolean {
  const { tagName: name } = token;
  return (
    hasClassName(token, 'speaker-notes') ||
    hasClassName(token, 'bespoke-marp-note') ||
    ((name === 'aside' || name === 'div') && hasClassName(token, 'notes')) ||
    (name === 'template' && attribute(token, 'id') === 'notes')
  );
}

function isFormula(token: Token.TagToken): boolean {
  if (token.tagName === 'math' || token.tagName === 'mjx-container') return true;
  return FORMULA.some((name) => hasClassName(token, name));
}

function positionOf(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,4}$/.test(value) ? Number(value) : null;
}
