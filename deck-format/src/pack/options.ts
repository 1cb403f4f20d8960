import type { Content } from '../write/content.ts';
import type { DeckFields } from '../write/build-manifest.ts';

/** Options of `planDeck`. Fields that are left out are taken from the deck. */
export interface PlanOptions extends Partial<Omit<DeckFields, 'slides' | 'provenance' | 'architecture'>> {
  /**
   * The HTML file that is the deck, relative to the folder. Default: an `index.html` that is a presentation, or the only HTML
   * file.
   */
  readonly entry?: string;
  /** Whether to write every slide of a reveal.js, impress.js or `<deck-stage>` deck to a file of its own. */
  readonly split?: boolean;
  /** Pictures by file name. Those with the names of slides are their thumbnails. */
  readonly thumbnails?: ReadonlyMap<string, Content>;
}
