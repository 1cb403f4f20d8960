import type { LiveEvent } from '#shared/live.ts';
import type { FeedPart } from './notices.ts';

/** A stored change, in the form in which it is sent to watchers. */
export type KeptEvent = Exclude<Extract<LiveEvent, { readonly seq: number }>, { readonly kind: 'caught-up' }>;

/** Changes after `since`, up to and including `upTo`. */
export interface Range {
  readonly since: number;
  readonly upTo: number;
}

export interface Changes {
  /** In order of `seq`. If a later change overwrote an earlier one, only the later one is included. */
  readonly events: readonly KeptEvent[];
  /** All changes up to this number are included: `upTo`, or less if the limit was reached. */
  readonly reached: number;
}

/** Finds the changes of one part of a deck by the numbers on its rows. There is no event log. */
export interface FeedSource {
  readonly part: FeedPart;
  /** Returns about `limit` rows at most, but always all rows of a number. */
  changesSince(deckId: string, range: Range, limit: number): Promise<Changes>;
  /** Events that a client needs when it starts to watch. */
  running?(deckId: string): Promise<readonly KeptEvent[]>;
}

/** How far a read came whose rows are in order of their numbers: to `upTo`, unless the limit cut it short. */
export function reachedBy(rows: readonly { readonly seq: number }[], { upTo }: Range, limit: number): number {
  const last = rows.at(-1);
  return last !== undefined && rows.length >= limit ? last.seq : upTo;
}
