import { type DeckRuntime, global, positionOf } from '#web/bridge/deck-runtime.ts';
import { outlineOf } from '#web/bridge/outline.ts';
import { inSteps } from './steps.ts';

const SLIDES = '.slides > section:not(:has(> section)), .slides > section > section';
const NOTES = 'aside.notes, .speaker-notes, template#notes';

/** reveal.js, versions 3 to 6. The position is read from the DOM, which is the same in all of them. */
export function reveal(): DeckRuntime | null {
  const deck = document.querySelector('.reveal.ready');
  if (deck === null) return null;
  const slides = [...deck.querySelectorAll<HTMLElement>(SLIDES)];
  const current = slides.findIndex(isPresent);
  if (current === -1) return null;
  return {
    swipes: true,
    position() {
      const steps = inSteps([...(slides[current]?.querySelectorAll('.fragment:not(.disabled)') ?? [])]);
      const shown = steps.filter((step) => step.some(({ classList }) => classList.contains('visible')));
      return positionOf(current, slides.length, shown.length, steps.length);
    },
    step: (forward, skipFragments) => call(forward ? 'next' : 'prev', { skipFragments }),
    go(index, steps) {
      const slide = slides[index];
      const parent = slide?.parentElement?.closest('section');
      if (slide === undefined) return;
      const h = placeAmongSections(parent ?? slide);
      // reveal.js counts fragments from 0; -1 shows none.
      call('slide', h, parent == null ? 0 : placeAmongSections(slide), ...(steps === undefined ? [] : [steps - 1]));
    },
    outline: () => outlineOf(slides, (slide) => slide.querySelector(NOTES) ?? slide.dataset['notes']),
  };
}

/** A vertical stack keeps `present` on the slide last shown in it, so the stack itself must be present too. */
function isPresent(slide: Element): boolean {
  const column = slide.parentElement?.closest('section');
  return slide.classList.contains('present') && (column == null || column.classList.contains('present'));
}

const placeAmongSections = (slide: Element): number =>
  [...(slide.parentElement?.children ?? [])].filter(({ tagName }) => tagName === 'SECTION').indexOf(slide);

function call(method: string, ...args: unknown[]): void {
  const api = global('Reveal') as Partial<Record<string, (...values: unknown[]) => void>> | undefined;
  const act = api?.[method];
  if (typeof act === 'function') act.apply(api, args);
  // reveal.js loaded as a module defines no global, but it accepts messages.
  else window.postMessage(JSON.stringify({ method, args }), '*');
}
