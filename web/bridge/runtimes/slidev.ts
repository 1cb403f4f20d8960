import { type DeckRuntime, positionOf } from '#web/bridge/deck-runtime.ts';
import { notesText } from '#web/bridge/slide-text.ts';
import { until } from '#web/bridge/walk-to.ts';

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

/** The number of moves that were asked for and have not ended. */
let moving = 0;
let lastMove = Promise.resolve();

/** The rule that hides the closed dialog; null until the document has it. */
let closedDialog: CSSStyleSheet | null = null;

/**
 * A Slidev build, tested with 51 and hash routes. `window.__slidev__` exists in development only; the Vue application keeps the
 * same object.
 */
export function slidev(): DeckRuntime | null {
  // `nav` exists before the first slide is rendered, but Slidev listens to keys only after that.
  const nav = document.querySelector('.slidev-page') === null ? null : findNav();
  if (nav === null) return null;
  keepRoutesShort(nav);
  hideClosedDialog();
  return {
    swipes: true,
    position: () => ({
      ...positionOf(nav.currentSlideNo - 1, nav.total, nav.clicks, nav.clicksTotal),
      // Where the deck will be is not known yet.
      ...(moving > 0 && { canNext: true, canPrevious: true }),
    }),
    step(forward, skip) {
      afterOtherMoves(() => {
        if (skip) return forward ? nav.nextSlide() : nav.prevSlide(true);
        return forward ? nav.next() : nav.prev();
      });
    },
    go: (index, steps) => afterOtherMoves(() => goTo(nav, index + 1, steps)),
    outline: () =>
      nav.slides.map(({ meta }) => ({
        label: meta?.slide?.title ?? '',
        // Slidev renders one slide at a time, so the text of the others is not available.
        text: '',
        notes: notesText(parsed(meta?.slide?.noteHTML || meta?.slide?.note || '')),
      })),
  };
}

/** Slidev moves asynchronously, and decides by the slide that it has not left yet whether there is anything to do. */
function afterOtherMoves(move: () => Promise<void>): void {
  moving += 1;
  const end = () => void (moving -= 1);
  lastMove = lastMove.then(move).then(end, end);
}

/** A slide counts its steps when it is rendered. Slidev takes no more steps than are counted. */
async function goTo(nav: Nav, slideNumber: number, steps = 0): Promise<void> {
  await nav.go(slideNumber, steps);
  if (steps === 0 || nav.clicks === steps) return;
  const isOver = () => moving > 1 || nav.clicksTotal > 0;
  if ((await until(isOver)) && moving === 1) await nav.go(slideNumber, steps);
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

/** Slidev adds a history entry for every click, so the player's back button would have to go through all of them. */
function keepRoutesShort({ router }: Nav): void {
  if (router !== undefined && router.push !== router.replace) router.push = router.replace;
}

/**
 * The dialog "Goto..." is above the visible area while it is closed, but its list is not: some versions of Slidev list all slides for an
 * empty search, at the top right of every slide.
 */
function hideClosedDialog(): void {
  if (closedDialog !== null) return;
  closedDialog = new CSSStyleSheet();
  closedDialog.replaceSync('#slidev-goto-dialog:not(.top-5) { visibility: hidden }');
  document.adoptedStyleSheets.push(closedDialog);
}

const parsed = (html: string): Element => new DOMParser().parseFromString(html, 'text/html').body;
