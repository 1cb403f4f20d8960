import type { CurrentSession } from './accounts.ts';
import type { DeckDetail, DeckList } from './decks.ts';
import type { ContinuedDeck, Opening } from './openings.ts';
import type { DeckTrust, Playback } from './playback.ts';
import type { LiveTalk } from './talks.ts';

/** The id of the element with the data: `<script type="application/json">`, which no browser executes. */
export const PAGE_DATA_ID = 'page-data';

/** The pages into which the server writes data. */
export type PageWithData = { readonly kind: 'deck'; readonly deckId: string } | { readonly kind: 'library' };

/** What the server writes into the page of a deck: the answers to what the page would ask before it can show the first slide. */
export interface DeckPageData {
  readonly kind: 'deck';
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

/** How many decks the library asks for first: a small page, so that it is there soon. */
export const LIBRARY_FIRST_PAGE = 24;

/** What the server writes into the library: the answers to what it would ask before it can show the first decks. */
export interface LibraryPageData {
  readonly kind: 'library';
  readonly session: NonNullable<CurrentSession>;
  /** `decks.list`, the first page without a search or filters. */
  readonly decks: DeckList;
  /** `talks.live` */
  readonly live: { readonly items: readonly LiveTalk[] };
  /** `openings.latest` */
  readonly opened: { readonly items: readonly ContinuedDeck[] };
}

export type PageData = DeckPageData | LibraryPageData;
