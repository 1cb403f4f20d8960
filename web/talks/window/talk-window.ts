import { atom } from 'nanostores';
import type { Place } from '#shared/place.ts';
import type { Person } from '#shared/people.ts';
import type { BlankWish, Talk } from '#shared/talks.ts';
import { takesCommands } from './command-taker.ts';
import { MoveSender } from './move-sender.ts';
import { samePlace } from './places.ts';
import { Steering } from './steering.ts';
import { NO_TALKS, type TalkList, talkOf, withTalk } from './talk-list.ts';

export type Blank = Talk['blank'];

/** A change of the talk that this window presents. Missing fields stay as they are. */
export interface TalkMove {
  talkId: string;
  place?: Place;
  blank?: BlankWish;
}

/** A change of a talk that this window was part of, and the person who caused it. */
export interface TalkNotice {
  say: 'ended' | 'own-ended' | 'resumed' | 'own-resumed' | 'taken-over' | 'handed-on';
  person: Person;
}

export interface TalkWindowState {
  /** The running talks of the deck, oldest first. */
  readonly running: readonly Talk[];
  /** The talk that this user presents; all their windows show the same. */
  readonly mine: Talk | null;
  /** Another person's talk that this window follows. */
  readonly followed: Talk | null;
  /** Whether the follower has left the presenter's slide and browses on their own. */
  readonly browsing: boolean;
  /** Whether this window follows the next talk as soon as it starts. */
  readonly waiting: boolean;
  readonly blank: Blank;
}

export interface TalkWindowOptions {
  userId: string;
  clientId: string;
  place: Place;
  /** The address named a slide. The window then stays there, even if its user is presenting somewhere else in the deck. */
  isLinked: boolean;
  /** The talk to follow as soon as it is known; `ANY_TALK` follows the first one. */
  follows: string | null;
  /** With `ANY_TALK`: the presenter whose talk is preferred to others that run when the window opens. Null: no preference. */
  prefers?: string | null;
  /** Resolves with the updated talk. */
  send: (move: TalkMove) => Promise<Talk>;
  /** Whether an error is temporary, so that a retry may succeed. */
  isTemporary: (thrown: unknown) => boolean;
}

/** Callbacks of a window that is mounted. */
export interface TalkWindowLinks {
  /** Goes to a place. The position repeats the number of the request with every report after it. */
  goTo: (place: Place, request: number) => void;
  tellSiblings: (move: TalkMove) => void;
  onNotice: (notice: TalkNotice) => void;
}

export const ANY_TALK = 'any';

/** How long a slide may take to report its position before the others are told without it. */
const UNREPORTED_MS = 400;

/**
 * The role of one window in the talks of a deck: it presents a talk together with the user's other windows, follows a talk, or
 * does neither.
 */
