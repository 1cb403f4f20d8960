import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { outlineOf } from '#web/bridge/outline.ts';
import { arrow, pressKey } from '#web/bridge/press-key.ts';
import { keepHistoryShort } from './short-history.ts';

const STEPS = '.next';
const SHOWN = '.next:is(.active, .visited)';

/**
 * Shower, tested with 2.7 (core 2.1) and core 3.3. It starts as a list of all slides. One slide is shown in its full mode, which core 3
 * reads from the address, `?full#<slide id>`, on `popstate`.
 */
export function shower(): DeckRuntime | null {
  const root = document.querySelector('.shower:is(.list, .full)');
  const slides = [...(root?.querySelectorAll<HTMLElement>('.slide:not([hidden])') ?? [])];
  const isStarted = document.readyState === 'complete' && slides.length > 0 && slides.every(({ id }) => id !== '');
  if (root === null || !isStarted) return null;
  keepHistoryShort();
  if (root.classList.contains('list')) show(slides.find(({ id }) => `#${id}` === location.hash) ?? slides[0]);
  const current = slides.findIndex(({ classList }) => classList.contains('active'));
  const slide = slides[current];
  if (slide === undefined) return null;
  const [step, steps] = [SHOWN, STEPS].map((selector) => slide.querySelectorAll(selector).length);
  return {
    swipes: true,
    position: () => positionOf(current, slides.length, step, steps),
    step(forward, skip) {
      const neighbour = slides[current + (forward ? 1 : -1)];
      if (skip) show(neighbour);
      else pressKey(document.body, arrow(forward));
    },
    go(index, wanted = 0) {
      if (index !== current) show(slides[index]);
      const shown = slides[index]?.querySelectorAll(SHOWN).length ?? 0;
      const most = slides[index]?.querySelectorAll(STEPS).length ?? 0;
      for (let times = Math.min(wanted, most) - shown; times > 0; times -= 1) pressKey(document.body, arrow(true));
    },
    outline: () => outlineOf(slides, (element) => element.querySelector('aside.notes, .speaker-notes, .notes')),
  };
}

function show(slide: HTMLElement | undefined): void {
  if (slide === undefined) return;
  // Core 3 fails if it enters the full mode while no slide is active.
  if (!slide.classList.contains('active') && document.querySelector('.shower.list') !== null) setAddress(`#${slide.id}`);
  setAddress(`?full#${slide.id}`);
  // Core 2 does not read the mode from the address. In all versions a click on a slide of the list shows that slide alone.
  if (document.querySelector('.shower.list') !== null) slide.click();
}

function setAddress(end: string): void {
  history.replaceState(history.state, '', `${location.pathname}${end}`);
  dispatchEvent(new PopStateEvent('popstate'));
}
