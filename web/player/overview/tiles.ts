import type { Slides } from '#web/player/slide-runs.ts';
import type { OutlinedSlide } from '#web/protocol/messages.ts';

/**
 * How a tile shows its slide: the thumbnail of the package, the slide itself without scripts, or a card with its title and the
 * start of its text.
 */
type Picture = { is: 'thumbnail' | 'still'; file: string } | { is: 'card'; text: string };

/** A slide in the overview: one of the package, or one inside a single-document deck. */
export interface Tile {
  /** The slide's number as users see it, from 0. */
  readonly current: number;
  readonly label: string;
  /** All notes on it, by the deck's author and by the team. */
  readonly notes: readonly string[];
  readonly picture: Picture;
  readonly hasNote: boolean;
  readonly hasInk: boolean;
}

interface Written {
  /** The team's notes, by slide index. */
  readonly notes: ReadonlyMap<number, string>;
  readonly isDrawnOn: (slideIndex: number, inner: number | null) => boolean;
}

/** A deck can claim any number of inner slides; more than this is not useful. */
const TILES_MAX = 2000;

/** Tiles of a deck with one file per slide. */
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

/**
 * Tiles of a single-document deck with `count` inner slides. `outline` is what the deck reports about them; only its own runtime
 * can render them.
 */
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
