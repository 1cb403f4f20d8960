import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Actor, Credential } from '#server/auth/actor.ts';
import { unauthenticated } from '#server/errors.ts';
import type { DeckSubscription } from './deck-subscription.ts';
import type { OpenStream, OpenStreams } from './open-streams.ts';

interface Dependencies {
  readonly streams: OpenStreams;
  /** Whom these credentials stand for now; those that are no good are missing. */
  readonly actorsOf: (credentials: readonly Credential[]) => Promise<ReadonlyMap<string, Actor>>;
  readonly readability: (deckIds: readonly string[]) => Promise<(actor: Actor, deckId: string) => boolean>;
  /** By the ids of those that are good: whether their person may read the deck at this moment. */
  readonly readersAmong: (deckId: string, credentials: readonly Credential[]) => Promise<ReadonlyMap<string, boolean>>;
  /** These streams' windows are to leave the deck. */
  readonly leave: (streamIds: readonly string[], deckId: string) => Promise<void>;
  readonly log: Logger;
}

/** A revocation that was not heard of, and a session that runs out, are found within this. */
const EVERY_MILLISECONDS = 4000;
/** Many revocations in a row are one. */
const PAUSE_MILLISECONDS = 200;

/**
 * Ends streams and subscriptions whose right has ended: as soon as that is heard of, and before anything is delivered to
 * them (`readers`).
 */
export class AccessCheck {
  readonly #dependencies: Dependencies;
  readonly #timer: NodeJS.Timeout;
  #wanted = false;
  #running = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#timer = setInterval(() => this.run(), EVERY_MILLISECONDS).unref();
  }

  /** Soon; at once if none is under way. */
  run(): void {
    this.#wanted = true;
    if (!this.#running) void this.#run();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#wanted = false;
  }

  /**
   * Those of a deck's subscriptions that may be told of it at this moment. The others are ended, their windows leave the
   * deck.
   */
  async readers(deckId: string, subscriptions: readonly DeckSubscription[]): Promise<ReadonlySet<DeckSubscription>> {
    const credentials = new Map(subscriptions.map(({ stream: { actor } }) => [actor.credential.id, actor.credential]));
    const reads = await this.#dependencies.readersAmong(deckId, [...credentials.values()]);
    const readOf = ({ stream }: DeckSubscription) => reads.get(stream.actor.credential.id);
    for (const subscription of subscriptions) if (readOf(subscription) === undefined) subscription.stream.end(unauthenticated());
    const lost = subscriptions.filter((subscription) => !subscription.isOver && readOf(subscription) === false);
    for (const subscription of lost) subscription.lose();
    this.#leave(lost.map(({ stream }) => ({ deckId, streamId: stream.id }))).catch((err: unknown) =>
      this.#dependencies.log.warn({ err, deckId }, 'windows are still shown in a deck that they had to leave'),
    );
    return new Set(subscriptions.filter((subscription) => !subscription.isOver && readOf(subscription) === true));
  }

  async #run(): Promise<void> {
    this.#running = true;
    while (this.#wanted) {
      this.#wanted = false;
      await this.#check().catch((err: unknown) => {
        this.#dependencies.log.warn({ err }, 'access to event streams cannot be checked now');
      });
      await delay(PAUSE_MILLISECONDS, undefined, { ref: false });
    }
    this.#running = false;
  }

  async #check(): Promise<void> {
    const { streams, actorsOf, readability } = this.#dependencies;
    const open = [...streams];
    if (open.length === 0) return;
    const credentials = new Map(open.map(({ stream: { actor } }) => [actor.credential.id, actor.credential]));
    const deckIds = new Set(open.flatMap(({ subscriptions }) => subscriptions.map(({ deckId }) => deckId)));
    const [actors, mayRead] = await Promise.all([actorsOf([...credentials.values()]), readability([...deckIds])]);
    const left: Left[] = [];
    for (const each of open) {
      const actor = actors.get(each.stream.actor.credential.id);
      if (actor === undefined) each.stream.end(unauthenticated());
      else left.push(...takeAway(each, actor, mayRead));
    }
    await this.#leave(left);
  }

  async #leave(left: readonly Left[]): Promise<void> {
    const byDeck = Map.groupBy(left, ({ deckId }) => deckId);
    for (const [deckId, streams] of byDeck) {
      await this.#dependencies.leave(
        streams.map(({ streamId }) => streamId),
        deckId,
      );
    }
  }
}

interface Left {
  readonly deckId: string;
  readonly streamId: string;
}

/** Tells of every deck that the actor may not see any more that it is lost. */
function takeAway(
  { stream, subscriptions }: OpenStream,
  actor: Actor,
  mayRead: (actor: Actor, deckId: string) => boolean,
): Left[] {
  stream.actor = actor;
  const lost = subscriptions.filter(({ deckId, isOver }) => !isOver && !mayRead(actor, deckId));
  for (const subscription of lost) subscription.lose();
  return lost.map(({ deckId }) => ({ deckId, streamId: stream.id }));
}
