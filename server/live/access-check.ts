import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Actor, Credential } from '#server/auth/actor.ts';
import { unauthenticated } from '#server/errors.ts';
import type { DeckSubscription } from './deck-subscription.ts';
import type { OpenStream, OpenStreams } from './open-streams.ts';

interface Dependencies {
  readonly streams: OpenStreams;
  /** Resolves credentials to their current actors. Credentials that are no longer valid are missing from the result. */
  readonly actorsOf: (credentials: readonly Credential[]) => Promise<ReadonlyMap<string, Actor>>;
  readonly readability: (deckIds: readonly string[]) => Promise<(actor: Actor, deckId: string) => boolean>;
  /** By credential id, for valid credentials: whether their user may read the deck now. */
  readonly readersAmong: (deckId: string, credentials: readonly Credential[]) => Promise<ReadonlyMap<string, boolean>>;
  /** Removes the windows of these streams from the deck. */
  readonly leave: (streamIds: readonly string[], deckId: string) => Promise<void>;
  readonly log: Logger;
}

/** Finds revocations whose notice was lost, and sessions that expired, within this time. */
const EVERY_MILLISECONDS = 4000;
/** Revocations within this time are handled by one check. */
const PAUSE_MILLISECONDS = 200;

/**
 * Ends streams and subscriptions that have lost access: when a revocation is announced, and before anything is delivered to them
 * (`readers`).
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

  /** Starts a check, or schedules another one if a check is under way. */
  run(): void {
    this.#wanted = true;
    if (!this.#running) void this.#run();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#wanted = false;
  }

  /**
   * Returns the subscriptions of a deck that may receive its events now. Ends the others, and removes their windows from the
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

/** Ends the subscriptions of decks that the actor may no longer read. Their clients get a `lost` event. */
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
