import type { Changes, FeedSource, KeptEvent, Range } from '#server/feed/feed-source.ts';
import { reachedBy } from '#server/feed/feed-source.ts';
import type { SlideChange, SlideStateRepo } from '#server/slides/slide-state.repo.ts';
import { INK_MARK } from './ink.repo.ts';
import type { InkChange, InkChangesRepo } from './ink-changes.repo.ts';

/** The changes of drawings in the feed of a deck. Changes of ink list the strokes; for other payloads an event only names the slide. */
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
 * Returns one event per number. A change that wrote a foreign payload gives only an `annotation` event, because it removed all ink.
 * A change that left ink or nothing gives an `ink` event with the strokes that were drawn and erased. If it has no strokes, it gives
 * an `annotation` event, because the payload itself has changed.
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
