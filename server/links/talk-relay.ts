import type { Logger } from 'pino';
import type { Revocations } from '#server/auth/revocations.ts';
import type { Listener } from '#server/db/listener.ts';
import type { FeedSource } from '#server/feed/feed-source.ts';
import { LIVE_CHANNEL, readNotice } from '#server/feed/notices.ts';
import type { AudienceStroke, AudienceTalk, TalkEvent } from '#shared/audience-talk.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { Laser } from '#shared/talks.ts';
import type { AudiencesRepo, AudienceTalkRow } from './audiences.repo.ts';
import { serializeAudienceTalk } from './audiences.serializer.ts';
import { type EventFrame, type EventSink, frameOf, type Posting, postToAll } from './event-sink.ts';

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
/** Dots of a laser pointer are written to at most this many streams each second, so that they do not hold up steps. */
const DOTS_PER_SECOND = 20_000;
const DOT_MILLISECONDS = 50;
/** What a newer place of the laser pointer replaces. */
const POINTER = 'laser';
/**
 * Pages that show the questions read them again after a change: at most so many in a second, however many visitors there are. They are told
 * how long they may wait.
 */
const READERS_PER_SECOND = 500;
const QUESTIONS_MILLISECONDS = 1000;
/** Changes of drawings that are read at once. */
const CHANGES_READ = 200;

/** What visitors of one link know of its talk. */
interface State {
  readonly talk: AudienceTalk | null;
  readonly versionId: string | null;
  readonly showsInk: boolean;
  /** Null if there is nothing to tell a visitor who comes now. */
  readonly frame: EventFrame | null;
  /** To find out whether anything has changed. */
  readonly text: string;
}

const CLOSED: State = { talk: null, versionId: null, showsInk: false, frame: null, text: 'null' };

/** The visitors of one link on this instance. Frames go to all of them in the order in which they were posted. */
export class Audience {
  readonly linkId: string;
  readonly deckId: string;
  readonly sinks = new Set<EventSink>();
  /** Null until it was read. */
  state: State | null = null;
  #postings: Posting[] = [];
  #isPosting = false;
  #dot: EventFrame | null = null;
  #resting: NodeJS.Timeout | undefined;
  /** The number of open questions that visitors are to be told. Null: they know. */
  #open: number | null = null;
  #pausing: NodeJS.Timeout | undefined;

  constructor(linkId: string, deckId: string) {
    this.linkId = linkId;
    this.deckId = deckId;
  }

  post(data: TalkEvent, replaces: string | null): void {
    this.postFrame(frameOf('talk', data), replaces);
  }

