import { type DeckRuntime, global, positionOf } from '#web/bridge/deck-runtime.ts';
import { outlineOf } from '#web/bridge/outline.ts';
import type { InnerPosition } from '#web/protocol/messages.ts';

interface Impress {
  next(): void;
  prev(): void;
  goto(index: number): void;
}

/**
 * The slide that impress.js was asked to show and has not entered yet, because the transition is still running. Its substeps cannot be shown
 * until then, so `position` returns the earlier position.
 */
let entering: { readonly slide: Element; readonly from: InnerPosition; steps: number } | null = null;

/** impress.js 1 and 2; substeps are those of its substep plugin. */
export function impress(): DeckRuntime | null {
  const start = global('impress') as (() => Impress) | undefined;
  if (typeof start !== 'function' || !document.body?.classList.contains('impress-enabled')) return null;
  const slides = [...document.querySelectorAll<HTMLElement>('#impress .step')];
  const current = slides.findIndex(isActive);
  return {
    swipes: true,
    position() {
      const slide = slides[current];
      // It may have been sent elsewhere meanwhile.
      if (entering !== null && entering.slide !== slide) entering = null;
      if (entering !== null) return entering.from;
      return positionOf(Math.max(0, current), slides.length, slide ? shownIn(slide) : 0, slide ? stepsIn(slide) : 0);
    },
    step(forward, skip) {
      if (skip) start().goto(Math.max(0, Math.min(current + (forward ? 1 : -1), slides.length - 1)));
      else if (forward) start().next();
      else start().prev();
    },
    go(index, steps = 0) {
      const slide = slides[index];
      if (slide === undefined) return;
      if (isActive(slide)) {
        if (entering?.slide === slide) entering.steps = steps;
        else show(slide, steps);
      } else {
        entering = steps > 0 ? { slide, from: this.position(), steps } : null;
        // impress.js hides all substeps when it enters a step, in a listener of the document. Listeners of the window run after it.
        if (entering !== null) addEventListener('impress:stepenter', showWhenEntered);
        start().goto(index);
      }
    },
    outline: () => outlineOf(slides, (slide) => slide.querySelector('.notes, .speaker-notes')),
  };
}

const isActive = (slide: Element): boolean => slide.classList.contains('active');
const stepsIn = (slide: Element): number => slide.querySelectorAll('.substep').length;
const shownIn = (slide: Element): number => slide.querySelectorAll('.substep-visible').length;

function showWhenEntered({ target }: Event): void {
  if (entering === null || entering.slide !== target) return;
  const { slide, steps } = entering;
  entering = null;
  show(slide, steps);
}

function show(slide: Element, steps: number): void {
  const wanted = Math.min(steps, stepsIn(slide));
  for (let times = wanted - shownIn(slide); times > 0; times -= 1) document.dispatchEvent(new Event('impress:substep:show'));
  for (let times = shownIn(slide) - wanted; times > 0; times -= 1) document.dispatchEvent(new Event('impress:substep:hide'));
}
