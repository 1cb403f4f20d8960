import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { notesText } from '#web/bridge/slide-text.ts';

interface Slide {
  readonly meta?: { readonly slide?: { readonly title?: string; readonly note?: string; readonly noteHTML?: string } };
}

interface Nav {
  readonly slides: readonly Slide[];
  readonly total: number;
  readonly currentSlideNo: number;
  readonly clicks: number;
  readonly clicksTotal: number;
  readonly router?: { push: unknown; replace: unknown };
  next(): Promise<void>;
  prev(): Promise<void>;
  nextSlide(): Promise<void>;
  prevSlide(lastClicks: boolean): Promise<void>;
  go(slideNumber: number, clicks?: number): Promise<void>;
}

interface VueRoot extends Element {
  __vue_app__?: { _context?: { provides?: Record<PropertyKey, { nav?: Partial<Nav> } | undefined> } };
}

const KEYS = new Set(['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', ' ']);

/** A build of Slidev, tried with 51 and hash routes. `window.__slidev__` is there in development only; the Vue application keeps the same object. */
export function slidev(): DeckRuntime | null {
  // It knows where it stands before it has a slide to show, and listens to keys only then.
  const nav = document.querySelector('.slidev-page') === null ? null : findNav();
  if (nav === null) return null;
  keepHistoryShort(nav);
  return {
    swipes: true,
    position: () => positionOf(nav.currentSlideNo - 1, nav.total, nav.clicks, nav.clicksTotal),
    step(forward, skip) {
      if (skip) void (forward ? nav.nextSlide() : nav.prevSlide(true));
      else void (forward ? nav.next() : nav.prev());
    },
    go: (index, steps) => void nav.go(index + 1, steps),
    outline: () =>
      nav.slides.map(({ meta }) => ({
        label: meta?.slide?.title ?? '',
        // It has its slides one at a time.
        text: '',
        notes: notesText(parsed(meta?.slide?.noteHTML || meta?.slide?.note || '')),
      })),
    // With the focus on a button or a link it leaves them alone.
    hears: (key) => KEYS.has(key) && document.activeElement?.matches('button, a') !== true,
  };
}

function findNav(): Nav | null {
  const provides = document.querySelector<VueRoot>('#app')?.__vue_app__?._context?.provides;
  if (provides === undefined) return null;
  for (const key of Reflect.ownKeys(provides)) {
    const nav = provides[key]?.nav;
    if (typeof nav?.nextSlide === 'function' && typeof nav.total === 'number') return nav as Nav;
  }
  return null;
}

/** It makes an entry in the browser's history for every click, and the player's own back button would have to go through them all. */
function keepHistoryShort({ router }: Nav): void {
  if (router !== undefined && router.push !== router.replace) router.push = router.replace;
}

const parsed = (html: string): Element => new DOMParser().parseFromString(html, 'text/html').body;
