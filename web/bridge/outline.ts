import type { OutlinedSlide } from '#web/player/bridge-messages.ts';
import { lineOf, notesText } from './slide-text.ts';

const ASIDE = 'aside, .notes, .speaker-notes';
const LABEL_MAX = 100;

/**
 * What slides are called and what is to be said with them, as the deck has it.
 * @param notesOf the element with a slide's notes, or their text
 */
export function outlineOf<T extends HTMLElement>(
  slides: readonly T[],
  notesOf: (slide: T, at: number) => Element | string | null | undefined,
): OutlinedSlide[] {
  return slides.map((slide, at) => ({ label: labelOf(slide), notes: notesText(notesOf(slide, at)) }));
}

/** Its first heading, the name it was given, its text, its id: the first that says something. */
function labelOf(slide: HTMLElement): string {
  for (const heading of slide.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    const text = lineOf(heading, ASIDE);
    if (text !== '') return shortened(text);
  }
  const given = slide.dataset['title'] ?? slide.dataset['label'] ?? slide.getAttribute('aria-label') ?? '';
  return shortened(given.trim() || lineOf(slide, ASIDE) || slide.id);
}

/** Not inside a word, and never inside a character. */
function shortened(text: string): string {
  if (text.length <= LABEL_MAX) return text;
  return `${text.slice(0, LABEL_MAX).replace(/[\uD800-\uDBFF]$|\s+\S*$/, '')}…`;
}
