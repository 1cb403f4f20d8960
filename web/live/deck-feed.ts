import type { LiveEvent } from '#shared/live.ts';

/** In place of what was told of a change: all of it. */
const EVERYTHING = '*';

type TalkEvent = Extract<LiveEvent, { kind: 'talk' }>;

/**
 * What has been told of one deck: it lets every kept change through once and in order, whatever streams it comes by, and
 * remembers what somebody who comes later must be told first.
 */
export class DeckFeed {
  /** The number of the last change that was told, and what of it: one change may be told by several events. */
  #since: number | null = null;
  #ofLast = new Set<string>();
  #caughtUp = false;
  readonly #talks = new Map<string, TalkEvent>();
  /** Talks that the stream has named since it was opened. */
  #named = new Set<string>();
  #presence: LiveEvent | null = null;
  readonly #remotes = new Map<string, LiveEvent>();

  /** Where another stream has to go on: at the last change, of which something may be left to tell. */
  get since(): number | null {
    return this.#caughtUp && this.#since !== null ? Math.max(0, this.#since - 1) : null;
  }

  /** Another stream begins: what still runs is named anew if it starts without a past. */
  streamOpens(): void {
    this.#named = new Set();
  }

  /** Whether the event says anything new. */
  take(event: LiveEvent): boolean {
    switch (event.kind) {
      case 'presence':
        this.#presence = event;
        return true;
      case 'remotes':
        this.#remotes.set(event.talkId, event);
        return true;
      case 'laser':
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

  /** What somebody who listens from now on is told first. */
  retold(deckId: string): LiveEvent[] {
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

  /** New to somebody who was not there yet, or to whom the changes up to here have not all been told. */
  #catchUp(seq: number): boolean {
    if (this.#caughtUp && seq === this.#since) return false;
    this.#since = seq;
    // Of this change all has been told, or is read again.
    this.#ofLast = new Set([EVERYTHING]);
    this.#caughtUp = true;
    for (const id of this.#talks.keys()) if (!this.#named.has(id)) this.#endTalk(id);
    return true;
  }

  /** Running talks are named again by every stream that starts without a past: their own revision tells what is new. */
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
