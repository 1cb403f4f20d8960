import type { Token } from 'parse5';
import { attribute } from './inner-slides.ts';
import { TextBlocks } from './text-blocks.ts';

/** The text of a slide as people see it. */
export interface SlideText {
  /** The position inside its document, from 0. Null if the document is one slide. */
  readonly inner: number | null;
  /** The id that its author gave it. Null if there is none. */
  readonly id: string | null;
  /** The first heading without formulas or, without a heading, a name in an attribute or the beginning of the text. */
  readonly title: string;
  /** One line per heading. They are part of `text` as well. */
  readonly headings: string;
  /** One line per block. Descriptions of images and other titles come last. */
  readonly text: string;
  /** The speaker notes in the document. */
  readonly notes: string;
  /** What browsers show as the name of the document. Empty for a slide inside it. */
  readonly documentTitle: string;
}

/** The maximum size of the text of one slide, and of its notes. */
export const SLIDE_TEXT_MAX_BYTES = 64 * 1024;
const HEADINGS_MAX_BYTES = 4096;
const TITLE_MAX = 256;
/** Ids that runtimes make are positions (`web/bridge/slide-identity`). */
const MADE_BY_RUNTIME = /^(?:[a-z]+[-_]?)?\d+$/i;
/** Formulas that are not rendered yet. The lengths are limited so that the time is linear. */
const TEX = /\$\$[^$]{1,200}\$\$|\\\(.{1,200}?\\\)|\\\[.{1,200}?\\\]|\$[^\s$][^$]{0,200}\$/g;

/** Where text stands. */
export interface Where {
  readonly isNote: boolean;
  readonly isHeading: boolean;
  readonly isFormula: boolean;
}

/** Collects the text of one slide. */
export class SlideCollector {
  readonly #inner: number | null;
  readonly #element: Token.TagToken | undefined;
  readonly #text = new TextBlocks(SLIDE_TEXT_MAX_BYTES / 2);
  readonly #asides = new TextBlocks(SLIDE_TEXT_MAX_BYTES / 4);
  readonly #headings = new TextBlocks(HEADINGS_MAX_BYTES);
  /** Headings and text without formulas, by which a slide is named. Null until there is a formula. */
  #plain: { readonly headings: TextBlocks; readonly text: TextBlocks } | null = null;
  readonly #notes = new TextBlocks(SLIDE_TEXT_MAX_BYTES / 4);

  /** @param element the element of the slide; without it, the document is the slide */
  constructor(inner: number | null, element?: Token.TagToken) {
    this.#inner = inner;
    this.#element = element;
  }

  add(text: string, { isNote, isHeading, isFormula }: Where): void {
    if (isNote) return this.#notes.add(text);
    if (isFormula)
      this.#plain ??= { headings: this.#headings.copy(HEADINGS_MAX_BYTES), text: this.#text.copy(HEADINGS_MAX_BYTES) };
    else {
      this.#plain?.text.add(text);
      if (isHeading) this.#plain?.headings.add(text);
    }
    this.#text.add(text);
    if (isHeading) this.#headings.add(text);
  }

  /** Adds text that does not stand among the other text. */
  addAside(text: string): void {
    this.#asides.addLine(text);
  }

  endBlock(): void {
    this.#text.end();
    this.#headings.end();
    this.#notes.end();
    this.#plain?.text.end();
    this.#plain?.headings.end();
  }

  /**
   * @param notes notes that stand elsewhere
   * @param documentTitle the title of the document, if that is one slide
   */
  finish({
    notes,
    documentTitle = '',
  }: { readonly notes?: string | undefined; readonly documentTitle?: string } = {}): SlideText {
    for (const line of (notes ?? this.#attribute('data-notes')).split('\n')) this.#notes.addLine(line);
    const seen = this.#text.text();
    const asides = [...new Set(this.#asides.lines())];
    return {
      inner: this.#inner,
      id: this.#ownId(),
      title: this.#title(),
      headings: this.#headings.text(),
      text: [seen, ...asides].filter((part) => part !== '').join('\n'),
      notes: this.#notes.text(),
      documentTitle: lineOf(documentTitle),
    };
  }

  #title(): string {
    const { headings, text } = this.#plain ?? { headings: this.#headings, text: this.#text };
    const heading = headings
      .lines()
      .map(withoutTex)
      .find((line) => line !== '');
    const given = this.#attribute('data-title') || this.#attribute('data-label') || this.#attribute('aria-label');
    const title = heading ?? (given.trim() || withoutTex(text.lines().join(' ')) || this.#attribute('id'));
    return title.slice(0, TITLE_MAX).toWellFormed();
  }

  #ownId(): string | null {
    const id = this.#attribute('id');
    return id !== '' && id.length <= TITLE_MAX && !MADE_BY_RUNTIME.test(id) ? id : null;
  }

  #attribute(name: string): string {
    return this.#element === undefined ? '' : (attribute(this.#element, name) ?? '');
  }
}

/** One line of a text, with a limit. */
function lineOf(text: string): string {
  const line = new TextBlocks(HEADINGS_MAX_BYTES);
  line.addLine(text);
  return line.text();
}

function withoutTex(text: string): string {
  return text.replaceAll(TEX, ' ').replaceAll(/\s+/g, ' ').trim();
}
