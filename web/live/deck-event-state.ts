import type { DeckEvent } from '#shared/live.ts';

/** Stands for all events of a change. */
const EVERYTHING = '*';

type TalkEvent = Extract<DeckEvent, { kind: 'talk' }>;

/**
 * The event state of one deck. It accepts every persistent change once and in order, from any stream, and replays the current
 * state to a listener that joins later.
 */
export class DeckEventState {
  /** The number of the last accepted change, and which of its events were accepted: a change may have several events. */
  #since: number | null = null;
  #ofLast = new Set<string>();
  #caughtUp = false;
  readonly #talks = new Map<string, TalkEvent>();
  /** Talks that the current stream has named. */
  #named = new Set<string>();
  #presence: DeckEvent | null = null;
  readonly #remotes = new Map<string, DeckEvent>();

  /** Where another stream must continue: one before the last change, which may have more events. */
  get since(): number | null {
    return this.#caughtUp && this.#since !== null ? Math.max(0, this.#since - 1) : null;
  }

  /** A new stream was opened. If it starts without history, it names all running talks. */
  streamOpened(): void {
    this.#named = new Set();
  }

  /** Records an event; returns whether it is new. */
  accept(event: DeckEvent): boolean {
    switch (event.kind) {
      case 'presence':
        this.#presence = event;
        return true;
      case 'remotes':
        this.#remotes.set(event.talkId, event);
        return true;
      case 'laser':
      case 'drawing':
      case 'questions':
      case 'reactions':
      case 'star':
      case 'remote-command':
        return true;
      case 'lost':
        this.#forget();
        return true;
      case 'caught-up':
        return this.#catchUp(event.seq);
      case 'talk':
        return this.#takeTalk(event);
      case 'deck':
      case 'note':
      case 'ink':
      case 'annotation':
        return this.#advance(event.seq, 'slideIndex' in event ? `${event.kind} ${event.slideIndex}` : event.kind);
    }
  }

  /** The events that bring a new listener up to date. */
  replay(deckId: string): DeckEvent[] {
    const state = [...this.#talks.values(), ...this.#remotes.values(), ...(this.#presence === null ? [] : [this.#presence])];
    return this.#caughtUp ? [...state, { kind: 'caught-up', deckId, seq: this.#since ?? 0 }] : state;
  }

  #advance(seq: number, what: string): boolean {
    const last = this.#since ?? -1;
    if (seq < last || (seq === last && (this.#ofLast.has(what) || this.#ofLast.has(EVERYTHING)))) return false;
    if (seq > last) this.#ofLast.clear();
    this.#ofLast.add(what);
    this.#since = seq;
    return true;
  }

  /** Returns true for a listener that has just joined or may have missed changes. */
  #catchUp(seq: number): boolean {
    if (this.#caughtUp && seq === this.#since) return false;
    this.#since = seq;
    // All events of this change were sent or will be read again.
    this.#ofLast = new Set([EVERYTHING]);
    this.#caughtUp = true;
    for (const id of this.#talks.keys()) if (!this.#named.has(id)) this.#endTalk(id);
    return true;
  }

  /** Streams without history name all running talks again; the revision shows whether a talk has changed. */
  #takeTalk(event: TalkEvent): boolean {
    const { id, revision } = event.talk;
    const known = this.#talks.get(id);
    const isLater = this.#advance(event.seq, `talk ${id}`);
    this.#named.add(id);
    if (event.ended) return this.#endTalk(id) || isLater;
    if (known !== undefined && revision <= known.talk.revision) return false;
    this.#talks.set(id, event);
    return true;
  }

  #endTalk(id: string): boolean {
    this.#remotes.delete(id);
    return this.#talks.delete(id);
  }

  #forget(): void {
    this.#since = null;
    this.#caughtUp = false;
    this.#presence = null;
    this.#talks.clear();
    this.#remotes.clear();
  }
}
