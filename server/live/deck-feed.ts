import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { unavailable } from '#server/errors.ts';
import type { Changes, KeptEvent } from '#server/feed/feed-source.ts';
import type { FeedPart } from '#server/feed/notices.ts';
import type { EphemeralEvent, LiveEvent } from '#shared/live.ts';
import type { DeckSubscription } from './deck-subscription.ts';
import { Delivery } from './delivery.ts';
import type { FeedReader } from './feed-reader.ts';
import { PresenceView, type ReadPresence } from './presence-view.ts';

/** Pause between two reads of one deck, so that several changes are read together. */
const PAUSE_MILLISECONDS = 20;
const RETRY_MILLISECONDS = 500;

export interface FeedTools {
  readonly reader: FeedReader;
  readonly readPresence: ReadPresence;
  /** The subscriptions of a deck that may receive its events now. */
  readonly readers: (deckId: string, subscriptions: readonly DeckSubscription[]) => Promise<ReadonlySet<DeckSubscription>>;
  readonly log: Logger;
}

/**
 * A deck that is watched on this instance. New changes are read once for all subscriptions. Notices contain the number and the
 * part of a change: as long as no number is missing, only the parts named are read, otherwise all parts. Everything that is sent
 * to subscriptions goes through `Delivery`.
 */
export class DeckFeed {
  readonly deckId: string;
  readonly #tools: FeedTools;
  readonly #subscriptions = new Set<DeckSubscription>();
  readonly #onEmpty: () => void;
  readonly #presence: PresenceView;
  readonly #delivery: Delivery<DeckSubscription>;
  readonly #parts = new Set<FeedPart>();
  /** The last number sent to all up-to-date subscriptions. */
  #seq = 0;
  #heard = 0;
  /** A notice may have been missed. */
  #blind = true;
  #reading = false;
  #started: Promise<void> | null = null;
  #ready = false;

  constructor(deckId: string, tools: FeedTools, onEmpty: () => void) {
    this.deckId = deckId;
    this.#tools = tools;
    this.#onEmpty = onEmpty;
    this.#presence = new PresenceView(deckId, tools.readPresence, tools.log, () => this.#tellPresence());
    this.#delivery = new Delivery(() => tools.readers(deckId, [...this.#subscriptions]));
  }

  get seq(): number {
    return this.#seq;
  }

  get presence(): LiveEvent | null {
    return this.#presence.event;
  }

  /** Resolves when the deck's last number is known. After a failure, the next call tries again. */
  async start(): Promise<void> {
    this.#started ??= this.#start().catch((fault: unknown) => {
      this.#started = null;
      throw fault;
    });
    await this.#started;
  }

  join(subscription: DeckSubscription): void {
    this.#subscriptions.add(subscription);
  }

  leave(subscription: DeckSubscription): void {
    this.#subscriptions.delete(subscription);
    if (this.#subscriptions.size > 0) return;
    this.#presence.end();
    this.#onEmpty();
  }

  /** Handles the notice of a change. */
  onNotice(seq: number, part: FeedPart): void {
    if (seq <= this.#heard) return;
    if (seq === this.#heard + 1) this.#parts.add(part);
    else this.#blind = true;
    this.#heard = seq;
    void this.#readOn();
  }

  /** Reads everything again, because notices may have been missed. */
  reread(): void {
    this.#blind = true;
    void this.#readOn();
    this.presenceChanged();
  }

  presenceChanged(): void {
    this.#presence.changed();
  }

  /** @param to the user whose windows get the event; null: all users */
  broadcast(event: EphemeralEvent, to: string | null): void {
    const pass = (readers: ReadonlySet<DeckSubscription>) => {
      for (const subscription of readers) if (to === null || subscription.stream.actor.userId === to) subscription.pass(event);
    };
    this.#delivery
      .run(pass)
      .catch((err: unknown) => this.#tools.log.debug({ err, deckId: this.deckId }, 'an event that is not kept was lost'));
  }

  /** Calls `deliver` if the subscription may still receive the deck's events. Rejects if the right cannot be looked up. */
  deliverTo(subscription: DeckSubscription, deliver: () => void): Promise<void> {
    return this.#delivery.run((readers) => {
      if (readers.has(subscription)) deliver();
    });
  }

  /** The changes that a subscription has missed, or the first of them. */
  read(since: number): Promise<Changes> {
    return this.#tools.reader.read(this.deckId, { since, upTo: this.#seq });
  }

  running(): Promise<readonly KeptEvent[]> {
    return this.#tools.reader.running(this.deckId);
  }

  /** The deck's last number in the database, whatever notices were received. */
  counter(): Promise<number> {
    return this.#tools.reader.counter(this.deckId);
  }

  async #start(): Promise<void> {
    const [seq] = await Promise.all([this.counter(), this.#presence.read()]);
    this.#seq = seq;
    // Notices received meanwhile may be of changes before or after this number.
    this.#blind = this.#heard > 0;
    this.#heard = Math.max(this.#heard, seq);
    this.#ready = true;
    if (this.#blind) void this.#readOn();
  }

  async #readOn(): Promise<void> {
    if (this.#reading || !this.#ready) return;
    this.#reading = true;
    while (this.#subscriptions.size > 0 && (this.#blind || this.#heard > this.#seq)) {
      const pause = (await this.#step()) ? PAUSE_MILLISECONDS : RETRY_MILLISECONDS;
      await delay(pause, undefined, { ref: false });
    }
    this.#reading = false;
  }

  /** Returns false when the database is unavailable. */
  async #step(): Promise<boolean> {
    const blind = this.#blind;
    const parts = new Set(this.#parts);
    this.#blind = false;
    this.#parts.clear();
    try {
      const upTo = blind ? await this.counter() : this.#heard;
      if (upTo < this.#seq) return this.#fallBack(upTo);
      const { events, reached } = await this.#tools.reader.read(this.deckId, { since: this.#seq, upTo }, blind ? null : parts);
      this.#heard = Math.max(this.#heard, upTo);
      if (reached < upTo) this.#blind = true;
      if (events.length === 0) this.#tell(events, reached, this.#subscriptions);
      else await this.#delivery.run((readers) => this.#tell(events, reached, readers));
      return true;
    } catch (err) {
      this.#blind = true;
      this.#tools.log.warn({ err, deckId: this.deckId }, 'what has changed cannot be read now');
      return false;
    }
  }

  /** The database was restored to an older state: every client is disconnected and starts again. */
  #fallBack(seq: number): true {
    this.#seq = this.#heard = seq;
    for (const { stream } of this.#subscriptions) stream.end(unavailable());
    return true;
  }

  #tell(events: readonly KeptEvent[], upTo: number, readers: ReadonlySet<DeckSubscription>): void {
    this.#seq = Math.max(this.#seq, upTo);
    for (const subscription of this.#subscriptions) {
      if (readers.has(subscription)) subscription.tell(events, this.#seq);
      // It joined while the rights were looked up.
      else subscription.fallBehind();
    }
  }

  #tellPresence(): void {
    const tell = (readers: ReadonlySet<DeckSubscription>) => {
      for (const subscription of readers) subscription.presence();
    };
    this.#delivery.run(tell).catch((err: unknown) => {
      this.#tools.log.warn({ err, deckId: this.deckId }, 'the presence list cannot be read at the moment');
      setTimeout(() => this.#tellPresence(), RETRY_MILLISECONDS).unref();
    });
  }
}