export class TalkWindow {
  readonly #options: TalkWindowOptions;
  readonly #steering: Steering;
  readonly #moves: MoveSender<TalkMove>;
  /** Windows of the same browser. They send their moves directly, earlier than the server. */
  readonly #siblings = new Set<string>();
  /** The last move that one of them sent before this window knew the talk. */
  #earlyMove: TalkMove | null = null;
  #list: TalkList = NO_TALKS;
  /** Talks that ended while this window was open. */
  readonly #ended = new Set<string>();
  #follows: string | null;
  /** Whether every talk that ran when the window opened has been received. */
  #caughtUp = false;
  #browsing = false;
  #blank: Blank = null;
  #place: Place;
  /** Another device moved the talk while a move of this window was being sent. The answer shows which move was later. */
  #concurrent = false;
  #unreported: ReturnType<typeof setTimeout> | undefined;
  #links: TalkWindowLinks | null = null;
  readonly #state = atom<TalkWindowState>({
    running: [],
    mine: null,
    followed: null,
    browsing: false,
    waiting: false,
    blank: null,
  });

  constructor(options: TalkWindowOptions) {
    this.#options = options;
    this.#place = options.place;
    this.#follows = options.follows;
    this.#steering = new Steering(options.place);
    this.#publish();
    this.#moves = new MoveSender<TalkMove>({
      send: async (move) => this.receive(await options.send(move), false),
      merge: (earlier, later) => ({ ...earlier, ...later }),
      isTemporary: options.isTemporary,
      onIdle: () => this.#settle(),
    });
  }

  readonly state = (): TalkWindowState => this.#state.get();

  readonly subscribe = (listener: () => void): (() => void) => this.#state.listen(listener);

  connect(links: TalkWindowLinks): void {
    this.#links = links;
  }

  /** Handles an update of a talk, from the stream or as the answer to a call; old updates are ignored. */
  receive(talk: Talk, ended: boolean): void {
    const before = this.#list.running.find(({ id }) => id === talk.id);
    const list = withTalk(this.#list, talk, ended);
    if (list === this.#list) return;
    this.#list = list;
    if (ended) this.#onEnded(talk);
    else if (this.#isMine(talk)) this.#onMine(talk, before);
    else this.#onOther(talk, before);
    this.#publish();
  }

  /**
   * Synchronizes after the stream missed events. Talks in `known`, the list before the request, that are missing from `talks`
   * have ended.
   */
  resync(talks: readonly Talk[], known: readonly Talk[]): void {
    const running = new Set(talks.map(({ id }) => id));
    for (const talk of known) if (!running.has(talk.id)) this.receive({ ...talk, revision: talk.revision + 1 }, true);
    for (const talk of talks) this.receive(talk, false);
  }

  /** All talks that run now have been received. */
  caughtUp(): void {
    this.#caughtUp = true;
    const first = this.#list.running.find((talk) => !this.#isMine(talk));
    if (this.#follows === ANY_TALK && first !== undefined) this.follow(first.id);
  }

  meet(sibling: string): void {
    this.#siblings.add(sibling);
  }

  receiveFromSibling(move: TalkMove): void {
    const { talkId, place, blank } = move;
    if (this.state().mine?.id !== talkId) {
      this.#earlyMove = move;
      return;
    }
    if (blank !== undefined) this.#blank = blank;
    if (place !== undefined) this.#go(place);
    this.#publish();
  }

  /** The user is about to navigate in this window. */
  takeOver(): void {
    this.#steering.takeOver();
  }

  /**
   * The window shows `place` now or, if `arriving`, is moving there.
   *
   * @param request number of the last request that the position has received; 0 if none
   */
  movedTo(place: Place, arriving: boolean, request: number): void {
    clearTimeout(this.#unreported);
    const report = () => this.#movedTo(place, arriving, request);
    // Going back shows the end of a slide that has not reported its steps yet. Wait, so that followers do not see its start
    // first.
    if (arriving && place.inner === null && !this.#steering.isSent) this.#unreported = setTimeout(report, UNREPORTED_MS);
    else report();
  }

  setBlank(blank: BlankWish): void {
    const { mine, followed, blank: shown } = this.state();
    this.#blank = blank;
    if (mine !== null) this.#move({ blank });
    // A follower who removes the blank screen browses on their own.
    else if (followed !== null && blank === null && shown !== null) this.#browsing = true;
    this.#publish();
  }

  /** Follows a talk, or returns to it after browsing; null stops following. */
  follow(talkId: string | null): void {
    this.#follows = talkId;
    this.#browsing = false;
    this.#publish();
    const { followed } = this.state();
    if (followed !== null) this.#go(followed.place);
  }

  /** Whether this window, of all the presenter's windows, runs commands of a remote. */
  takesCommands(present: readonly string[], holdsLock: boolean | null): boolean {
    const { mine } = this.state();
    const { clientId } = this.#options;
    return mine !== null && takesCommands({ clientId, siblings: this.#siblings, present, holdsLock, movedBy: mine.movedBy });
  }

  /**
   * Sends waiting moves now, because the connection is back or the talk is about to end. Resolves when no move is being sent: the server
   * has them all, or cannot be reached.
   */
  sendMoves(): Promise<void> {
    return this.#moves.retry();
  }

  close(): void {
    clearTimeout(this.#unreported);
    this.#moves.close();
  }

  #movedTo(place: Place, arriving: boolean, request: number): void {
    this.#place = place;
    if (!this.#steering.movedTo(place, arriving, request)) return this.#recount(place);
    if (this.state().mine !== null) this.#move({ place });
    else if (this.state().followed !== null) this.#browsing = true;
    else if (this.#follows !== null && this.#ended.has(this.#follows)) this.#follows = null;
    this.#publish();
  }

  /** Sends the slide count if the document reported it after the talk was already at this place. */
  #recount(place: Place): void {
    const { mine } = this.state();
    const count = place.inner?.count;
    if (mine === null || count === undefined || count === mine.place.inner?.count || !samePlace(place, mine.place)) return;
    this.#moves.push({ talkId: mine.id, place });
  }

  #onEnded(talk: Talk): void {
    const { presenter: person } = talk;
    this.#ended.add(talk.id);
    if (this.#isMine(talk)) {
      this.#blank = null;
      this.#links?.onNotice({ say: 'own-ended', person });
    } else if (this.#follows === talk.id) {
      // It stays the followed one until the user navigates: the talk comes back if its presenter had only lost the connection.
      this.#browsing = false;
      this.#links?.onNotice({ say: 'ended', person });
    }
  }

  #onMine(talk: Talk, before: Talk | undefined): void {
    if (this.#ended.delete(talk.id)) this.#links?.onNotice({ say: 'own-resumed', person: talk.presenter });
    if (before !== undefined && !this.#isMine(before)) {
      this.#follows = null;
      this.#browsing = false;
      this.#links?.onNotice({ say: 'taken-over', person: before.presenter });
      return this.#adopt(talk);
    }
    if (before !== undefined && this.#isMoveOfThisBrowser(talk)) return;
    if (talk.movedBy === this.#options.clientId) {
      // The user navigated while the talk was being started.
      if (!samePlace(talk.place, this.#place)) this.#moves.push({ talkId: talk.id, place: this.#place });
    } else if (this.#moves.isBusy) this.#concurrent = true;
    else if (before !== undefined || !this.#options.isLinked || this.#follows === talk.id) this.#adopt(this.#newest(talk));
  }

  /** The talk with the early move of another window of this browser. Later messages of the server do not repeat that move here. */
  #newest(talk: Talk): Talk {
    const move = this.#earlyMove;
    this.#earlyMove = null;
    if (move?.talkId !== talk.id || !this.#siblings.has(talk.movedBy)) return talk;
    return { ...talk, place: move.place ?? talk.place, blank: move.blank === undefined ? talk.blank : move.blank };
  }

  #onOther(talk: Talk, before: Talk | undefined): void {
    if (before !== undefined && this.#isMine(before)) {
      this.#moves.close();
      this.#blank = null;
      this.#follows = talk.id;
      this.#browsing = false;
      this.#links?.onNotice({ say: 'handed-on', person: talk.presenter });
    }
    const isBack = this.#ended.delete(talk.id);
    if (this.#follows === ANY_TALK && this.#isWantedFirst(talk)) this.#follows = talk.id;
    if (isBack && this.#follows === talk.id) this.#links?.onNotice({ say: 'resumed', person: talk.presenter });
    if (this.#follows === talk.id && !this.#browsing) this.#go(talk.place);
  }

  #isWantedFirst({ presenter }: Talk): boolean {
    const { prefers = null } = this.#options;
    return this.#caughtUp || prefers === null || presenter.id === prefers;
  }

  #isMine(talk: Talk): boolean {
    return talk.presenter.id === this.#options.userId;
  }

  #isMoveOfThisBrowser({ movedBy }: Talk): boolean {
    return movedBy === this.#options.clientId || this.#siblings.has(movedBy);
  }

  #settle(): void {
    const { mine } = this.state();
    if (this.#concurrent && mine !== null && !this.#isMoveOfThisBrowser(mine)) this.#adopt(mine);
    this.#concurrent = false;
    this.#publish();
  }

  #adopt(talk: Talk): void {
    this.#blank = talk.blank;
    this.#go(talk.place);
  }

  #go(place: Place): void {
    const request = this.#steering.send(place);
    if (request !== null) this.#links?.goTo(place, request);
  }

  #move(change: Omit<TalkMove, 'talkId'>): void {
    const { mine } = this.state();
    if (mine === null) return;
    const move = { talkId: mine.id, ...change };
    this.#moves.push(move);
    this.#links?.tellSiblings(move);
  }

  #publish(): void {
    const { running } = this.#list;
    const mine = talkOf(this.#list, this.#options.userId);
    const followed = mine === null ? (running.find(({ id }) => id === this.#follows) ?? null) : null;
    const browsing = followed !== null && this.#browsing;
    const blank = followed !== null && !browsing ? (followed.blank ?? this.#blank) : this.#blank;
    const waiting = mine === null && this.#follows === ANY_TALK;
    this.#state.set({ running, mine, followed, browsing, waiting, blank });
  }
}
