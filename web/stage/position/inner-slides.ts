import type { Manifest } from 'deck-format';
import type { Place } from '#shared/place.ts';
import { keepsOwnRuntime } from './slide-runs.ts';

/** The current slide inside a document. */
export interface InnerPlace {
  /** Its position, from 0. */
  readonly index: number;
  /** Its name, which stays the same in the next version; undefined if the document does not say what its slides are. */
  readonly name: string | undefined;
}

/** The slide whose note is shown. */
export interface NotePlace {
  readonly slideIndex: number;
  /** The name of the slide inside it; null for the slide as a whole. */
  readonly inner: string | null;
  /** The number of the slide as users see it, from 1; null for the note of a single-document deck beside those of its slides. */
  readonly number: number | null;
  /** The speaker notes in the package. Untrusted text. */
  readonly startingText: string;
}

/** Whether the deck is one document whose slides are not in the manifest. */
export function hasInnerSlides(manifest: Manifest): boolean {
  return keepsOwnRuntime(manifest) && manifest.slides.length === 1;
}

/** Whether the deck's only slide may have slides inside it that are not known yet. A plain document has none. */
export function mayHaveInnerSlides(manifest: Manifest): boolean {
  return hasInnerSlides(manifest) && manifest.provenance?.sourceKind !== 'plain-html';
}

/** The index of a place as users count slides: in the package, or inside a deck that is one document. */
export function shownIndex(manifest: Manifest, { slideIndex, inner }: Place): number {
  return hasInnerSlides(manifest) && inner !== null ? inner.index : slideIndex;
}
