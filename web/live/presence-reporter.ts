import type { Presence } from '#shared/live.ts';
import type { StreamState } from './messages.ts';

/** Where a window is: on a slide of a version, perhaps as a follower of a talk. */
export type At = Pick<Presence, 'place' | 'versionId' | 'following'>;

export interface PresenceReport {
  readonly streamId: string;
  readonly clientId: string;
  readonly deckId: string;
  /** Null if the window has left the deck. */
  readonly at: At | null;
}

interface Options {
  readonly clientId: string;
  readonly stream: () => StreamState;
  readonly send: (report: PresenceReport) => Promise<unknown>;
}

/** Not every slide is reported while the user pages quickly. */
const PAUSE_MS = 300;

/** Reports to the server where this window is: at once, and again to every new stream. Quick changes are combined. */
export class PresenceReporter {
  readonly #options: Options;
  readonly #here = new Map<string, At>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pausing = false;
  #changed = new Set<string>();
  #reportedTo: string | null = null;

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

  /** A new stream knows nothing about this window, so everything is reported again. */
  streamChanged(): void {
    const { id } = this.#options.stream();
    if (id === null || id === this.#reportedTo) return;
    this.#reportedTo = id;
    for (const deckId of this.#here.keys()) this.#changed.add(deckId);
    this.#sendReports();
  }

  /** The reports to send when the page closes. */
  leaveReports(): PresenceReport[] {
    const { id } = this.#options.stream();
    return id === null ? [] : [...this.#here.keys()].map((deckId) => this.#reportOf(id, deckId, null));
  }

  #change(deckId: string): void {
    this.#changed.add(deckId);
    if (!this.#pausing) this.#sendReports();
  }

  #sendReports(): void {
    const { id } = this.#options.stream();
    if (id === null || this.#changed.size === 0) return;
    const changed = [...this.#changed];
    this.#changed.clear();
    this.#pausing = true;
    clearTimeout(this.#timer);
    const pause = new Promise((resolve) => (this.#timer = setTimeout(resolve, PAUSE_MS)));
    // A report that fails is repeated by the next stream.
    const sent = changed.map((deckId) =>
      this.#options.send(this.#reportOf(id, deckId, this.#here.get(deckId) ?? null)).catch(() => undefined),
    );
    void this.#continueAfter([pause, ...sent]);
  }

  /** The next report waits until the previous one has arrived, so that they cannot be reordered. */
  async #continueAfter(waits: readonly Promise<unknown>[]): Promise<void> {
    await Promise.all(waits);
    this.#pausing = false;
    this.#sendReports();
  }

  #reportOf(streamId: string, deckId: string, at: At | null): PresenceReport {
    return { streamId, clientId: this.#options.clientId, deckId, at };
  }
}
