import { outermost, type Element } from '../html/elements.ts';
import { textOf } from '../html/text.ts';
import { attributeOf, hasClass, type Tag } from '../html/markup.ts';
import type { InsideDeck } from './draft.ts';
import { inlineNotes } from './notes.ts';
import type { DeckKind } from './recognize.ts';

/** The place of the slides in a document. */
export interface SlidePlace {
  /** The element that contains the slides. */
  readonly container: Element;
  /** The HTML of each slide. */
  readonly slides: readonly string[];
}

/** Finds the slides of a reveal.js, impress.js or `<deck-stage>` deck. Undefined for other kinds, and if there are none. */
export function findSlides(html: string, kind: DeckKind): SlidePlace | undefined {
  switch (kind) {
    case 'reveal':
      return placeIn(html, (tag) => hasClass(tag, 'slides'), revealSlides);
    case 'impress':
      return placeIn(
        html,
        (tag) => attributeOf(tag, 'id') === 'impress',
        (inner) => sources(inner, (tag) => hasClass(tag, 'step')),
      );
    case 'deck-stage':
      return placeIn(html, (tag) => tag.name === 'deck-stage', sectionsIn);
    default:
      return undefined;
  }
}

/**
 * Counts the slides of a document that runs its own presentation. Null if only its scripts know them. Undefined for a plain document,
 * which is a single slide.
 */
export function countInside(html: string, kind: DeckKind): InsideDeck | null | undefined {
  switch (kind) {
    case 'plain':
      return undefined;
    case 'marp': {
      const slides = outermost(html, (tag) => tag.name === 'svg' && tag.attributes.has('data-marpit-svg'));
      const notes = outermost(html, (tag) => hasClass(tag, 'bespoke-marp-note')).filter(({ inner }) => textOf(inner) !== '');
      return { slides: slides.length, notes: notes.length };
    }
    case 'shower':
      return counted(sources(html, (tag) => hasClass(tag, 'slide')));
    case 'webslides':
      return counted(placeIn(html, (tag) => attributeOf(tag, 'id') === 'webslides', sectionsIn)?.slides ?? []);
    case 'reveal':
    case 'impress':
    case 'deck-stage':
      return counted(findSlides(html, kind)?.slides ?? []);
    default:
      return null;
  }
}

function counted(slides: readonly string[]): InsideDeck {
  return { slides: slides.length, notes: slides.filter((slide) => inlineNotes(slide) !== null).length };
}

const sectionsIn = (inner: string): string[] => sources(inner, (tag) => tag.name === 'section');

function placeIn(
  html: string,
  isContainer: (tag: Tag) => boolean,
  slidesIn: (inner: string) => string[],
): SlidePlace | undefined {
  const [container] = outermost(html, isContainer);
  return container && { container, slides: slidesIn(container.inner) };
}

/** reveal.js does not show hidden sections. */
const isSection = (tag: Tag): boolean => tag.name === 'section' && attributeOf(tag, 'data-visibility') !== 'hidden';

/** A section that contains sections is a vertical stack, and each section in it is a slide. */
function revealSlides(inner: string): string[] {
  return outermost(inner, isSection).flatMap((section) => {
    const stacked = sources(section.inner, isSection);
    return stacked.length > 0 ? stacked : [inner.slice(section.start, section.end)];
  });
}

/** The HTML of the outermost elements for which `matches` is true. */
function sources(html: string, matches: (tag: Tag) => boolean): string[] {
  return outermost(html, matches).map(({ start, end }) => html.slice(start, end));
}
