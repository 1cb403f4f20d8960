/** Why a slide is missing: there is no connection, or the server refuses it. */
export type SlideFault = 'offline' | 'gone';

/** A loaded document normally reports at once; after this time we check why it has not. */
const SILENCE_MS = 1500;

interface SilentSlideActions {
  /** Called when `fault` has changed. */
  readonly changed: () => void;
  /** Requests the deck's address again. */
  readonly renewAddress: () => Promise<unknown>;
  /** Loads the current slide again. */
  readonly reload: () => void;
}

/**
 * Finds out why the current slide is missing, if its frame shows a browser error page. A slide that the server refuses is first loaded a
 * second time, after the deck's address has been requested again: an address only works in networks from which it was requested, and
 * this device may have changed its network.
 */
export class SilentSlide {
  readonly #actions: SilentSlideActions;
  #watched: string | null = null;
  #reloaded: string | null = null;
  #stop = new AbortController();
  fault: SlideFault | null = null;

  constructor(actions: SilentSlideActions) {
    this.#actions = actions;
  }

  /** @param src the address of the current slide; null once it has reported, and before it is loaded */
  watch(src: string | null, hasReported: boolean): void {
    if (hasReported) this.#reloaded = null;
    if (src === this.#watched) return;
    this.stop();
    this.#watched = src;
    this.fault = null;
    if (src === null) return;
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const timer = setTimeout(() => void this.#examine(src, signal), SILENCE_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  stop(): void {
    this.#stop.abort();
    this.#watched = null;
  }

  async #examine(src: string, signal: AbortSignal): Promise<void> {
    const fault = await faultOf(src, signal);
    if (signal.aborted) return;
    if (fault !== 'gone' || this.#reloaded === src) {
      this.fault = fault;
      return this.#actions.changed();
    }
    await this.#actions.renewAddress();
    if (signal.aborted) return;
    this.#reloaded = src;
    this.#actions.reload();
  }
}

/** Null if the document exists; some documents never report. */
async function faultOf(src: string, signal: AbortSignal): Promise<SlideFault | null> {
  try {
    const { ok } = await fetch(src, { method: 'HEAD', signal });
    return ok ? null : 'gone';
  } catch {
    return 'offline';
  }
}
