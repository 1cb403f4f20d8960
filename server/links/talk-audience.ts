import type { AudienceTalk, TalkEvent } from '#shared/audience-talk.ts';
import type { Laser } from '#shared/talks.ts';
import { type EventFrame, type EventSink, frameOf, type Posting, postToAll } from './event-sink.ts';
import { statusOf } from './links.serializer.ts';
import type { LinkRow } from './links.repo.ts';

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

/** What visitors of one link know of its talk. */
export interface TalkState {
  readonly talk: AudienceTalk | null;
  readonly versionId: string | null;
  readonly showsInk: boolean;
  /** Null if there is nothing to tell a visitor who comes now. */
  readonly frame: EventFrame | null;
  /** To find out whether anything has changed. */
  readonly text: string;
}

/** The link of visitors, as it was when they opened it. */
export interface OpenedLink {
  readonly id: string;
  readonly deckId: string;
  readonly passwordHash: string | null;
}

/**
 * The visitors of one link on this instance who have opened it with the same password. So one look at the link decides for all of them
 * what they may be told. Frames go to all of them in the order in which they were posted.
 */
export class TalkAudience {
  readonly key: string;
  readonly linkId: string;
  readonly deckId: string;
  readonly sinks = new Set<EventSink>();
  /** Null until it was read. */
  state: TalkState | null = null;
  readonly #passwordHash: string | null;
  #postings: Posting[] = [];
  #isPosting = false;
  #dot: EventFrame | null = null;
  #resting: NodeJS.Timeout | undefined;
  /** The number of open questions that visitors are to be told. Null: they know. */
  #open: number | null = null;
  #pausing: NodeJS.Timeout | undefined;

  constructor(link: OpenedLink) {
    this.key = TalkAudience.keyOf(link);
    this.linkId = link.id;
    this.deckId = link.deckId;
    this.#passwordHash = link.passwordHash;
  }

  /** The same for all visitors of an audience. */
  static keyOf({ id, passwordHash }: OpenedLink): string {
    return JSON.stringify([id, passwordHash]);
  }

  /** Whether the visitors may use the link, as it is now. The same rule as for their requests, `SharedService.open`. */
  mayUse(link: Pick<LinkRow, 'paused' | 'expiresAt' | 'passwordHash'>): boolean {
    return statusOf(link) === 'active' && (link.passwordHash === null || link.passwordHash === this.#passwordHash);
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
