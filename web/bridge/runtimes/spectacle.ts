import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { outlineOf } from '#web/bridge/outline.ts';
import { arrow, pressKey } from '#web/bridge/press-key.ts';
import { canMove } from '#web/bridge/keys.ts';
import { destination, startWalk, until } from '#web/bridge/walk-to.ts';
import type { InnerPosition } from '#web/protocol/messages.ts';
import { keepHistoryShort } from './short-history.ts';

/** Beside the slides, each slide has a placeholder. */
const PLACEHOLDERS = '.spectacle-v7-slide';
const STEPS = '.step-placeholder';

/** The deck reads the address only once it has started. */
const ATTEMPTS = 20;

/**
 * Spectacle, tested with 10. It has slide and step in the address, `?slideIndex=1&stepIndex=0`, and reads it on `popstate`. Notes are
 * rendered only in its own presenter mode.
 */
export function spectacle(): DeckRuntime | null {
  const slides = slidesNow();
  const position = positionNow(slides);
  if (position === null) return null;
  keepHistoryShort();
  return {
    swipes: true,
    position: () => position,
    step(forward, skip) {
      const target = (destination() ?? position.index) + (forward ? 1 : -1);
      if (skip && slides[target] !== undefined) go(target, 0);
      else pressInTurn(forward);
    },
    go: (target, steps = 0) => go(target, steps),
    outline: () => outlineOf(slides, () => null),
  };
}

function positionNow(slides: readonly HTMLElement[]): InnerPosition | null {
  const { index, step } = placeInAddress();
  // Until the deck has followed the address, it shows another slide.
  const current = slides[index]?.checkVisibility() === true ? index : slides.findIndex((slide) => slide.checkVisibility());
  const slide = slides[current];
  return slide === undefined ? null : positionOf(current, slides.length, current === index ? step : 0, stepsIn(slide));
}

/** The presses that wait for those before them. A request for a slide replaces them. */
let presses = Promise.resolve();
let latestRequest = 0;

/**
 * Presses the key for the next or previous step once the deck has moved by the presses before. If two keys come at once, Spectacle
 * leaves the slide twice, finds none there, and stays.
 */
function pressInTurn(forward: boolean): void {
  const request = latestRequest;
  const press = async (): Promise<void> => {
    const before = positionNow(slidesNow());
    if (request !== latestRequest || before === null || !canMove(before, forward ? 'next' : 'previous')) return;
    pressKey(document.body, arrow(forward));
    await until(() => request !== latestRequest || hasMoved(before));
  };
  presses = presses.then(press);
}

function hasMoved({ index, step }: InnerPosition): boolean {
  const now = positionNow(slidesNow());
  return now?.index !== index || now.step !== step;
}

function go(index: number, steps: number): void {
  latestRequest += 1;
  startWalk(index, (stop) => follow(index, steps, stop));
}

/** Puts the slide into the address until the deck shows it. */
async function follow(index: number, steps: number, stop: AbortSignal): Promise<void> {
  const isOver = (): boolean => stop.aborted || slidesNow()[index]?.checkVisibility() === true;
  for (let attempts = 0; attempts < ATTEMPTS; attempts += 1) {
    const target = slidesNow()[index];
    if (target === undefined) return;
    const address = new URL(location.href);
    address.searchParams.set('slideIndex', String(index));
    address.searchParams.set('stepIndex', String(Math.min(steps, stepsIn(target))));
    history.replaceState(history.state, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
    if (await until(isOver)) return;
  }
}

function placeInAddress(): { index: number; step: number } {
  const place = new URLSearchParams(location.search);
  return { index: Number(place.get('slideIndex') ?? Number.NaN), step: Number(place.get('stepIndex') ?? 0) };
}

function slidesNow(): HTMLElement[] {
  const placeholders = document.querySelectorAll(PLACEHOLDERS);
  return slidesBeside(placeholders[0]?.parentElement ?? null, placeholders.length);
}

/** The elements of the slides: the last children of the container beside that of the placeholders. */
function slidesBeside(placeholders: Element | null, count: number): HTMLElement[] {
  const container = placeholders?.previousElementSibling;
  const children = [...(container?.children ?? [])].filter((child): child is HTMLElement => child instanceof HTMLElement);
  return count > 0 && children.length >= count ? children.slice(-count) : [];
}

/** The number of steps of a slide. Each `Appear`, `Stepper` or list leaves an element with how many it has. */
function stepsIn(slide: Element): number {
  const counts = [...slide.querySelectorAll<HTMLElement>(STEPS)].map(({ dataset }) => Number(dataset['stepCount']));
  return counts.reduce((sum, count) => sum + (Number.isSafeInteger(count) && count > 0 ? count : 0), 0);
}
