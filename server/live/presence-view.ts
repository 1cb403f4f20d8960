import type { Logger } from 'pino';
import type { LiveEvent, Presence } from '#shared/live.ts';

export type ReadPresence = (deckId: string) => Promise<Presence[]>;

/** The pause between two reads. It is longer with more people, because each of them is sent all others. */
const PAUSE_MILLISECONDS = 200;
const PAUSE_PER_PERSON_MILLISECONDS = 10;

/** Who is present in a deck. Read again when it may have changed, but not more often than is visible. */
export class PresenceView {
  readonly #deckId: string;
  readonly #read: ReadPresence;
  readonly #log: Logger;
  readonly #onChange: () => void;
  #people: readonly Presence[] | null = null;
  #event: LiveEvent | null = null;
  #pause: NodeJS.Timeout | undefined;
  #changed = false;
  #ended = false;

  constructor(deckId: string, read: ReadPresence, log: Logger, onChange: () => void) {
    this.#deckId = deckId;
    this.#read = read;
    this.#log = log;
    this.#onChange = onChange;
  }

  /** Null before the first read. */
  get event(): LiveEvent | null {
    return this.#event;
  }

  changed(): void {
    this.#changed = true;
    if (this.#pause === undefined && !this.#ended) void this.#follow();
  }

  async read(): Promise<void> {
    const people = await this.#read(this.#deckId);
    if (this.#people !== null && JSON.stringify(people) === JSON.stringify(this.#people)) return;
    this.#people = people;
    this.#event = { kind: 'presence', deckId: this.#deckId, people: [...people] };
    this.#onChange();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#pause);
  }

  async #follow(): Promise<void> {
    this.#changed = false;
    const pause = PAUSE_MILLISECONDS + PAUSE_PER_PERSON_MILLISECONDS * (this.#people?.length ?? 0);
    this.#pause = setTimeout(() => this.#goOn(), pause).unref();
    await this.read().catch((err: unknown) => {
      this.#changed = true;
      this.#log.warn({ err, deckId: this.#deckId }, 'who is there cannot be read now');
    });
  }

  #goOn(): void {
    this.#pause = undefined;
    if (this.#changed && !this.#ended) void this.#follow();
  }
}
