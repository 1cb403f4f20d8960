import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Revocations } from '#server/auth/revocations.ts';
import type { Listener } from '#server/db/listener.ts';
import { AppError } from '#server/errors.ts';
import { LIVE_CHANNEL, readNotice } from '#server/feed/notices.ts';
import type { AudienceEvents } from '#shared/audience-page.ts';
import { type EventSink, frameOf, postToAll } from './event-sink.ts';
import { statusOf } from './links.serializer.ts';
import type { SharedRepo, SharedRow } from './shared.repo.ts';
import type { OpenLink, SharedService, Visitor } from './shared.service.ts';
import type { TalkRelay } from './talk-relay.ts';

interface Watcher {
  readonly visitor: Visitor;
  readonly sink: EventSink;
  /** What the visitor was last told. */
  shown: Shown;
}

/** What visitors are told changes of. */
interface Shown {
  readonly versionId: string;
  /** Everything else that the page shows, or may ask for. */
  readonly rest: string;
}

type Ended = AudienceEvents['ended']['code'];

interface Dependencies {
  readonly repo: SharedRepo;
  readonly shared: Pick<SharedService<never>, 'open' | 'isUnlocked'>;
  /** Tells visitors of the talk that is open to their link. */
  readonly talks: Pick<TalkRelay, 'join'>;
  readonly revocations: Pick<Revocations, 'onRevoked'>;
  readonly listener: Pick<Listener, 'listen'>;
  readonly log: Logger;
}

const PING_MILLISECONDS = 15_000;
/** Between a few pings and the next few: 10,000 visitors are pinged within six seconds. */
const PING_PAUSE_MILLISECONDS = 5;
/** Links end by the clock without a notice. */
const CLOCK_MILLISECONDS = 1000;
/** Finds changes whose notice was lost. */
const LOST_MILLISECONDS = 4000;
/** Changes within this time are found by one statement. */
const PAUSE_MILLISECONDS = 100;

const PING = frameOf('ping', {});

/**
 * Tells the pages of visitors when another version is shown, and when their link has ended. Notices of other instances only say where to
 * look: what visitors are told is read from the database, once for all visitors of a link. Talks have a relay of their own.
 */
export class LinkEvents {
  readonly #dependencies: Dependencies;
  /** By the id of the link. */
  readonly #watchers = new Map<string, Set<Watcher>>();
  readonly #linksOfDeck = new Map<string, Set<string>>();
  readonly #expiry = new Map<string, Date>();
  readonly #due = new Set<string>();
  /** Runs work for all visitors outside of the request that happens to start it, so that it is in no trace of one. */
  readonly #runForAll = AsyncLocalStorage.snapshot();
  #pause: NodeJS.Timeout | undefined;
  #isPinging = false;
  #timers: NodeJS.Timeout[] = [];
  #isClosed = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** How many streams are open. */
  get size(): number {
    return this.#watchers.values().reduce((sum, watchers) => sum + watchers.size, 0);
  }

