import type { OpeningSave } from '#shared/openings.ts';

interface Dependencies {
  /** Sends a place to the server. Rejects if it was not saved. */
  readonly send: (save: OpeningSave) => Promise<void>;
  /** Keeps a place in this browser until it is forgotten. */
  readonly keep: (save: OpeningSave, at: number) => void;
  /** The server has saved the place of this time. */
  readonly forget: (deckId: string, at: number) => void;
}

/** Moves within this time are saved together. */
const PAUSE_MS = 2000;

/** Saves where the user is in a deck: in this browser at once, and on the server a moment later. */
export class PlaceSaver {
  readonly #dependencies: Dependencies;
  #latest: OpeningSave | null = null;
  #unsent: { readonly save: OpeningSave; readonly at: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The user is at this place. Does nothing if they have not moved since the last call. */
  visit(save: OpeningSave): void {
    if (JSON.stringify(save) === JSON.stringify(this.#latest)) return;
    this.#latest = save;
    const at = Date.now();
    this.#dependencies.keep(save, at);
    this.#unsent = { save, at };
    this.#timer ??= setTimeout(() => this.flush(), PAUSE_MS);
  }

  /** The user is back at the last place, after being elsewhere in a page that this one does not know of. */
  return(): void {
    const last = this.#latest;
    this.#latest = null;
    if (last !== null) this.visit(last);
  }

  /** Sends the last place now, if it has not been sent. If that fails, this browser keeps it. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const unsent = this.#unsent;
    this.#unsent = null;
    if (unsent === null) return;
    const { save, at } = unsent;
    const { send, forget } = this.#dependencies;
    void send(save).then(
      () => forget(save.deckId, at),
      () => undefined,
    );
  }
}
