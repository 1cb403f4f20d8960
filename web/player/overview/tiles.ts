import type { Slides } from '#web/player/slide-runs.ts';
import type { OutlinedSlide } from '#web/protocol/messages.ts';

/** How a slide is shown: by the package's own picture, by itself without scripts, or by its title and the beginning of its text. */
type Picture = { is: 'thumbnail' | 'still'; file: string } | { is: 'card'; text: string };

/** A slide as the overview shows it: one of the package, or one inside a deck that is one document. */
export interface Tile {
  /** Where people count it, from 0. */
  readonly current: number;
  readonly label: string;
  /** Everything that was written about it: by the deck's author, and by the team. */
  readonly notes: readonly string[];
  readonly picture: Picture;
  readonly hasNote: boolean;
  readonly hasInk: boolean;
}

interface Written {
  /** The team's notes, by slide of the package. */
  readonly notes: ReadonlyMap<number, string>;
  readonly isDrawnOn: (slideIndex: number, inner: number | null) => boolean;
}

/** More than anybody looks through; a deck may claim any number of slides inside itself. */
const TILES_MAX = 2000;

/** Of a deck with a file for each slide. */
export function tilesOfPackage(slides: Slides, { notes, isDrawnOn }: Written): Tile[] {
  return slides.map((slide, current) => ({
    current,
    label: slide.label,
    notes: [slide.notes ?? '', notes.get(current) ?? ''].filter((text) => text !== ''),
    picture: slide.thumbnail == null ? { is: 'still', file: slide.file } : { is: 'thumbnail', file: slide.thumbnail },
    hasNote: (notes.get(current) ?? '') !== '',
    hasInk: isDrawnOn(current, null),
  }));
}

/** Of a deck that is one document, of `count` slides inside, as it describes them. Only its own runtime could draw them. */
export function tilesInside(slides: Slides, count: number, outline: readonly OutlinedSlide[], written: Written): Tile[] {
  return Array.from({ length: Math.min(count, TILES_MAX) }, (_, current) => {
    const { label = '', text = '', notes = null } = outline[current] ?? {};
    const slide = slides.length === 1 && current > 0 ? undefined : slides[current];
    const slideIndex = Math.min(current, slides.length - 1);
    const team = slide === undefined ? '' : (written.notes.get(current) ?? '');
    return {
      current,
      label: label || (slides.length > 1 ? (slide?.label ?? '') : ''),
      notes: [notes ?? '', slide?.notes ?? '', team].filter((one) => one !== ''),
      picture: slide?.thumbnail == null ? { is: 'card', text } : { is: 'thumbnail', file: slide.thumbnail },
      hasNote: team !== '',
      hasInk: written.isDrawnOn(slideIndex, current),
    };
  });
}
