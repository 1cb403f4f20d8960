import type { LiveEvent } from '#shared/live.ts';
import type { FeedPart } from './notices.ts';

/** A change that is kept, as watchers are told of it. */
export type KeptEvent = Exclude<Extract<LiveEvent, { readonly seq: number }>, { readonly kind: 'caught-up' }>;

/** Changes after `since`, up to `upTo` at most. */
export interface Range {
  readonly since: number;
  readonly upTo: number;
}

export interface Changes {
  /** By `seq`. A change that a later one has overwritten is found as that one alone. */
  readonly events: readonly KeptEvent[];
  /** Up to here nothing is left out: `upTo`, or less when there was more than asked for. */
  readonly reached: number;
}

/** A room's changes, found again by the numbers on its rows: there is no log of events. */
export interface FeedSource {
  readonly part: FeedPart;
  /** About `limit` rows at most, but every row of a number that it begins with. */
  changesSince(deckId: string, range: Range, limit: number): Promise<Changes>;
  /** What somebody needs to know who begins to watch now. */
  running?(deckId: string): Promise<readonly KeptEvent[]>;
}

/** How far a read came whose rows were in order of their numbers: as far as it was meant to, unless the limit cut it short. */
export function reachedBy(rows: readonly { readonly seq: number }[], { upTo }: Range, limit: number): number {
  const last = rows.at(-1);
  return last !== undefined && rows.length >= limit ? last.seq : upTo;
}
