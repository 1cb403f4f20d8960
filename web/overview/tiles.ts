import type { Slide } from '#shared/slides.ts';
import type { Slides } from '#web/stage/position/slide-runs.ts';
import type { InnerPlace } from '#web/stage/position/inner-slides.ts';
import type { InnerSlides } from '#web/stage/position/use-inner-slides.ts';

/**
 * How a tile shows its slide: the thumbnail of the package, a picture made by the server, the slide itself without scripts, or a card
 * with its title and the start of its text.
 */
type Picture = { is: 'thumbnail' | 'still'; file: string } | { is: 'rendered'; url: string } | { is: 'card'; text: string };

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
  /** The team's note of a slide, or of a slide inside it; empty if there is none. */
  readonly noteOf: (slideIndex: number, inner: string | null) => string;
  readonly isDrawnOn: (slideIndex: number, inner: InnerPlace | null) => boolean;
}

/** The slides as the server has rendered them, in the order in which users count them. Empty if it has not. */
export type RenderedSlides = readonly Pick<Slide, 'index' | 'thumbnailUrl'>[];

/** A deck can claim any number of inner slides; more than this is not useful. */
const TILES_MAX = 2000;

/**
 * Tiles of a deck with one file per slide.
 *
 * @param hasStills whether the slides render without scripts
 */
export function tilesOfPackage(
  slides: Slides,
  hasStills: boolean,
  rendered: RenderedSlides,
  { noteOf, isDrawnOn }: Written,
): Tile[] {
  // A document with several slides is shown as its first one.
  const urls = new Map(rendered.toReversed().map(({ index, thumbnailUrl }) => [index, thumbnailUrl]));
  return slides.map((slide, current) => ({
    current,
    label: slide.label,
    notes: [slide.notes ?? '', noteOf(current, null)].filter((text) => text !== ''),
    picture: pictureOf(slide, urls.get(current)) ?? (hasStills ? { is: 'still', file: slide.file } : { is: 'card', text: '' }),
    hasNote: noteOf(current, null) !== '',
    hasInk: isDrawnOn(current, null),
  }));
}

/** The picture that exists of a slide: the author's rather than the server's. */
function pictureOf(slide: Slides[number] | undefined, rendered: string | null | undefined): Picture | null {
  if (slide?.thumbnail != null) return { is: 'thumbnail', file: slide.thumbnail };
  return rendered == null ? null : { is: 'rendered', url: rendered };
}

/**
 * Tiles of a single-document deck with `count` inner slides. `outline` is what the deck reports about them, and `names` are the names under
 * which their notes and drawings are kept. Only the deck's own runtime can render them.
 */
export function tilesInside(
  slides: Slides,
  count: number,
  { outline, names }: Pick<InnerSlides, 'outline' | 'names'>,
  rendered: RenderedSlides,
  written: Written,
): Tile[] {
  return Array.from({ length: Math.min(count, TILES_MAX) }, (_, current) => {
    const { label = '', text = '', notes = null } = outline[current] ?? {};
    const slide = slides.length === 1 && current > 0 ? undefined : slides[current];
    const slideIndex = Math.min(current, slides.length - 1);
    const name = names[current];
    const team = [
      slide === undefined ? '' : written.noteOf(current, null),
      name === undefined ? '' : written.noteOf(slideIndex, name),
    ].filter((one) => one !== '');
    return {
      current,
      label: label || (slides.length > 1 ? (slide?.label ?? '') : ''),
      notes: [notes ?? '', slide?.notes ?? '', ...team].filter((one) => one !== ''),
      picture: pictureOf(slide, rendered[current]?.thumbnailUrl) ?? { is: 'card', text },
      hasNote: team.length > 0,
      hasInk: written.isDrawnOn(slideIndex, { index: current, name }),
    };
  });
}
