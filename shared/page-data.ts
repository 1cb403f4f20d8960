import type { CurrentSession } from './accounts.ts';
import type { DeckDetail } from './decks.ts';
import type { Opening } from './openings.ts';
import type { DeckTrust, Playback } from './playback.ts';

/** The id of the element with the data: `<script type="application/json">`, which no browser executes. */
export const PAGE_DATA_ID = 'page-data';

/** What the server writes into the page of a deck: the answers to what the page would ask before it can show the first slide. */
export interface PageData {
  readonly session: NonNullable<CurrentSession>;
  readonly deckId: string;
  /** `decks.get` */
  readonly deck: DeckDetail;
  /** `playback.open`, for the current version. */
  readonly playback: Playback;
  /** `openings.get` */
  readonly opening: Opening | null;
  /** `playback.trust`, for the current version. */
  readonly trust: DeckTrust;
}
