import type { InnerPosition, OutlinedSlide } from '#web/protocol/messages.ts';

/** What moves a document, as far as the bridge has to know it. */
export interface DeckRuntime {
  position(): InnerPosition;
  /** @param skip on to the next slide, whatever steps are left */
  step(forward: boolean, skip: boolean): void;
  /** @param steps how many steps of that slide are to be shown; more than it has are all of them, none given is the runtime's choice */
  go(index: number, steps?: number): void;
  /** Its slides in order; empty where only the document as a whole has a name. */
  outline(): OutlinedSlide[];
  /** Whether it moves by this key without marking the event as handled. */
  hears?(key: string): boolean;
  /** Whether a finger turns its slides already. */
  readonly swipes: boolean;
}

/** @param steps of the slide that is shown, of which `step` are shown */
export function positionOf(index: number, count: number, step = 0, steps = 0): InnerPosition {
  return { index, count, step, canNext: index < count - 1 || step < steps, canPrevious: index > 0 || step > 0 };
}

/** A runtime's own object, if its page has put it there. */
export const global = (name: string): unknown => Reflect.get(window, name);
