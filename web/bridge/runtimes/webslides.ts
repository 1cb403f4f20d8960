import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { outlineOf } from '#web/bridge/outline.ts';
import { keepHistoryShort } from './short-history.ts';

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
    position: () => positionOf(current, slides.length, 0, 0),
    step: (forward) => goTo(within((destination ?? current) + (forward ? 1 : -1), slides.length)),
    go: goTo,
    outline: () => outlineOf(slides, (slide) => slide.querySelector('aside.notes, .speaker-notes, .notes')),
  };
}

const within = (index: number, count: number): number => Math.max(0, Math.min(index, count - 1));
const numberOf = ({ id }: Element): number => Number(id.slice('section-'.length));

/**
 * While WebSlides moves to a slide, it ignores the address, and at the end it writes the address of that slide. So the request is
 * repeated until the slide is there: until then the slide before it is marked as the current one too. On a busy machine a move can take
 * seconds.
 */
const AGAIN_AFTER_MS = 200;
const ATTEMPTS = 50;
let latestRequest = 0;
/** Where the latest request goes; null once it is there. Steps that follow it count from there. */
let destination: number | null = null;

function goTo(index: number): void {
  const hash = `#slide=${String(index + 1)}`;
  latestRequest += 1;
  destination = index;
  const request = latestRequest;
  let attempts = ATTEMPTS;
  const repeat = (): void => {
    if (request !== latestRequest) return;
    if (attempts === 0 || isOnly(index)) {
      destination = null;
      return;
    }
    attempts -= 1;
    if (location.hash === hash) dispatchEvent(new HashChangeEvent('hashchange'));
    else location.replace(hash);
    setTimeout(repeat, AGAIN_AFTER_MS);
  };
  location.replace(hash);
  setTimeout(repeat, AGAIN_AFTER_MS);
}

/** Whether this slide is the current one, and no other is. */
function isOnly(index: number): boolean {
  const marked = document.querySelectorAll('#webslides > section.slide.current');
  return marked.length === 1 && marked[0]?.id === `section-${String(index + 1)}`;
}
