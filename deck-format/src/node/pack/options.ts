import type { DeckFields } from '../write/build-manifest.ts';
import type { DeckKind } from './recognize.ts';
import type { LeftOut } from './walk.ts';

/** What a caller may say of a deck; everything else is found in it. */
export interface PackOptions extends Partial<Omit<DeckFields, 'slides' | 'provenance' | 'architecture'>> {
  /** The HTML file to start from, relative to the folder; default: `index.html`, or the only HTML file. */
  readonly entry?: string;
  /** Make every slide of a reveal.js or impress.js deck a file of its own instead of keeping the deck whole. */
  readonly split?: boolean;
  /** Folder with pictures named like the slides, to be added as thumbnails. */
  readonly thumbnails?: string;
}

/** What was packed, for people to read. */
export interface PackReport {
  readonly target: string;
  readonly title: string;
  readonly kind: DeckKind | 'slides' | 'package';
  readonly slides: number;
  readonly files: number;
  readonly bytes: number;
  readonly leftOut: readonly LeftOut[];
  /** Things to know or to mend. */
  readonly remarks: readonly string[];
}

/** An input that cannot be packed; the message says why and what to do. */
export class PackError extends Error {
  override readonly name = 'PackError';
}
