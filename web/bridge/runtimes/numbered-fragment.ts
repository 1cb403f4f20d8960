import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { arrow, pressKey } from '#web/bridge/press-key.ts';
import { lineOf } from '#web/bridge/slide-text.ts';
import { destination, until, walkTo } from '#web/bridge/walk-to.ts';

/** How the fragment names a slide: `before`, the index plus `offset`, and perhaps the number of steps that are shown. */
interface Form {
  readonly before: string;
  readonly offset: 0 | 1;
}

/** `#3`, `#/3`, `#slide-3`, `#/3/1` and `#3.1`. */
const NUMBERED = /^#(\D*)(\d{1,4})(?:[./](\d{1,4}))?\/?$/;
/** How long after a press the deck has surely reacted. */
const REACTED_MS = 400;
/** More presses than a first slide has steps. */
const PRESSES_MAX = 30;

/**
 * A document that shows one slide at a time and writes its number to the fragment. The other slides are not in the document, so
 * their number is known only once the last one has been reached, and their headings once they have been shown.
 */
export class NumberedFragment {
  #form: Form | null = null;
  /** Whether a key was pressed. Before that, a fragment that the deck writes is that of the first slide. */
  #wasPressed = false;
  readonly #headings = new Map<number, string>();
  #lastIndex: number | null = null;

  constructor() {
    addEventListener('keydown', () => (this.#wasPressed = true), { capture: true });
  }

  /** The runtime; null as long as the fragment says nothing. */
  runtime(): DeckRuntime | null {
    const place = this.#place();
    const form = this.#form;
    if (place === null || form === null) return null;
    const { index, step } = place;
    if (this.#lastIndex !== null && index > this.#lastIndex) this.#lastIndex = null;
    this.#headings.set(index, headingNow());
    const isLast = this.#lastIndex === index;
    const count = (this.#lastIndex ?? Math.max(...this.#headings.keys())) + 1;
    const go = (to: number): void => this.#go(to, form);
    return {
      swipes: false,
      position: () => ({
        ...positionOf(index, count, step),
        canNext: !isLast,
        ...(this.#lastIndex === null && { isCountOpen: true }),
      }),
      step: (forward, skip) => {
        if (skip && !(isLast && forward)) go(Math.max(0, (destination() ?? index) + (forward ? 1 : -1)));
        else void this.#press(forward);
      },
      go,
      outline: () =>
        Array.from({ length: count }, (_, at) => {
          const label = this.#headings.get(at) ?? '';
          // Slides are named by their numbers: a heading would get another name when one before it turns out to be the same.
          return { label, text: '', notes: null, identity: { id: null, title: '' } };
        }),
    };
  }

  /**
   * Goes to a slide from the first one, which has no fragment: presses the key for the next slide until the fragment names the second
   * one. If it never does, goes back to the start.
   */
  async goFromFirst(index: number): Promise<void> {
    const state = (): string => `${location.hash} ${document.body.innerHTML}`;
    const first = state();
    let presses = 0;
    let hasChanged = true;
    while (this.#place() === null && hasChanged && presses < PRESSES_MAX) {
      hasChanged = await pressed(true, state);
      presses += 1;
    }
    if (this.#place() !== null && this.#form !== null) return this.#go(index, this.#form);
    for (; state() !== first && presses > 0; presses -= 1) await pressed(false, state);
  }

  #place(): { index: number; step: number } | null {
    const [, before, number, step] = NUMBERED.exec(location.hash) ?? [];
    if (before === undefined) {
      // Many decks have no fragment on their first slide.
      return this.#form !== null && location.hash === '' ? { index: 0, step: 0 } : null;
    }
    this.#form ??= this.#learn(before, Number(number));
    if (this.#form?.before !== before) return null;
    return { index: Math.max(0, Number(number) - this.#form.offset), step: Number(step ?? 0) };
  }

  /** The first numbered fragment is that of the first slide or, after a key press, that of the second. */
  #learn(before: string, number: number): Form | null {
    const offset = this.#wasPressed ? number - 1 : number;
    return offset === 0 || offset === 1 ? { before, offset } : null;
  }

  #go(index: number, { before, offset }: Form): void {
    walkTo(index, {
      now: () => this.#place()?.index ?? 0,
      press: (forward) => void this.#press(forward),
      hash: `#${before}${String(index + offset)}`,
    });
  }

  /** If the key for the next slide changes nothing, this is the last one. */
  async #press(forward: boolean): Promise<void> {
    const index = this.#place()?.index ?? 0;
    const hasChanged = await pressed(forward, () => `${location.hash} ${String(document.body.innerHTML.length)}`);
    if (forward && !hasChanged) this.#lastIndex = index;
  }
}

/** Presses the key for the next or previous slide. Returns whether the state changes soon. */
function pressed(forward: boolean, state: () => string): Promise<boolean> {
  const before = state();
  pressKey(document.activeElement ?? document.body, arrow(forward));
  return until(() => state() !== before, REACTED_MS);
}

function headingNow(): string {
  const headings = [...document.querySelectorAll<HTMLElement>('h1, h2, h3, h4, h5, h6')];
  const shown = headings.find((heading) => heading.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
  return shown === undefined ? '' : lineOf(shown, 'aside');
}
