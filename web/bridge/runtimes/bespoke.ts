import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { outlineOf } from '#web/bridge/outline.ts';
import { pressKey } from '#web/bridge/press-key.ts';
import { destination, walkTo } from '#web/bridge/walk-to.ts';

const BULLETS = '.bespoke-bullet';
const SHOWN = '.bespoke-bullet-active';

/**
 * Bespoke with `bespoke-classes`, tested with 1.1. Its instance is not accessible. It listens to keys (`bespoke-keys`) and to the
 * fragment (`bespoke-hash`), if the deck uses these plugins. The first bullet of a slide is visible with the slide.
 */
export function bespoke(): DeckRuntime | null {
  const slides = slidesNow();
  const current = currentOf(slides);
  const slide = slides[current];
  if (slide === undefined) return null;
  const [shown = 0, all = 0] = [SHOWN, BULLETS].map((selector) => slide.querySelectorAll(selector).length);
  return {
    swipes: true,
    position: () => positionOf(current, slides.length, Math.max(0, shown - 1), Math.max(0, all - 1)),
    step(forward, skip) {
      if (skip) go((destination() ?? current) + (forward ? 1 : -1));
      else press(forward);
    },
    go(index, steps = 0) {
      if (index !== current) go(index);
      for (let left = steps - (index === current ? shown - 1 : 0); left > 0; left -= 1) {
        const [now, most] = [SHOWN, BULLETS].map((selector) => slides[index]?.querySelectorAll(selector).length ?? 0);
        if (index !== currentOf(slidesNow()) || (now ?? 0) >= (most ?? 0)) return;
        press(true);
      }
    },
    outline: () => outlineOf(slides, (element) => element.querySelector('aside.notes, .speaker-notes, .notes, aside')),
  };
}

const slidesNow = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.bespoke-parent > .bespoke-slide')];
const currentOf = (slides: readonly HTMLElement[]): number =>
  slides.findIndex(({ classList }) => classList.contains('bespoke-active'));

/** These keys work in horizontal and in vertical decks. */
const press = (forward: boolean): void => pressKey(document.body, { key: forward ? 'PageDown' : 'PageUp', shiftKey: false });

function go(index: number): void {
  walkTo(index, { now: () => currentOf(slidesNow()), press, hash: hashOf(index) });
}

/** The fragment that `bespoke-hash` uses for a slide. */
function hashOf(index: number): string {
  const slide = slidesNow()[index];
  return `#${slide?.dataset['bespokeHash'] || slide?.id || String(index + 1)}`;
}
