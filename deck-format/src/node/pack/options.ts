import type { DeckFields } from '../write/build-manifest.ts';
import type { DeckKind } from './recognize.ts';
import type { LeftOut } from './walk.ts';

/** Options of `packDeck`. Fields that are left out are taken from the deck. */
export interface PackOptions extends Partial<Omit<DeckFields, 'slides' | 'provenance' | 'architecture'>> {
  /**
   * The HTML file that is the deck, relative to the folder. Default: an `index.html` that is a presentation, or the only HTML
   * file.
   */
  readonly entry?: string;
  /** Whether to write every slide of a reveal.js, impress.js or `<deck-stage>` deck to a file of its own. */
  readonly split?: boolean;
  /** Folder with thumbnails that have the names of the slides. */
  readonly thumbnails?: string;
}

/** A report on what was packed. */
export interface PackReport {
  readonly target: string;
  readonly title: string;
  readonly kind: DeckKind | 'slides' | 'package';
  readonly slides: number;
  readonly files: number;
  readonly bytes: number;
  readonly leftOut: readonly LeftOut[];
  /** Possible problems, for the author. */
  readonly remarks: readonly string[];
}

/** The input cannot be packed. The message says why, and what to do. */
export class PackError extends Error {
  override readonly name = 'PackError';
}
