import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { outlineOf } from '#web/bridge/outline.ts';
import { arrow, pressKey } from '#web/bridge/press-key.ts';

const STEPS = '[data-marpit-fragment]';
const SHOWN = '[data-bespoke-marp-fragment="active"]';

/**
 * HTML of the Marp CLI with its default template ("bespoke"), tested with 4.5. Its instance is not accessible. It listens to
 * keys, and reads slide and fragment from the address, `?f=<fragments>#<slide>`, on `popstate`.
 */
export function marp(): DeckRuntime | null {
  const slides = [...document.querySelectorAll<HTMLElement>('.bespoke-marp-parent > .bespoke-marp-slide')];
  const current = slides.findIndex(({ classList }) => classList.contains('bespoke-marp-active'));
  const slide = slides[current];
  if (slide === undefined) return null;
  const go = (index: number, steps = 0): void => {
    const address = new URL(location.href);
    address.searchParams.set('f', String(steps));
    address.hash = String(index + 1);
    // Marp keeps its own data in the history state.
    history.replaceState(history.state, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  };
  return {
    swipes: true,
    position() {
      return positionOf(current, slides.length, slide.querySelectorAll(SHOWN).length, slide.querySelectorAll(STEPS).length);
    },
    step(forward, skip) {
      const target = current + (forward ? 1 : -1);
      // Shift with an arrow shows all steps of the slide before it leaves it.
      if (skip && slides[target] !== undefined) go(target);
      else pressKey(document, arrow(forward, skip));
    },
    go,
    outline: () => outlineOf(slides, (_, at) => document.querySelector(`.bespoke-marp-note[data-index="${String(at)}"]`)),
  };
}
