import type { OutlinedSlide } from '#web/protocol/messages.ts';
import { FORMULAS, identityOf, withoutTex } from './slide-identity.ts';
import { lineOf, notesText } from './slide-text.ts';

const ASIDE = 'aside, .notes, .speaker-notes, .remark-slide-notes, .remark-slide-number';
const LABEL_MAX = 100;
const TEXT_MAX = 200;

/**
 * The label, text and speaker notes of each slide.
 * @param notesOf the element that contains a slide's notes, or their text
 */
export function outlineOf<T extends HTMLElement>(
  slides: readonly T[],
  notesOf: (slide: T, at: number) => Element | string | null | undefined,
): OutlinedSlide[] {
  return slides.map((slide, at) => {
    const all = lineOf(slide, ASIDE);
    const label = labelOf(slide, (element) => lineOf(element, ASIDE));
    const title = labelOf(slide, (element) => withoutTex(lineOf(element, `${ASIDE}, ${FORMULAS}`)));
    return {
      label: shortened(label, LABEL_MAX),
      text: textBeside(label, all),
      notes: notesText(notesOf(slide, at)),
      identity: identityOf(slide, title),
    };
  });
}

/** The beginning of a slide's text, without the label. */
function textBeside(label: string, all: string): string {
  return shortened((all.startsWith(label) ? all.slice(label.length) : all).trim(), TEXT_MAX);
}

/** The first of these that is not empty: a heading, the name given in an attribute, the text, the id. */
function labelOf(slide: HTMLElement, textOf: (element: Element) => string): string {
  for (const heading of slide.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const text = textOf(heading);
    if (text !== '') return text;
  }
  const given = slide.dataset['title'] ?? slide.dataset['label'] ?? slide.getAttribute('aria-label') ?? '';
  return given.trim() || textOf(slide) || slide.id;
}

/** Cuts between words, and never inside a surrogate pair. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$|\s+\S*$/, '')}…`;
}
