import { BRIDGE_PATH } from '#shared/bridge.ts';
import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { outlineOf } from '#web/bridge/outline.ts';
import { pressKey } from '#web/bridge/press-key.ts';
import { destination, until, walkTo } from '#web/bridge/walk-to.ts';
import { NumberedFragment } from './numbered-fragment.ts';
import { findGroup, groupBySelector, shownIn, type SlideGroup } from './slide-group.ts';

/** Keys that decks use, the most common first. */
const KEYS: readonly (readonly [next: string, previous: string])[] = [
  ['ArrowRight', 'ArrowLeft'],
  ['ArrowDown', 'ArrowUp'],
  ['PageDown', 'PageUp'],
];
/** How long after a press the deck has surely reacted. */
const REACTED_MS = 400;
/** The structure is searched again after this time, because decks build and rebuild their slides. */
const SEARCH_EVERY_MS = 1000;
/** After this time a transition between two slides is over. */
const SETTLED_MS = 400;
/** How long scripts may take to build the slides after the document has loaded. */
const STARTED_MS = 300;
/** How long a document whose files are still being loaded is expected to show slides. Its own scripts may take keys long before that. */
const EXPECTED_MS = 2000;
/** The same for documents of known runtimes. If those do not start by then, they are treated like any other document. */
const KNOWN_STARTED_MS = 8000;
const KNOWN =
  '.reveal .slides, #impress, #webslides, .shower, .bespoke-parent, .bespoke-marp-parent, deck-stage, #slideshow .slidev-page';
const NOTES = 'aside.notes, .speaker-notes, .notes, template#notes';

/** When the document was first seen parsed, and complete, in milliseconds of `performance.now()`; null: it is not. */
let parsedAt: number | null = null;
let completeAt: number | null = null;

/** How long the document has been complete; negative if it is not. In milliseconds. */
function completeFor(): number {
  if (document.readyState !== 'complete') return -1;
  completeAt ??= performance.now();
  return performance.now() - completeAt;
}

/** How long the document has been parsed; negative if it is not. In milliseconds. */
function parsedFor(): number {
  if (document.readyState === 'loading') return -1;
  parsedAt ??= performance.now();
  return performance.now() - parsedAt;
}

/** Whether a runtime may still be on its way: scripts are being loaded, or the document has the slides of a known one, which has not had time to start. */
export function mayStartRuntime(): boolean {
  if (document.readyState === 'loading') return true;
  return document.querySelector(KNOWN) !== null && hasScripts() && completeFor() < KNOWN_STARTED_MS;
}

/** Whether the document has scripts of its own. One with the slides of a runtime and without scripts uses its styles only. */
function hasScripts(): boolean {
  return Array.from(document.scripts).some(({ src }) => !URL.canParse(src) || new URL(src).pathname !== BRIDGE_PATH);
}

/** What a document without a known runtime has shown of itself. It is observed for as long as the document is open. */
export class LearnedDeck {
  readonly #selector: string | null;
  readonly #fragment = new NumberedFragment();
  #group: SlideGroup | null = null;
  #searchedAt = Number.NEGATIVE_INFINITY;
  /** Index of the keys that change the slide. */
  #keys = 0;
  #keysAreKnown = false;
  /** Whether the effect of a key is being observed. */
  #isTrying = false;
  /** The fragment, split around the number that follows the slide; null while none is known. */
  #hash: { before: string; after: string; offset: number } | null = null;
  /** Slide and fragment when they were last looked at, and since when they are the same. */
  #seen = { at: '', since: 0 };

  /** @param selector the slides as an editor of the deck has chosen them; null: they are found by structure */
  constructor(selector: string | null) {
    this.#selector = selector;
  }

