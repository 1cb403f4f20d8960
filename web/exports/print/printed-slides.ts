import type { Manifest } from 'deck-format';
import { SLIDES_SHOWN_MAX } from '#shared/limits.ts';
import type { Slide } from '#shared/slides.ts';
import type { OutlinedSlide } from '#web/protocol/messages.ts';
import { hasInnerSlides } from '#web/stage/position/inner-slides.ts';
import { runOf } from '#web/stage/position/slide-runs.ts';

/** Where the picture of a slide comes from: the server, or the document itself in a frame. */
export type PictureSource =
  | { readonly is: 'rendered'; readonly url: string }
  | { readonly is: 'document'; readonly file: string };

/** A slide as people see it, ready to be printed. */
export interface PrintedSlide {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  /** The position in the package, from 0. */
  readonly slideIndex: number;
  /** The position inside its document; null if that has one slide. */
  readonly inner: number | null;
  /** The name inside its document, under which notes and drawings are kept. */
  readonly name: string | undefined;
  readonly picture: PictureSource;
  /** Paragraphs of notes. */
  readonly notes: readonly string[];
}

/** What a document says about the slides inside it. Untrusted. */
export interface InsideDocument {
  readonly count: number;
  readonly outline: readonly OutlinedSlide[];
  readonly names: readonly string[];
}

interface Sources {
  readonly manifest: Manifest;
  /** The slides as the server lists them. */
  readonly listed: readonly Slide[];
  /** Of a deck that is one document. */
  readonly inside: InsideDocument;
  /** The note of the team; undefined if there is none. */
  readonly noteOf: (slideIndex: number, inner: string | null) => string | undefined;
}

/** All slides of a deck in their order. */
export function printedSlides({ manifest, listed, inside, noteOf }: Sources): PrintedSlide[] {
  const isOneDocument = hasInnerSlides(manifest);
  return placesOf(manifest, listed, inside).map(({ index: slideIndex, inner, title, thumbnailUrl }, position) => {
    const at = inner ?? 0;
    const outlined = isOneDocument ? inside.outline[at] : undefined;
    const name = isOneDocument ? inside.names[at] : undefined;
    const slide = manifest.slides[slideIndex];
    // The team's note takes the place of the author's, as beside the slide. The note of a document is printed with its first slide.
    const ofDocument = at === 0 || !isOneDocument ? (noteOf(slideIndex, null) ?? slide?.notes ?? '') : '';
    const ofInner = name === undefined ? (outlined?.notes ?? '') : (noteOf(slideIndex, name) ?? outlined?.notes ?? '');
    return {
      number: position + 1,
      title: title || outlined?.label || (isOneDocument ? '' : (slide?.label ?? '')),
      slideIndex,
      inner,
      name,
      picture: thumbnailUrl === null ? { is: 'document', file: slide?.file ?? '' } : { is: 'rendered', url: thumbnailUrl },
      notes: [...new Set([ofDocument, ofInner].map((note) => note.trim()))].filter((note) => note !== ''),
    };
  });
}

type Place = Pick<Slide, 'index' | 'inner' | 'title' | 'thumbnailUrl'>;

/** The slides that the server has found or, before it has, those that the document itself reports. */
function placesOf(manifest: Manifest, listed: readonly Slide[], { count, outline }: InsideDocument): readonly Place[] {
  if (listed.some(({ thumbnailUrl }) => thumbnailUrl !== null)) return listed;
  const unseen = { thumbnailUrl: null };
  if (hasInnerSlides(manifest) && count > 1) {
    return Array.from({ length: Math.min(count, SLIDES_SHOWN_MAX) }, (_, inner) => ({
      ...unseen,
      index: 0,
      inner,
      title: outline[inner]?.label ?? '',
    }));
  }
  return manifest.slides.map(({ label }, index) => {
    const { start, length } = runOf(manifest.slides, index);
    return { ...unseen, index, inner: length > 1 ? index - start : null, title: label };
  });
}
