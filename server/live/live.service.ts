import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ReadersRepo } from '#server/access/readers.repo.ts';
import type { Actor, Credential } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { Listener } from '#server/db/listener.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { AppError, unavailable, validationFailed } from '#server/errors.ts';
import type { FeedSource } from '#server/feed/feed-source.ts';
import { LIVE_CHANNEL, readNotice } from '#server/feed/notices.ts';
import type { LiveDraw, Look, Watch } from '#shared/live.ts';
import { AccessCheck } from './access-check.ts';
import { decodeCursors } from './cursors.ts';
import { DeckFeeds } from './deck-feeds.ts';
import { DeckSubscription } from './deck-subscription.ts';
import type { DrawingRepo } from './drawing.repo.ts';
import { FeedReader } from './feed-reader.ts';
import type { FeedsRepo } from './feeds.repo.ts';
import { Heartbeat } from './heartbeat.ts';
import { LibraryFeed } from './library-feed.ts';
import { LiveStream } from './live-stream.ts';
import { OpenStreams } from './open-streams.ts';
import type { PresenceRepo, StreamOpening } from './presence.repo.ts';

interface Dependencies {
  readonly feeds: FeedsRepo;
  readonly presence: PresenceRepo;
  readonly drawing: DrawingRepo;
  readonly readers: Pick<ReadersRepo, 'among'>;
  readonly sources: readonly FeedSource[];
  readonly decks: Pick<DecksService, 'readable' | 'readability'>;
  readonly actorsOf: (credentials: readonly Credential[]) => Promise<ReadonlyMap<string, Actor>>;
  readonly listener: Listener;
  readonly revocations: Pick<Revocations, 'onRevoked'>;
  readonly log: Logger;
}

/** Position updates per user and second. A browser sends at most a few for each of its windows. */
const LOOKS_PER_SECOND = 30;
/** States of unfinished strokes per user and second. A window sends ten. */
const DRAWS_PER_SECOND = 20;

/** Sends changes of decks and presence to the clients that watch them. */
export class LiveService {
  readonly #dependencies: Dependencies;
  readonly #instanceId = randomUUID();
  readonly #streams = new OpenStreams();
  readonly #feeds: DeckFeeds;
  readonly #library: LibraryFeed;
  readonly #access: AccessCheck;
  readonly #heartbeat: Heartbeat;
  readonly #looks = new RateLimiterMemory({ points: LOOKS_PER_SECOND, duration: 1 });
  readonly #draws = new RateLimiterMemory({ points: DRAWS_PER_SECOND, duration: 1 });

