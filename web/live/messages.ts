import type { LiveEvent } from '#shared/live.ts';

/** Whether the page shows live data. */
export type Connection = 'live' | 'connecting' | 'offline';

/** A deck that a window watches, and the last change that the window has. */
export interface Watch {
  readonly id: string;
  readonly since: number | null;
}

/** Messages from a window to the leading window. */
export type WindowMessage =
  /** `library`: whether the window shows a list of decks. */
  | { readonly say: 'watch'; readonly from: string; readonly decks: readonly Watch[]; readonly library: boolean }
  | { readonly say: 'leave'; readonly from: string }
  | { readonly say: 'are-you-there'; readonly from: string };

/** Messages from the leading window to all windows. */
export type LeaderMessage =
  /** A new window leads: announce your decks again. */
  | { readonly say: 'leading' }
  | { readonly say: 'stream'; readonly stream: StreamState }
  /** `to` is null for all windows. */
  | { readonly say: 'events'; readonly to: string | null; readonly events: readonly LiveEvent[] };

export interface StreamState {
  /** Null if no stream is open. */
  readonly id: string | null;
  readonly connection: Connection;
  /** The leading window is in the background, where browsers throttle timers. */
  readonly leaderHidden: boolean;
}

export type BusMessage = WindowMessage | LeaderMessage;
