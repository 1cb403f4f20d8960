import { type FrameHolder, tellFrame } from '#web/protocol/frame-messages.ts';

/** How long a document that was loaded into a frame again may take to answer. */
const SILENT_MS = 1000;
/** A slide that leaves more often than this within `PERIOD_MS` leaves by itself, so it is not brought back again. */
const RETURNS_MAX = 3;
const PERIOD_MS = 30_000;

/**
 * Notices that the frame of a slide has gone to another page, where nothing answers the player: the page has no bridge, or the
 * browser shows an error because our policy forbids the address.
 */
export class StrayFrame {
  readonly #frame: FrameHolder;
  readonly #decide: (keepsLeaving: boolean) => void;
  #returns: readonly number[] = [];
  #stop = new AbortController();

  /** @param decide called when the frame has left, and whether it keeps doing so */
  constructor(frame: FrameHolder, decide: (keepsLeaving: boolean) => void) {
    this.#frame = frame;
    this.#decide = decide;
  }

  /** Call this when the frame has loaded a document again. */
  loadedAgain(): void {
    this.stop();
    const stop = new AbortController();
    const { signal } = stop;
    this.#stop = stop;
    const shown = this.#frame.current?.contentWindow;
    const timer = setTimeout(() => {
      stop.abort();
      // Otherwise the player shows another slide by now.
      if (this.#frame.current?.contentWindow === shown) this.#left();
    }, SILENT_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    window.addEventListener('message', ({ source }) => source === shown && stop.abort(), { signal });
    tellFrame(this.#frame, { lectern: 'hello' });
  }

  stop(): void {
    this.#stop.abort();
  }

  #left(): void {
    const now = performance.now();
    this.#returns = [...this.#returns.filter((time) => now - time < PERIOD_MS), now];
    this.#decide(this.#returns.length > RETURNS_MAX);
  }
}