  /** The runtime with the chosen slides; null if none are chosen, or the document does not have them. */
  chosen(): DeckRuntime | null {
    if (this.#selector === null || document.readyState !== 'complete') return null;
    const group = this.#findGroup();
    return group === null ? null : this.#byStructure(group);
  }

  /** The runtime as far as it is known; null if neither the document nor its fragment shows anything that looks like slides. */
  runtime(): DeckRuntime | null {
    if (!this.#isReady()) return null;
    const group = this.#findGroup();
    return group === null ? this.#fragment.runtime() : this.#byStructure(group);
  }

  /** Whether the document may soon show that it has slides. */
  isStarting(): boolean {
    if (this.#isReady()) return false;
    return mayStartRuntime() || completeFor() >= 0 || parsedFor() < EXPECTED_MS;
  }

  /** Goes to a slide of a document that has shown neither slides nor a position: see `NumberedFragment`. */
  goFromFirst(index: number): void {
    if (index > 0 && this.#isReady()) void this.#fragment.goFromFirst(index);
  }

  /** Known runtimes need a moment to start, and until then their slides look like those of another deck. */
  #isReady(): boolean {
    const wait = document.querySelector(KNOWN) === null ? STARTED_MS : KNOWN_STARTED_MS;
    return completeFor() >= wait;
  }

  #findGroup(): SlideGroup | null {
    const isUsable = this.#group !== null && this.#group.slides.every(({ isConnected }) => isConnected);
    if (isUsable && performance.now() - this.#searchedAt < SEARCH_EVERY_MS) return this.#group;
    this.#searchedAt = performance.now();
    const found = this.#selector === null ? findGroup() : groupBySelector(this.#selector);
    // Between two slides nothing may look like a slide; what was found before stays.
    if (found !== null || !isUsable) this.#group = found;
    return this.#group;
  }

  #byStructure(group: SlideGroup): DeckRuntime | null {
    const { slides } = group;
    const shown = shownIn(group);
    if (shown === -1) return null;
    this.#watchHash(shown);
    const go = (index: number): void => this.#go(group, index);
    return {
      swipes: false,
      position: () => positionOf(shown, slides.length),
      step: (forward, skip) => {
        if (skip || group.scroller !== null) go((destination() ?? shown) + (forward ? 1 : -1));
        else this.#press(forward, () => shownIn(group));
      },
      go,
      outline: () => outlineOf([...slides], (slide) => slide.querySelector(NOTES)),
    };
  }

  #go(group: SlideGroup, index: number): void {
    const slide = group.slides[index];
    if (slide === undefined) return;
    if (group.scroller !== null) return slide.scrollIntoView({ behavior: 'instant', block: 'start', inline: 'start' });
    const now = (): number => shownIn(group);
    walkTo(index, { now, press: (forward) => this.#press(forward, now), hash: this.#hashFor(slide, index) });
  }

  /** Presses the key for the next or previous slide. If it changes nothing, the next key of the list is tried. */
  #press(forward: boolean, now: () => number): void {
    const before = `${String(now())} ${location.hash}`;
    const press = (): void => {
      const key = KEYS[this.#keys]?.[forward ? 0 : 1] ?? 'ArrowRight';
      pressKey(document.activeElement ?? document.body, { key, shiftKey: false });
    };
    const hasChanged = (): boolean => `${String(now())} ${location.hash}` !== before;
    const state = document.body.innerHTML.length;
    press();
    // A step inside the slide changes the document, too.
    if (!this.#keysAreKnown && !this.#isTrying)
      void this.#tryKeys(() => hasChanged() || document.body.innerHTML.length !== state, press);
  }

  async #tryKeys(hasReacted: () => boolean, press: () => void): Promise<void> {
    this.#isTrying = true;
    this.#keysAreKnown = await until(hasReacted, REACTED_MS);
    this.#isTrying = false;
    if (this.#keysAreKnown || this.#keys === KEYS.length - 1) return;
    this.#keys += 1;
    press();
  }

  /** Remembers how the fragment names the slide, once both have been the same for a moment: they change one after the other. */
  #watchHash(shown: number): void {
    const at = `${String(shown)} ${location.hash}`;
    if (at !== this.#seen.at) this.#seen = { at, since: performance.now() };
    const number = /^(.*?)(\d+)(\D*)$/.exec(location.hash);
    if (number === null || performance.now() - this.#seen.since < SETTLED_MS) return;
    const [, before = '', digits = '', after = ''] = number;
    const offset = Number(digits) - shown;
    if (offset === 0 || offset === 1) this.#hash = { before, after, offset };
  }

  #hashFor(slide: HTMLElement, index: number): string | null {
    if (this.#hash !== null) return `${this.#hash.before}${String(index + this.#hash.offset)}${this.#hash.after}`;
    // The fragment is often the id of the slide.
    const shownId = this.#group?.slides.some(({ id }) => id !== '' && location.hash === `#${id}`);
    return shownId === true && slide.id !== '' ? `#${slide.id}` : null;
  }
}
