import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { keepHistoryShort } from '#web/bridge/short-history.ts';
import { outlineOf } from '#web/bridge/outline.ts';

/** WebSlides, tested with 1.5. It moves its slides in the document, but numbers them: `section-1`, `section-2`, … */
export function webslides(): DeckRuntime | null {
  const root = document.documentElement.classList.contains('ws-ready') ? document.querySelector('#webslides') : null;
  if (root === null) return null;
  const slides = [...root.querySelectorAll<HTMLElement>(':scope > section.slide')].toSorted((a, b) => numberOf(a) - numberOf(b));
  const current = slides.findIndex(({ classList }) => classList.contains('current'));
  if (current === -1) return null;
  keepHistoryShort();
  return {
    swipes: true,
    position: () => positionOf(current, slides.length),
    step: (forward) => goTo(current + (forward ? 1 : -1)),
    go: goTo,
    outline: () => outlineOf(slides, (slide) => slide.querySelector('aside.notes, .speaker-notes, .notes')),
  };
}

const numberOf = ({ id }: Element): number => Number(id.slice('section-'.length));

/** While it moves to a slide, WebSlides ignores the address, so the event is repeated. On a busy machine a move can take seconds. */
const AGAIN_AFTER_MS = 200;
const ATTEMPTS = 50;

function goTo(index: number): void {
  const hash = `#slide=${String(index + 1)}`;
  location.replace(hash);
  let attempts = ATTEMPTS;
  const repeat = (): void => {
    attempts -= 1;
    const isThere = document.querySelector(`#section-${String(index + 1)}.current`) !== null;
    if (isThere || attempts === 0 || location.hash !== hash) return;
    dispatchEvent(new HashChangeEvent('hashchange'));
    setTimeout(repeat, AGAIN_AFTER_MS);
  };
  setTimeout(repeat, AGAIN_AFTER_MS);
}
