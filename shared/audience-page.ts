import type { TalkEvent } from './audience-talk.ts';
import type { Playback } from './playback.ts';
import type { SharedDeck } from './shared-decks.ts';

/** The id of the element with the data: `<script type="application/json">`, which no browser executes. */
export const AUDIENCE_DATA_ID = 'audience-data';

/** What the server writes into `/s/<token>` and `/embed/<token>`: the answers to the first requests of the page. */
export interface AudiencePageData {
  /** The token of the link, for `/api/shared/<token>/…`. */
  readonly token: string;
  /** Whether the page is `/embed/<token>`. */
  readonly embedded: boolean;
  readonly first: AudienceFirst;
}

/**
 * - `open`: `GET /api/shared/:token` and `…/playback`
 * - `locked`: the link needs a password. Nothing of the deck is in the page.
 * - `ended`: there is no such link, or it is paused or has expired. The status of the page is 404 or 410.
 * - `unknown`: the server could not answer. The page asks again.
 */
export type AudienceFirst =
  | { readonly state: 'open'; readonly shared: SharedDeck; readonly playback: Playback }
  | { readonly state: 'locked' }
  | { readonly state: 'ended'; readonly code: 'LINK_NOT_FOUND' | 'LINK_EXPIRED' }
  | { readonly state: 'unknown' };

/**
 * The events of `GET /api/shared/:token/events`, by the name in `event:`. `data:` is a JSON object.
 * - `version`: another version is shown, or the rights of the link have changed. Ask again for the deck and the playback address:
 *   the old address has ended.
 * - `talk`: what happens in a talk that is open to the link. Its other fields are those of `TalkEvent`.
 * - `ended`: the link has ended. The server closes the stream.
 * - `ping`: nothing has happened for a while.
 */
export interface AudienceEvents {
  readonly version: { readonly versionId: string };
  readonly talk: TalkEvent;
  readonly ended: { readonly code: 'LINK_NOT_FOUND' | 'LINK_EXPIRED' | 'PASSWORD_REQUIRED' };
  readonly ping: Readonly<Record<string, never>>;
}