  postFrame(frame: EventFrame, replaces: string | null): void {
    this.#postings = this.#postings.filter((other) => replaces === null || other.replaces !== replaces);
    this.#postings.push({ frame, replaces });
    if (!this.#isPosting) void this.#postAll();
  }

  /** Shows where the presenter points: the newest dot, as often as the number of visitors allows. */
  point(dot: Laser): void {
    this.#dot = frameOf('talk', { live: true, laser: dot });
    if (this.#resting === undefined) this.#sendDot();
  }

  /** Says that the questions have changed, not more often than those who show them can read them again. */
  tellQuestions(open: number): void {
    this.#open = open;
    if (this.#pausing === undefined) this.#sendQuestions();
  }

  close(): void {
    clearTimeout(this.#resting);
    clearTimeout(this.#pausing);
    this.#postings = [];
  }

  #sendDot(): void {
    this.#resting = undefined;
    if (this.#dot === null) return;
    this.postFrame(this.#dot, POINTER);
    this.#dot = null;
    const rest = Math.max(DOT_MILLISECONDS, (this.sinks.size / DOTS_PER_SECOND) * 1000);
    this.#resting = setTimeout(() => this.#sendDot(), rest).unref();
  }

  #sendQuestions(): void {
    this.#pausing = undefined;
    if (this.#open === null) return;
    const withinMs = Math.max(QUESTIONS_MILLISECONDS, Math.ceil((this.sinks.size / READERS_PER_SECOND) * 1000));
    this.post({ live: true, questions: { open: this.#open, withinMs } }, 'questions');
    this.#open = null;
    this.#pausing = setTimeout(() => this.#sendQuestions(), withinMs).unref();
  }

  async #postAll(): Promise<void> {
    this.#isPosting = true;
    for (let next = this.#postings.shift(); next !== undefined; next = this.#postings.shift()) {
      // The laser pointer gives way to everything else, and is sent again after it: this may be where it stays, or that it is off.
      const isUrgent = ({ replaces }: Posting) => replaces !== POINTER;
      const isOver = () => !isUrgent(next) && this.#postings.some(isUrgent);
      const isDone = await postToAll(this.sinks, next, { isOver });
      if (!isDone && this.#postings.every(isUrgent)) this.#postings.push(next);
    }
    this.#isPosting = false;
  }
}

/**
 * Sends talks to the visitors of links that are open for their audience: the place, blank screens, the laser pointer, drawings, the end.
 * A talk is read once and written out once for all visitors of a link on this instance; visitors who come later get what is known.
 */
export class TalkRelay {
  readonly #dependencies: Dependencies;
  /** By the id of the link. */
  readonly #audiences = new Map<string, Audience>();
  readonly #ofDeck = new Map<string, Set<Audience>>();
  readonly #due = new Set<string>();
  /** By deck: the number of the last change of drawings that visitors were told of. */
  readonly #inkTold = new Map<string, number>();
  readonly #inkDue = new Map<string, number>();
  #isReading = false;
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

  /** Tells a visitor of the talk of their link, now and until the sink is closed. */
  join({ id, deckId }: { readonly id: string; readonly deckId: string }, sink: EventSink): void {
    const audience = this.#audiences.get(id) ?? this.#open(id, deckId);
    audience.sinks.add(sink);
    sink.onClose(() => this.#leave(audience, sink));
    if (audience.state === null) this.#read([id]);
    else if (audience.state.frame !== null) sink.post(audience.state.frame, 'talk');
  }

  #open(linkId: string, deckId: string): Audience {
    const audience = new Audience(linkId, deckId);
    this.#audiences.set(linkId, audience);
    this.#ofDeck.set(deckId, (this.#ofDeck.get(deckId) ?? new Set()).add(audience));
    return audience;
  }

  #leave(audience: Audience, sink: EventSink): void {
    const { linkId, deckId, sinks } = audience;
    sinks.delete(sink);
    if (sinks.size > 0) return;
    audience.close();
    this.#audiences.delete(linkId);
    const ofDeck = this.#ofDeck.get(deckId);
    ofDeck?.delete(audience);
    if (ofDeck?.size !== 0) return;
    this.#ofDeck.delete(deckId);
    this.#inkTold.delete(deckId);
    this.#inkDue.delete(deckId);
  }

  #onNotice(payload: string): void {
    const notice = readNotice(payload);
    if (notice?.kind === 'audience' || (notice?.kind === 'change' && notice.part === 'talks')) {
      return this.#read(Array.from(this.#ofDeck.get(notice.deckId) ?? [], ({ linkId }) => linkId));
    }
    if (notice?.kind === 'change' && notice.part === 'annotations') return this.#onInk(notice.deckId, notice.seq);
    if (notice?.kind === 'broadcast' && notice.event.kind === 'laser') this.#onLaser(notice.event);
    if (notice?.kind === 'broadcast' && notice.event.kind === 'questions') this.#onQuestions(notice.event);
    return undefined;
  }

  #onQuestions({ deckId, talkId, open }: Extract<LiveEvent, { kind: 'questions' }>): void {
    for (const audience of this.#ofDeck.get(deckId) ?? []) {
      const talk = audience.state?.talk;
      if (talk?.state === 'live' && talk.id === talkId) audience.tellQuestions(open);
    }
  }

  readonly #readAll = (): void => this.#read(this.#audiences.keys());

  /** Notices may have been missed. */
  readonly #onConnected = (): void => {
    this.#readAll();
    for (const [deckId, audiences] of this.#ofDeck) {
      this.#inkTold.delete(deckId);
      for (const audience of audiences) if (audience.state?.showsInk) audience.post({ live: true, ink: null }, null);
    }
  };

  #onLaser({ deckId, talkId, dot }: Extract<LiveEvent, { kind: 'laser' }>): void {
    for (const audience of this.#ofDeck.get(deckId) ?? []) {
      const talk = audience.state?.talk;
      if (talk?.state === 'live' && talk.id === talkId) audience.point(dot);
    }
  }

  #read(linkIds: Iterable<string>): void {
    for (const id of linkIds) this.#due.add(id);
    if (this.#due.size > 0 && !this.#isReading && !this.#isClosed) void this.#readDue();
  }

  async #readDue(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#due.size > 0) {
        const ids = [...this.#due];
        this.#due.clear();
        const rows = new Map((await this.#dependencies.repo.talksOf(ids)).map((row) => [row.linkId, row]));
        for (const id of ids) this.#tell(this.#audiences.get(id), rows.get(id) ?? null);
      }
    } catch (err) {
      // Everything is read again after a while.
      this.#dependencies.log.warn({ err }, 'talks that visitors follow cannot be read now');
    }
    this.#isReading = false;
  }

  #tell(audience: Audience | undefined, row: AudienceTalkRow | null): void {
    if (audience === undefined) return;
    const before = audience.state ?? CLOSED;
    const now = row === null ? CLOSED : stateOf(row, this.#dependencies.baseUrl);
    audience.state = now;
    if (row !== null && now.showsInk && !this.#inkTold.has(row.deckId)) this.#inkTold.set(row.deckId, row.seq);
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
        this.#inkTold.set(deckId, reached);
        for (const audience of this.#ofDeck.get(deckId) ?? []) if (audience.state?.showsInk) tellInkTo(audience, events);
      }
    } catch (err) {
      this.#dependencies.log.warn({ err }, 'drawings in talks cannot be read now');
    }
    this.#inkDue.delete(deckId);
  }
}

/** Drawings are numbered by the slides of the current version; another version may have other slides. */
function tellInkTo(audience: Audience, events: readonly LiveEvent[]): void {
  for (const event of events) {
    if (event.kind === 'annotation') audience.post({ live: true, ink: null }, null);
    if (event.kind !== 'ink' || event.versionId !== audience.state?.versionId) continue;
    const { slideIndex, drawn, erased } = event;
    const named = drawn.map((stroke): AudienceStroke => ({ ...stroke, author: { name: stroke.author.name } }));
    audience.post({ live: true, ink: { slideIndex, drawn: named, erased } }, null);
  }
}

function stateOf(row: AudienceTalkRow, baseUrl: string): State {
  const talk = serializeAudienceTalk(row, baseUrl);
  const isLive = talk.state === 'live';
  const frame = frameOf('talk', { live: isLive, talk });
  const showsInk = isLive && row.showDrawings;
  return { talk, versionId: row.talk?.versionId ?? null, showsInk, frame, text: JSON.stringify(talk) };
}