  async start(): Promise<void> {
    const { revocations, listener } = this.#dependencies;
    revocations.onRevoked(this.#checkAll);
    this.#timers = [
      setInterval(() => void this.#ping(), PING_MILLISECONDS).unref(),
      setInterval(() => this.#checkExpired(), CLOCK_MILLISECONDS).unref(),
      setInterval(this.#checkAll, LOST_MILLISECONDS).unref(),
    ];
    await listener.listen(LIVE_CHANNEL, (payload) => this.#onNotice(payload), this.#checkAll);
  }

  /** Ends all streams, without an event: the clients reconnect to another instance. */
  close(): void {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    clearTimeout(this.#pause);
    for (const watchers of this.#watchers.values()) for (const { sink } of watchers) sink.end();
  }

  /**
   * Sends events to a visitor until the sink is closed or the link has ended.
   *
   * @throws AppError as `SharedService.open`, UNAVAILABLE while the server stops
   */
  async watch(visitor: Visitor, open: () => EventSink): Promise<void> {
    const link = await this.#dependencies.shared.open(visitor);
    if (this.#isClosed) throw new AppError('UNAVAILABLE', 'The server is stopping. Try again.', { retryAfterSeconds: 1 });
    const sink = open();
    const { id, deckId } = link;
    const watcher = { visitor, sink, shown: this.#shownOnce(id, shownBy(link)) };
    this.#add(link, watcher);
    // Not the whole link, which would be kept for each of many visitors.
    sink.onClose(() => this.#remove({ id, deckId }, watcher));
    sink.post(PING, 'ping');
    this.#dependencies.talks.join(link, sink);
    // It may have changed since it was read.
    this.#check([id]);
  }

  /** What other visitors of the link were told, if it is the same: it is kept once. */
  #shownOnce(id: string, shown: Shown): Shown {
    const [other] = this.#watchers.get(id) ?? [];
    return other !== undefined && isSame(other.shown, shown) ? other.shown : shown;
  }

  #add({ id, deckId, expiresAt }: OpenLink, watcher: Watcher): void {
    const watchers = this.#watchers.get(id) ?? new Set();
    this.#watchers.set(id, watchers.add(watcher));
    this.#linksOfDeck.set(deckId, (this.#linksOfDeck.get(deckId) ?? new Set()).add(id));
    if (expiresAt !== null) this.#expiry.set(id, expiresAt);
  }

  #remove({ id, deckId }: Pick<OpenLink, 'id' | 'deckId'>, watcher: Watcher): void {
    const watchers = this.#watchers.get(id);
    watchers?.delete(watcher);
    if (watchers === undefined || watchers.size > 0) return;
    this.#watchers.delete(id);
    this.#expiry.delete(id);
    const ofDeck = this.#linksOfDeck.get(deckId);
    ofDeck?.delete(id);
    if (ofDeck?.size === 0) this.#linksOfDeck.delete(deckId);
  }

  #onNotice(payload: string): void {
    const notice = readNotice(payload);
    if (notice?.kind === 'change' && (notice.part === 'decks' || notice.part === 'talks'))
      this.#check(this.#linksOfDeck.get(notice.deckId) ?? []);
  }

  #checkExpired(): void {
    const now = Date.now();
    this.#check([...this.#expiry].flatMap(([id, expiresAt]) => (expiresAt.getTime() <= now ? [id] : [])));
  }

  readonly #checkAll = (): void => this.#check(this.#watchers.keys());

  #check(ids: Iterable<string>): void {
    for (const id of ids) this.#due.add(id);
    if (this.#due.size === 0 || this.#isClosed) return;
    this.#pause ??= this.#runForAll(() => setTimeout(() => void this.#run(), PAUSE_MILLISECONDS).unref());
  }

  async #run(): Promise<void> {
    const ids = [...this.#due];
    this.#due.clear();
    try {
      const rows = new Map((await this.#dependencies.repo.findAll(ids)).map((row) => [row.id, row]));
      for (const id of ids) this.#tell(id, rows.get(id) ?? null);
    } catch (err) {
      // Everything is checked again after a while.
      this.#dependencies.log.warn({ err }, 'links of visitors cannot be checked now');
    }
    this.#pause = undefined;
    this.#check([]);
  }

  #tell(id: string, row: SharedRow | null): void {
    const watchers = this.#watchers.get(id) ?? new Set();
    if (row?.expiresAt) this.#expiry.set(id, row.expiresAt);
    else this.#expiry.delete(id);
    const now = row === null ? null : shownBy(row);
    const changed = now === null ? null : frameOf('version', { versionId: now.versionId });
    for (const watcher of watchers) {
      const { sink, visitor, shown } = watcher;
      const code = row === null ? 'LINK_NOT_FOUND' : this.#endOf(row, visitor);
      if (code !== null) {
        sink.post(frameOf('ended', { code }), null);
        sink.end();
      } else if (now !== null && changed !== null && !isSame(now, shown)) {
        watcher.shown = now;
        sink.post(changed, 'version');
      }
    }
  }

  /** Why a visitor may not see a link any more; null if they may. */
  #endOf(row: SharedRow, { grant }: Visitor): Ended | null {
    if (statusOf(row) !== 'active') return 'LINK_EXPIRED';
    return this.#dependencies.shared.isUnlocked(row, grant) ? null : 'PASSWORD_REQUIRED';
  }

  /** Pings all visitors little by little, so that a step of a talk does not wait for it. */
  async #ping(): Promise<void> {
    if (this.#isPinging) return;
    this.#isPinging = true;
    const pause = () => delay(PING_PAUSE_MILLISECONDS, undefined, { ref: false });
    for (const watchers of this.#watchers.values())
      await postToAll(new Set(Array.from(watchers, ({ sink }) => sink)), { frame: PING, replaces: 'ping' }, { pause });
    this.#isPinging = false;
  }
}

function isSame(one: Shown, other: Shown): boolean {
  return one.versionId === other.versionId && one.rest === other.rest;
}

function shownBy(row: SharedRow): Shown {
  const { title, ownerName, slideSelector, settledHosts, expiresAt, askFor, version } = row;
  const { allowDownload, allowEmbedding, embedOrigins, showNotes, showDrawings, allowComments } = row;
  const rest = { title, ownerName, slideSelector, settledHosts, expiresAt, askFor };
  return {
    versionId: version.id,
    rest: JSON.stringify({ ...rest, allowDownload, allowEmbedding, embedOrigins, showNotes, showDrawings, allowComments }),
  };
}
