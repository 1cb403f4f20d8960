import { Token } from 'parse5';
import { markupTokenizer, type TextToken } from '../html/markup.ts';
import {
  asidesOf,
  DESCRIBED,
  HEADINGS,
  INLINE,
  isFormula,
  isFormulaScript,
  isMarkdownScript,
  isNotes,
  OPEN_ENDED,
  UNSEEN,
  VOID,
} from './elements.ts';
import { markdownLines } from './markdown.ts';
import { remarkTexts } from './remark.ts';
import { attribute, hasClassName, InnerSlides, OpenElement } from './inner-slides.ts';
import { SlideCollector, type SlideText, type Where } from './slide-collector.ts';

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
    if (!reader.isInText) at = code.end;
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

/**
 * What the text in a `<textarea>` or `<script>` is: the slides of remark, a slide in Markdown, a formula in TeX, or what the field shows.
 */
type Plain = 'remark' | 'markdown' | 'formula' | 'field';

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
  /** An element whose text reveal.js takes for Markdown. */
  #markdown: OpenElement | null = null;
  #plain: { readonly kind: Plain; readonly pieces: string[] } | null = null;
  #remark: string | null = null;
  /** A drawing, whose title is not that of the document. */
  #drawing: OpenElement | null = null;
  #documentTitle = '';
  #length = 0;
  /** The text since the last tag. It arrives word by word. */
  #run = '';
  #isTitle = false;

  get isFull(): boolean {
    return this.#length > DOCUMENT_TEXT_MAX || this.#inner.length > INNER_MAX;
  }

  /** Whether a text that is no markup is being read. */
  get isInText(): boolean {
    return this.#plain !== null;
  }

  tag(token: Token.TagToken): void {
    this.#endRun();
    this.#endPlain();
    const isEnd = token.type === Token.TokenType.END_TAG;
    const { tagName: name } = token;
    if (this.#hidden !== null) {
      if (this.#hidden.closes(token, isEnd)) this.#hidden = null;
      return;
    }
    if (VOID.has(name)) return void (isEnd || this.#void(token));
    this.#step(token, isEnd);
    const plain = isEnd ? null : this.#plainIn(token);
    if (plain !== null) this.#plain = { kind: plain, pieces: [] };
    else if (!isEnd && this.#isUnseen(token)) {
      if (DESCRIBED.has(name) && attribute(token, 'hidden') === undefined) this.#attributes(token);
      if (!token.selfClosing || !INLINE.has(name)) this.#hidden = new OpenElement(token);
      return;
    }
    if (!INLINE.has(name)) this.#break();
    this.#track(token, isEnd);
    if (!isEnd) this.#attributes(token);
  }

  text({ chars }: TextToken, within: string | null): void {
    if (this.#hidden !== null) return;
    this.#length += chars.length;
    if (this.#plain !== null) return void this.#plain.pieces.push(chars);
    this.#run += chars;
    this.#isTitle = within === 'title';
  }

  #endRun(): void {
    if (this.#run === '') return;
    const run = this.#run;
    this.#run = '';
    if (this.#isTitle && this.#drawing === null) this.#documentTitle ||= run;
    else if (this.#isTitle) this.#each((slide) => slide.addAside(run));
    else this.#add(run);
  }

  /** The kind of text in an element that begins. Null: it contains markup, or nothing that is seen. */
  #plainIn(token: Token.TagToken): Plain | null {
    const isHidden = attribute(token, 'hidden') !== undefined;
    const isMarkdown = this.#markdown !== null;
    if (token.tagName === 'textarea') {
      if (attribute(token, 'id') === 'source') return 'remark';
      return isMarkdown ? 'markdown' : isHidden ? null : 'field';
    }
    if (token.tagName !== 'script') return null;
    const type = attribute(token, 'type') ?? '';
    if (isMarkdown && isMarkdownScript(type)) return 'markdown';
    return isFormulaScript(type) ? 'formula' : null;
  }

  #endPlain(): void {
    if (this.#plain === null) return;
    const { kind, pieces } = this.#plain;
    this.#plain = null;
    const text = pieces.join('');
    if (kind === 'remark') this.#remark ??= text;
    else if (kind === 'formula') this.#add(text, { isFormula: true });
    else {
      const lines = kind === 'markdown' ? markdownLines(text) : text.split('\n').map((line) => ({ text: line }));
      for (const { text: line, ...where } of lines) {
        this.#add(line, where);
        this.#break();
      }
    }
  }

  #add(chars: string, more: Partial<Where> = {}): void {
    if (this.#noteAt !== null) return void this.#noteOf.get(this.#noteAt)?.push(chars);
    const where = { isNote: this.#notes !== null, isHeading: this.#heading !== null, isFormula: this.#formula !== null, ...more };
    this.#each((slide) => slide.add(chars, where));
  }

  texts(): SlideText[] {
    this.#endRun();
    this.#endPlain();
    if (this.#remark !== null) return remarkTexts(this.#remark);
    if (this.#inner.length === 0) return [this.#whole.finish({ documentTitle: this.#documentTitle })];
    return this.#inner.slice(0, INNER_MAX).map((slide, at) => slide.finish({ notes: this.#noteOf.get(at)?.join('') }));
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
    else if (this.#heading === null && !isEnd && HEADINGS.has(name)) this.#heading = new OpenElement(token);
    if (this.#formula?.closes(token, isEnd) === true) this.#formula = null;
    else if (this.#formula === null && !isEnd && isFormula(token)) this.#formula = new OpenElement(token);
    if (this.#drawing?.closes(token, isEnd) === true) this.#drawing = null;
    else if (this.#drawing === null && !isEnd && name === 'svg' && !token.selfClosing) this.#drawing = new OpenElement(token);
    if (this.#markdown?.closes(token, isEnd) === true) this.#markdown = null;
    else if (this.#markdown === null && !isEnd && attribute(token, 'data-markdown') !== undefined)
      this.#markdown = new OpenElement(token);
  }

  #attributes(token: Token.TagToken): void {
    if (this.#notes !== null) return;
    for (const aside of asidesOf(token)) {
      this.#length += aside.length;
      this.#each((slide) => slide.addAside(aside));
    }
  }
}

function positionOf(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,4}$/.test(value) ? Number(value) : null;
}
