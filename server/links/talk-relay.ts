import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from 'pino';
import type { Revocations } from '#server/auth/revocations.ts';
import type { Listener } from '#server/db/listener.ts';
import type { FeedSource } from '#server/feed/feed-source.ts';
import { LIVE_CHANNEL, readNotice } from '#server/feed/notices.ts';
import type { AudienceStroke } from '#shared/audience-talk.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { AudiencesRepo, LinkTalkRow } from './audiences.repo.ts';
import { serializeAudienceTalk } from './audiences.serializer.ts';
import { type EventSink, frameOf } from './event-sink.ts';
import { type OpenedLink, TalkAudience, type TalkState } from './talk-audience.ts';

interface Dependencies {
  readonly repo: Pick<AudiencesRepo, 'talksOf'>;
  /** The changes of drawings. */
  readonly drawings: Pick<FeedSource, 'changesSince'>;
  readonly revocations: Pick<Revocations, 'onRevoked'>;
  readonly listener: Pick<Listener, 'listen'>;
  readonly log: Logger;
  readonly baseUrl: string;
}

/** Finds changes whose notice was lost. */
const LOST_MILLISECONDS = 4000;
/** Changes of drawings that are read at once. */
const CHANGES_READ = 200;

const CLOSED: TalkState = { talk: null, versionId: null, showsInk: false, frame: null, text: 'null' };

/**
 * Sends talks to the visitors of links that are open for their audience: the place, blank screens, the laser pointer, drawings, the end.
 * A talk is read once and written out once for all visitors of a link on this instance; visitors who come later get what is known.
 *
 * Nothing is sent before the link and its talk were looked up, after what is sent was known (`#lookUp`). So what happens after a link has
 * ended, or has lost a right, is never sent to its visitors, on any instance. `LinkEvents` tells them of the end.
 */
export class TalkRelay {
  readonly #dependencies: Dependencies;
  /** By link and password. */
  readonly #audiences = new Map<string, TalkAudience>();
  readonly #ofDeck = new Map<string, Set<TalkAudience>>();
  /** What the next look-up is about. */
  readonly #due = new Set<TalkAudience>();
  /** The look-up that has not begun. */
  #next: Promise<ReadonlySet<TalkAudience>> | null = null;
  /** Settles when the last look-up has ended. */
  #last: Promise<unknown> = Promise.resolve();
  /** By deck: the number of the last change of drawings that visitors were told of. */
  readonly #inkTold = new Map<string, number>();
  readonly #inkDue = new Map<string, number>();
  /** Runs look-ups for all visitors outside of the request that happens to start them, so that they are in no trace of one. */
  readonly #runForAll = AsyncLocalStorage.snapshot();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async start(): Promise<void> {
    const { revocations, listener } = this.#dependencies;
    revocations.onRevoked(this.#readAll);
    this.#timer = setInterval(this.#readAll, LOST_MILLISECONDS).unref();
    await listener.listen(LIVE_CHANNEL, (payload) => this.#onNotice(payload), this.#onConnected);
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    for (const audience of this.#audiences.values()) audience.close();
  }

  /** Tells a visitor who has opened a link of its talk, now and until the sink is closed. */
  join(link: OpenedLink, sink: EventSink): void {
    const audience = this.#audiences.get(TalkAudience.keyOf(link)) ?? this.#open(link);
    audience.sinks.add(sink);
    sink.onClose(() => this.#leave(audience, sink));
    if (audience.state === null) this.#read([audience]);
    else if (audience.state.frame !== null) sink.post(audience.state.frame, 'talk');
  }

  #open(link: OpenedLink): TalkAudience {
    const audience = new TalkAudience(link);
    this.#audiences.set(audience.key, audience);
    this.#ofDeck.set(link.deckId, (this.#ofDeck.get(link.deckId) ?? new Set()).add(audience));
    return audience;
  }

  #leave(audience: TalkAudience, sink: EventSink): void {
    const { key, deckId, sinks } = audience;
    sinks.delete(sink);
    if (sinks.size > 0) return;
    audience.close();
    this.#audiences.delete(key);
    this.#due.delete(audience);
    const ofDeck = this.#ofDeck.get(deckId);
    ofDeck?.delete(audience);
    if (ofDeck?.size !== 0) return;
    this.#ofDeck.delete(deckId);
    this.#inkTold.delete(deckId);
    this.#inkDue.delete(deckId);
  }

  #onNotice(payload: string): void {
    const notice = readNotice(payload);
    if (notice?.kind === 'audience' || (notice?.kind === 'change' && notice.part === 'talks'))
      return this.#read(this.#ofDeck.get(notice.deckId) ?? []);
    if (notice?.kind === 'change' && notice.part === 'annotations') return this.#onInk(notice.deckId, notice.seq);
    if (notice?.kind === 'broadcast' && notice.event.kind === 'laser') this.#onLaser(notice.event);
    if (notice?.kind === 'broadcast' && notice.event.kind === 'questions') this.#onQuestions(notice.event);
    return undefined;
  }

