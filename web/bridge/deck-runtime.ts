import type { InnerPosition, OutlinedSlide } from '#web/protocol/messages.ts';

/** The parts of a slide runtime (reveal.js, Slidev, ...) that the bridge uses. */
export interface DeckRuntime {
  position(): InnerPosition;
  /** @param skip go to the next slide even if steps are left on this one */
  step(forward: boolean, skip: boolean): void;
  /** @param steps how many steps of that slide to show. Larger numbers show all of them; if omitted, the runtime decides. */
  go(index: number, steps?: number): void;
  /** The slides in order; empty if the document has no inner slides. */
  outline(): OutlinedSlide[];
  /** Whether the runtime handles swipes itself. */
  readonly swipes: boolean;
}

/** @param step steps of the current slide that are shown, of `steps`; left out: the runtime does not know them */
export function positionOf(index: number, count: number, step = 0, steps?: number): InnerPosition {
  return {
    index,
    count,
    step,
    ...(steps !== undefined && { steps }),
    canNext: index < count - 1 || step < (steps ?? 0),
    canPrevious: index > 0 || step > 0,
  };
}

/** A global that the deck's runtime may have defined. */
export const global = (name: string): unknown => Reflect.get(window, name);
