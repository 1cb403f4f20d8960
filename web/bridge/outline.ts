import type { OutlinedSlide } from '#web/protocol/messages.ts';
import { lineOf, notesText } from './slide-text.ts';

const ASIDE = 'aside, .notes, .speaker-notes';
const LABEL_MAX = 100;
const TEXT_MAX = 200;

/**
 * What slides are called, what stands on them and what is to be said with them, as the deck has it.
 * @param notesOf the element with a slide's notes, or their text
 */
export function outlineOf<T extends HTMLElement>(
  slides: readonly T[],
  notesOf: (slide: T, at: number) => Element | string | null | undefined,
): OutlinedSlide[] {
  return slides.map((slide, at) => {
    const all = lineOf(slide, ASIDE);
    const label = labelOf(slide, all);
    return { label: shortened(label, LABEL_MAX), text: textBeside(label, all), notes: notesText(notesOf(slide, at)) };
  });
}

/** The beginning of a slide's text, in which its label need not stand again. */
function textBeside(label: string, all: string): string {
  return shortened((all.startsWith(label) ? all.slice(label.length) : all).trim(), TEXT_MAX);
}

/** Its first heading, the name it was given, its text, its id: the first that says something. */
function labelOf(slide: HTMLElement, all: string): string {
  for (const heading of slide.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const text = lineOf(heading, ASIDE);
    if (text !== '') return text;
  }
  const given = slide.dataset['title'] ?? slide.dataset['label'] ?? slide.getAttribute('aria-label') ?? '';
  return given.trim() || all || slide.id;
}

/** Not inside a word, and never inside a character. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$|\s+\S*$/, '')}…`;
}