  #onLaser({ deckId, talkId, dot }: Extract<LiveEvent, { kind: 'laser' }>): void {
    this.#read(this.#following(deckId, talkId), (audience) => {
      if (liveTalkOf(audience)?.id === talkId) audience.point(dot);
    });
  }

  #onQuestions({ deckId, talkId, open }: Extract<LiveEvent, { kind: 'questions' }>): void {
    this.#read(this.#following(deckId, talkId), (audience) => {
      const talk = liveTalkOf(audience);
      if (talk?.id === talkId && talk.takesQuestions) audience.tellQuestions(open);
    });
  }

  /** The audiences that were following a talk when they were last looked up. Talks of members need no look-up. */
  #following(deckId: string, talkId: string): TalkAudience[] {
    return [...(this.#ofDeck.get(deckId) ?? [])].filter((audience) => liveTalkOf(audience)?.id === talkId);
  }

  readonly #readAll = (): void => this.#read(this.#audiences.values());

  /** Notices may have been missed. */
  readonly #onConnected = (): void => {
    this.#inkTold.clear();
    this.#read(this.#audiences.values(), (audience) => {
      if (audience.state?.showsInk) audience.post({ live: true, ink: null }, null);
    });
  };

  /**
   * Looks audiences up and tells them if their talk has changed.
   *
   * @param tell called with each of those that may be told something
   */
  #read(audiences: Iterable<TalkAudience>, tell: (audience: TalkAudience) => void = () => undefined): void {
    const asked = new Set(audiences);
    if (asked.size === 0) return;
    this.#lookUp(asked).then(
      (found) => found.forEach(tell),
      // Everything is read again after a while.
      (err: unknown) => this.#dependencies.log.warn({ err }, 'talks that visitors follow cannot be read now'),
    );
  }

  /**
   * Reads what these audiences may be told, and tells them if their talk has changed. The look-up begins after the call, so it shows the
   * rights at a time after everything that the caller knows. Calls during a look-up share the next one.
   *
   * @returns those of them that may be told something. Their `state` was read in this look-up.
   */
  async #lookUp(asked: ReadonlySet<TalkAudience>): Promise<TalkAudience[]> {
    if (this.#isClosed) return [];
    for (const audience of asked) this.#due.add(audience);
    if (this.#next === null) {
      this.#next = this.#runForAll(() => this.#last.then(() => this.#readDue()));
      this.#last = this.#next.catch(() => undefined);
    }
    const found = await this.#next;
    return [...asked].filter((audience) => found.has(audience));
  }

  async #readDue(): Promise<ReadonlySet<TalkAudience>> {
    const due = [...this.#due];
    this.#due.clear();
    this.#next = null;
    const linkIds = new Set(due.map(({ linkId }) => linkId));
    const rows = new Map((await this.#dependencies.repo.talksOf([...linkIds])).map((row) => [row.linkId, row]));
    const found = new Set<TalkAudience>();
    for (const audience of due) {
      const row = rows.get(audience.linkId);
      if (row === undefined || !audience.mayUse(row) || audience.sinks.size === 0) continue;
      this.#tell(audience, row);
      found.add(audience);
    }
    return found;
  }

  #tell(audience: TalkAudience, row: LinkTalkRow): void {
    const before = audience.state ?? CLOSED;
    const now = stateOf(row, this.#dependencies.baseUrl);
    audience.state = now;
    if (now.showsInk && !this.#inkTold.has(row.deckId)) this.#inkTold.set(row.deckId, row.seq);
    if (now.text === before.text) return;
    audience.postFrame(now.frame ?? frameOf('talk', { live: false, talk: null }), 'talk');
  }

  #onInk(deckId: string, seq: number): void {
    if (!this.#inkTold.has(deckId)) return;
    const isReading = this.#inkDue.has(deckId);
    this.#inkDue.set(deckId, seq);
    if (!isReading) void this.#tellInk(deckId);
  }

  async #tellInk(deckId: string): Promise<void> {
    try {
      for (;;) {
        const [since, upTo] = [this.#inkTold.get(deckId), this.#inkDue.get(deckId)];
        if (since === undefined || upTo === undefined || since >= upTo) break;
        const { events, reached } = await this.#dependencies.drawings.changesSince(deckId, { since, upTo }, CHANGES_READ);
        const audiences = await this.#lookUp(new Set(this.#ofDeck.get(deckId)));
        // Unless all visitors have left meanwhile, or are to read the drawings again.
        if (this.#inkTold.get(deckId) === since) this.#inkTold.set(deckId, reached);
        for (const audience of audiences) if (audience.state?.showsInk) tellInkTo(audience, events);
      }
    } catch (err) {
      this.#dependencies.log.warn({ err }, 'drawings in talks cannot be read now');
    }
    this.#inkDue.delete(deckId);
  }
}

/** The talk of an audience if it was going on when it was last read. */
function liveTalkOf({ state }: TalkAudience) {
  return state?.talk?.state === 'live' ? state.talk : null;
}

/** Drawings are numbered by the slides of the current version; another version may have other slides. */
function tellInkTo(audience: TalkAudience, events: readonly LiveEvent[]): void {
  for (const event of events) {
    if (event.kind === 'annotation') audience.post({ live: true, ink: null }, null);
    if (event.kind !== 'ink' || event.versionId !== audience.state?.versionId) continue;
    const { slideIndex, drawn, erased } = event;
    const named = drawn.map((stroke): AudienceStroke => ({ ...stroke, author: { name: stroke.author.name } }));
    audience.post({ live: true, ink: { slideIndex, drawn: named, erased } }, null);
  }
}

function stateOf({ audience, showDrawings }: LinkTalkRow, baseUrl: string): TalkState {
  if (audience === null) return CLOSED;
  const talk = serializeAudienceTalk(audience, baseUrl);
  const isLive = talk.state === 'live';
  const frame = frameOf('talk', { live: isLive, talk });
  const showsInk = isLive && showDrawings;
  return { talk, versionId: audience.talk?.versionId ?? null, showsInk, frame, text: JSON.stringify(talk) };
}
