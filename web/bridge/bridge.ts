// The only code of ours inside a deck's frame, in front of the deck's own scripts. It passes on keys
// that the deck has no use for, makes the deck step, and reports where it stands. The deck shares this
// window and can forge every message, so the player takes none of them for more than a wish.
// Served as it is with its types stripped: one file, no imports, nothing left behind in the window.
(() => {
  interface Position {
    index: number;
    count: number;
    canNext: boolean;
    canPrevious: boolean;
  }
  interface Runtime {
    position(): Position;
    step(forward: boolean, skip: boolean): void;
    go(index: number): void;
  }
  interface Reveal {
    isReady(): boolean;
    getSlidePastCount(): number;
    getTotalSlides(): number;
    getSlides(): Element[];
    isFirstSlide(): boolean;
    isLastSlide(): boolean;
    availableFragments(): { prev: boolean; next: boolean };
    next(options: { skipFragments: boolean }): void;
    prev(options: { skipFragments: boolean }): void;
    getIndices(slide: Element): { h: number; v: number };
    slide(h: number, v: number): void;
  }
  interface Impress {
    next(): void;
    prev(): void;
    goto(index: number): void;
  }
  interface DeckStage extends Element {
    index: number;
    length: number;
    goTo(index: number): void;
  }

  const player = window.parent;
  if (player === window) return;
  // The frame's origin is opaque, so there is no other address to name; nothing secret is ever sent.
  const tell = (message: object) => player.postMessage(message, '*');
  const global = (name: string): unknown => Reflect.get(window, name);
  const simple = (index: number, count: number): Position => ({
    index,
    count,
    canNext: index < count - 1,
    canPrevious: index > 0,
  });

  function reveal(): Runtime | null {
    const deck = global('Reveal') as Reveal | undefined;
    if (typeof deck?.isReady !== 'function' || !deck.isReady()) return null;
    return {
      position() {
        const fragments = deck.availableFragments();
        return {
          index: deck.getSlidePastCount(),
          count: deck.getTotalSlides(),
          canNext: !deck.isLastSlide() || fragments.next,
          canPrevious: !deck.isFirstSlide() || fragments.prev,
        };
      },
      step: (forward, skipFragments) => (forward ? deck.next({ skipFragments }) : deck.prev({ skipFragments })),
      go(index) {
        const slide = deck.getSlides()[index];
        if (slide === undefined) return;
        const { h, v } = deck.getIndices(slide);
        deck.slide(h, v);
      },
    };
  }

  function impress(): Runtime | null {
    const start = global('impress') as (() => Impress) | undefined;
    if (typeof start !== 'function' || !document.body?.classList.contains('impress-enabled')) return null;
    const steps = [...document.querySelectorAll('#impress .step')];
    return {
      position: () =>
        simple(
          Math.max(
            0,
            steps.findIndex((step) => step.classList.contains('active')),
          ),
          steps.length,
        ),
      step: (forward) => (forward ? start().next() : start().prev()),
      go: (index) => start().goto(index),
    };
  }

  function deckStage(): Runtime | null {
    const stage = document.querySelector<DeckStage>('deck-stage');
    if (typeof stage?.goTo !== 'function' || !(stage.length > 0)) return null;
    return {
      position: () => simple(stage.index, stage.length),
      step: (forward) => stage.goTo(stage.index + (forward ? 1 : -1)),
      go: (index) => stage.goTo(index),
    };
  }

  const runtime = () => reveal() ?? impress() ?? deckStage();

  let reported = '';
  function report(): void {
    const message = { lectern: 'position', position: runtime()?.position() ?? null };
    const text = JSON.stringify(message);
    if (text === reported) return;
    reported = text;
    tell(message);
  }

  function move(direction: 'next' | 'previous', skip: boolean, byKeys: boolean): void {
    const forward = direction === 'next';
    const deck = runtime();
    const position = deck?.position();
    if (deck !== null && position !== undefined && (forward ? position.canNext : position.canPrevious)) deck.step(forward, skip);
    else if (deck === null && byKeys) pressArrow(forward);
    else tell({ lectern: 'edge', direction });
    report();
  }

  /** For decks whose runtime we do not know: they listen to arrow keys, and many still read `keyCode`. */
  function pressArrow(forward: boolean): void {
    const name = forward ? 'ArrowRight' : 'ArrowLeft';
    for (const type of ['keydown', 'keyup']) {
      const event = new KeyboardEvent(type, { key: name, code: name, bubbles: true, cancelable: true });
      const keyCode = forward ? 39 : 37;
      Object.defineProperties(event, { keyCode: { value: keyCode }, which: { value: keyCode } });
      (document.activeElement ?? document).dispatchEvent(event);
    }
  }

  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source !== player || typeof data !== 'object' || data === null || !('lectern' in data)) return;
    if (data.lectern === 'go' && 'index' in data && Number.isInteger(data.index)) runtime()?.go(Number(data.index));
    if (data.lectern === 'step' && 'direction' in data && (data.direction === 'next' || data.direction === 'previous')) {
      move(data.direction, 'skip' in data && data.skip === true, 'byKeys' in data && data.byKeys === true);
    }
    report();
  });

  // These are the player's wherever the focus is; of the others it gets what the deck has left alone.
  const isPlayers = ({ key, shiftKey }: KeyboardEvent) => /^(f|F5|Escape|\?)$/i.test(key) || (shiftKey && key === 'N');
  const NEXT = new Set(['ArrowRight', 'ArrowDown', 'PageDown', ' ', 'n']);
  const PREVIOUS = new Set(['ArrowLeft', 'ArrowUp', 'PageUp', 'p']);
  const isTyping = (target: unknown) =>
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

  addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.composedPath()[0])) return;
      const { key, shiftKey } = event;
      if (isPlayers(event)) {
        event.preventDefault();
        event.stopImmediatePropagation();
        return tell({ lectern: 'key', key, shiftKey });
      }
      const before = runtime()?.position();
      // Only when every listener of the deck has seen the key is it known whether it was wanted.
      setTimeout(() => {
        report();
        if (before === undefined) return event.defaultPrevented ? undefined : tell({ lectern: 'key', key, shiftKey });
        // A deck with a runtime moves by itself; at its end the movement goes on to the next slide of the package.
        if (NEXT.has(key) && !before.canNext) tell({ lectern: 'edge', direction: 'next' });
        else if (PREVIOUS.has(key) && !before.canPrevious) tell({ lectern: 'edge', direction: 'previous' });
        else if (!NEXT.has(key) && !PREVIOUS.has(key) && !event.defaultPrevented) tell({ lectern: 'key', key, shiftKey });
      });
    },
    true,
  );

  // The player's controls come when somebody moves; it cannot see that over the frame.
  let lastActive = 0;
  for (const type of ['pointermove', 'pointerdown']) {
    addEventListener(
      type,
      () => {
        if (Date.now() - lastActive < 500) return;
        lastActive = Date.now();
        tell({ lectern: 'active' });
      },
      { capture: true, passive: true },
    );
  }

  // In a sandboxed frame merely touching them throws, and whole runtimes stop there.
  for (const name of ['localStorage', 'sessionStorage']) {
    try {
      void global(name);
    } catch {
      Object.defineProperty(window, name, { value: memoryStorage(), configurable: true });
    }
  }

  function memoryStorage(): Storage {
    const kept = new Map<string, string>();
    return {
      get length() {
        return kept.size;
      },
      key: (index) => [...kept.keys()][index] ?? null,
      // Deck code passes numbers and worse; the real ones turn everything into text too.
      getItem: (name: unknown) => kept.get(String(name)) ?? null,
      setItem: (name: unknown, value: unknown) => void kept.set(String(name), String(value)),
      removeItem: (name: unknown) => void kept.delete(String(name)),
      clear: () => kept.clear(),
    };
  }

  // Runtimes announce their moves each in its own way, some not at all: looking is what works for all.
  addEventListener('DOMContentLoaded', report);
  addEventListener('load', report);
  addEventListener('hashchange', report);
  setInterval(report, 250);
})();
