import type { Changes, FeedSource, KeptEvent, Range } from '#server/feed/feed-source.ts';
import { reachedBy } from '#server/feed/feed-source.ts';
import type { SlideChange, SlideStateRepo } from '#server/slides/slide-state.repo.ts';
import { INK_MARK } from './ink.repo.ts';
import type { InkChange, InkChangesRepo } from './ink-changes.repo.ts';

/** Changes of drawings, for those who watch the deck: ink stroke by stroke, of other payloads only that they are others now. */
export class AnnotationsFeed implements FeedSource {
  readonly part = 'annotations';
  readonly #states: SlideStateRepo;
  readonly #ink: InkChangesRepo;

  constructor(states: SlideStateRepo, ink: InkChangesRepo) {
    this.#states = states;
    this.#ink = ink;
  }

  async changesSince(deckId: string, range: Range, limit: number): Promise<Changes> {
    const [states, ink] = await Promise.all([
      this.#states.changesSince(deckId, range, limit),
      this.#ink.since(deckId, range, limit),
    ]);
    const reached = Math.min(reachedBy(states, range, limit), ink.reached);
    const events = combined(deckId, states, ink.changes).filter(({ seq }) => seq <= reached);
    return { events: events.toSorted((a, b) => a.seq - b.seq), reached };
  }
}

/**
 * One event for each number. A change that left a foreign payload says that alone: whatever ink there was is gone with it.
 * One that left ink, or nothing, says what was drawn and erased; where that is nothing, the payload itself has changed.
 */
function combined(deckId: string, states: readonly SlideChange[], ink: readonly InkChange[]): KeptEvent[] {
  const foreign = new Set(states.filter(({ state }) => state !== null && state.value !== INK_MARK).map(({ seq }) => seq));
  const inked = ink.filter(({ seq }) => !foreign.has(seq));
  const told = new Set(inked.map(({ seq }) => seq));
  const others = states.filter(({ seq }) => !told.has(seq));
  return [
    ...inked.map((change) => ({ kind: 'ink' as const, deckId, ...change })),
    ...others.map(({ seq, versionId, slideIndex }) => ({ kind: 'annotation' as const, deckId, seq, versionId, slideIndex })),
  ];
}
