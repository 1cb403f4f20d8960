import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { outlineOf } from '#web/bridge/outline.ts';

/** remark, tested with 0.14. Each step made with `--` is a slide of its own. It moves when its window gets a message. */
export function remark(): DeckRuntime | null {
  const slides = [...document.querySelectorAll<HTMLElement>('.remark-slides-area > .remark-slide-container')];
  const current = slides.findIndex(({ classList }) => classList.contains('remark-visible'));
  if (current === -1) return null;
  // Not with `postMessage`, which arrives later: a second step would count from the slide before.
  const go = (index: number): void => {
    dispatchEvent(new MessageEvent('message', { data: `gotoSlide:${String(index + 1)}` }));
  };
  return {
    swipes: true,
    position: () => positionOf(current, slides.length, 0, 0),
    step: (forward) => go(current + (forward ? 1 : -1)),
    go,
    outline: () => outlineOf(slides, (slide) => slide.querySelector('.remark-slide-notes')),
  };
}