  constructor(dependencies: Dependencies) {
    const { feeds, presence, readers, sources, decks, actorsOf, listener, revocations, log } = dependencies;
    this.#dependencies = dependencies;
    this.#access = new AccessCheck({
      streams: this.#streams,
      actorsOf,
      readability: (deckIds) => decks.readability(deckIds),
      readersAmong: (deckId, credentials) => readers.among(deckId, credentials),
      leave: (streamIds, deckId) => presence.leave(streamIds, deckId),
      log,
    });
    this.#feeds = new DeckFeeds({
      reader: new FeedReader(feeds, sources),
      readPresence: (deckId) => presence.list(deckId),
      readers: (deckId, subscriptions) => this.#access.readers(deckId, subscriptions),
      log,
    });
    this.#library = new LibraryFeed({
      readersAmong: (deckId, credentials) => readers.among(deckId, credentials),
      log,
    });
    this.#heartbeat = new Heartbeat({
      repo: presence,
      instanceId: this.#instanceId,
      renewLine: () => listener.renew(),
      onForgotten: () => this.#streams.endAll(),
      log,
    });
    revocations.onRevoked(() => {
      this.#access.run();
      this.#feeds.accessChanged();
      this.#library.changedForAll();
    });
  }

  /** Starts to listen to the notices of all instances. */
  async start(): Promise<void> {
    await this.#heartbeat.start();
    await this.#dependencies.listener.listen(
      LIVE_CHANNEL,
      (payload) => this.#onNotice(payload),
      () => this.#hearAgain(),
    );
  }

  async close(): Promise<void> {
    this.#streams.endAll();
    this.#access.end();
    await this.#heartbeat
      .end()
      .catch((err: unknown) => this.#dependencies.log.warn({ err }, 'this instance is cleared up after by others'));
  }

  /**
   * Streams the events of decks, and of the list of decks, until the signal is aborted. A deck that the actor may not see gets a `lost`
   * event.
   *
   * @throws AppError VALIDATION_FAILED, RATE_LIMITED, UNAVAILABLE
   */
  async watch(
    actor: Actor,
    { streamId, decks, library, lastEventId }: Watch,
    signal: AbortSignal | undefined,
  ): Promise<LiveStream> {
    const cursors = lastEventId ? decodeCursors(lastEventId, decks.length) : decks.map(({ since }) => since);
    const stream = new LiveStream(streamId, actor, cursors);
    stream.onEnd(this.#streams.takePlace(actor));
    signal?.addEventListener('abort', () => stream.end(), { once: true });
    const opening = { id: streamId, opening: randomUUID() };
    try {
      const mayRead = await this.#dependencies.decks.readability(decks.map(({ id }) => id));
      await this.#announce(opening, actor.userId);
      stream.onEnd(() => this.#forget(opening));
      if (library && !stream.ended) this.#library.join(stream);
      this.#tellOf(
        stream,
        opening,
        decks.map(({ id }, at) => ({ id, since: cursors[at] ?? null, isTheirs: mayRead(actor, id) })),
      );
    } catch (fault) {
      stream.end();
      throw fault;
    }
    return stream;
  }

  /** @throws AppError DECK_NOT_FOUND, RATE_LIMITED */
  async look(actor: Actor, look: Look): Promise<void> {
    await spend(this.#looks, actor);
    const { decks, presence } = this.#dependencies;
    if (look.at === null) await presence.lookAway(actor.userId, look);
    else await presence.look(await decks.readable(actor, look.deckId), look, look.at);
  }

  /** Shows an unfinished stroke to everyone who watches the deck. @throws AppError DECK_NOT_FOUND, RATE_LIMITED */
  async draw(actor: Actor, draw: LiveDraw): Promise<void> {
    await spend(this.#draws, actor);
    const { decks, drawing } = this.#dependencies;
    await drawing.pass(await decks.readable(actor, draw.deckId), draw);
  }

  #tellOf(stream: LiveStream, { opening }: StreamOpening, wanted: readonly Wanted[]): void {
    if (stream.ended) return;
    const subscriptions: DeckSubscription[] = [];
    for (const [at, { id, since, isTheirs }] of wanted.entries()) {
      if (!isTheirs) {
        stream.push(at, { kind: 'lost', deckId: id });
        continue;
      }
      const subscription = new DeckSubscription(this.#feeds.of(id), stream, at);
      stream.onEnd(() => subscription.end());
      subscriptions.push(subscription);
      void subscription.begin(since);
    }
    this.#streams.add({ stream, opening, subscriptions });
  }

  async #announce(opening: StreamOpening, userId: string): Promise<void> {
    const outcome = await this.#dependencies.presence.open(opening, this.#instanceId, userId);
    if (outcome === 'taken')
      throw validationFailed([{ path: 'streamId', message: 'This id is already used by another stream.' }]);
    // After a database crash. The next heartbeat repairs it.
    if (outcome === 'instance-unknown') throw unavailable();
  }

  #forget(opening: StreamOpening): void {
    // If this fails, the row is removed together with this instance.
    this.#dependencies.presence
      .end([opening])
      .catch((err: unknown) => this.#dependencies.log.debug({ err }, 'a stream is left over'));
  }

  #onNotice(payload: string): void {
    const notice = readNotice(payload);
    if (notice === null) return;
    if (notice.kind === 'pulse') this.#heartbeat.heard(notice.instanceId);
    else this.#feeds.onNotice(notice);
    this.#library.onNotice(notice);
  }

  #hearAgain(): void {
    void this.#heartbeat.again();
    this.#feeds.rereadAll();
    this.#library.changedForAll();
    this.#access.run();
  }
}

async function spend(limiter: RateLimiterMemory, { userId }: Actor): Promise<void> {
  await limiter.consume(userId).catch(() => {
    throw new AppError('RATE_LIMITED', 'Too many movements. Wait a second, then try again.', { retryAfterSeconds: 1 });
  });
}

interface Wanted {
  readonly id: string;
  readonly since: number | null;
  readonly isTheirs: boolean;
}
