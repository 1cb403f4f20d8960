import type { LiveEvent } from '#shared/live.ts';

/** How fresh is what this browser shows. */
export type Connection = 'live' | 'connecting' | 'offline';

/** A deck that a window watches, and the last change of it that the window has. */
export interface Watch {
  readonly id: string;
  readonly since: number | null;
}

/** What a window says to the one that leads. */
export type WindowMessage =
  | { readonly say: 'watch'; readonly from: string; readonly decks: readonly Watch[] }
  | { readonly say: 'leave'; readonly from: string }
  | { readonly say: 'are-you-there'; readonly from: string };

/** What the leading window says to the others. */
export type LeaderMessage =
  /** Somebody else leads from now on: say again what you watch. */
  | { readonly say: 'leading' }
  | { readonly say: 'stream'; readonly stream: StreamState }
  /** `to` null: for everybody. */
  | { readonly say: 'events'; readonly to: string | null; readonly events: readonly LiveEvent[] };

export interface StreamState {
  /** Null: there is none at the moment. */
  readonly id: string | null;
  readonly connection: Connection;
  /** The leading window is in the background, where browsers slow down its timers. */
  readonly leaderHidden: boolean;
}

export type BusMessage = WindowMessage | LeaderMessage;
