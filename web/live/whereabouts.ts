import type { Presence } from '#shared/live.ts';
import type { StreamState } from './messages.ts';

export type At = Pick<Presence, 'place' | 'following'>;

export interface Look {
  readonly streamId: string;
  readonly clientId: string;
  readonly deckId: string;
  /** Null: it has left. */
  readonly at: At | null;
}

interface Options {
  readonly clientId: string;
  readonly stream: () => StreamState;
  readonly send: (look: Look) => Promise<unknown>;
}

/** Somebody who leafs through a deck need not tell every slide. */
const PAUSE_MS = 300;

/** Tells the server where this window is: at once, and again by every new stream; quick changes together. */
export class Whereabouts {
  readonly #options: Options;
  readonly #here = new Map<string, At>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pausing = false;
  #changed = new Set<string>();
  #toldBy: string | null = null;

  constructor(options: Options) {
    this.#options = options;
  }

  report(deckId: string, at: At): void {
    this.#here.set(deckId, at);
    this.#change(deckId);
  }

  leave(deckId: string): void {
    if (this.#here.delete(deckId)) this.#change(deckId);
  }

  /** Another stream, perhaps: it knows of nobody yet. */
  streamChanged(): void {
    const { id } = this.#options.stream();
    if (id === null || id === this.#toldBy) return;
    this.#toldBy = id;
    for (const deckId of this.#here.keys()) this.#changed.add(deckId);
    this.#tell();
  }

  /** What is to be said when the page goes away. */
  farewells(): Look[] {
    const { id } = this.#options.stream();
    return id === null ? [] : [...this.#here.keys()].map((deckId) => this.#look(id, deckId, null));
  }

  #change(deckId: string): void {
    this.#changed.add(deckId);
    if (!this.#pausing) this.#tell();
  }

  #tell(): void {
    const { id } = this.#options.stream();
    if (id === null || this.#changed.size === 0) return;
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#pausing = true;
    clearTimeout(this.#timer);
    const pause = new Promise((resolve) => (this.#timer = setTimeout(resolve, PAUSE_MS)));
    // What does not arrive is told by the next stream; whoever cannot be reached has none.
    const told = changed.map((deckId) =>
      this.#options.send(this.#look(id, deckId, this.#here.get(deckId) ?? null)).catch(() => undefined),
    );
    void this.#goOnAfter([pause, ...told]);
  }

  /** What comes next waits for what was said to arrive: it must not be overtaken by it. */
  async #goOnAfter(waits: readonly Promise<unknown>[]): Promise<void> {
    await Promise.all(waits);
    this.#pausing = false;
    this.#tell();
  }

  #look(streamId: string, deckId: string, at: At | null): Look {
    return { streamId, clientId: this.#options.clientId, deckId, at };
  }
}
