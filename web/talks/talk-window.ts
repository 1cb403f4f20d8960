import type { Place } from '#shared/place.ts';
import type { Person } from '#shared/roles.ts';
import type { Talk } from '#shared/talks.ts';
import { takesCommands } from './command-taker.ts';
import { MoveSender } from './move-sender.ts';
import { samePlace } from './places.ts';
import { Steering } from './steering.ts';
import { NO_TALKS, type TalkList, talkOf, withTalk } from './talk-list.ts';

export type Blank = Talk['blank'];

/** What a window says about the talk it gives. What is left out stays. */
export interface TalkMove {
  talkId: string;
  place?: Place;
  blank?: Blank;
}

/** What has just happened to a talk that this window was part of, and by whom. */
export interface TalkNotice {
  say: 'ended' | 'own-ended' | 'taken-over' | 'handed-on';
  person: Person;
}

export interface TalkWindowState {
  /** Running talks of the deck, the one begun first in front. */
  readonly running: readonly Talk[];
  /** The talk that the person at this window gives; all windows of theirs show the same. */
  readonly mine: Talk | null;
  /** Somebody else's talk that this window follows. */
  readonly followed: Talk | null;
  /** Whether it looks around by itself meanwhile. */
  readonly wandering: boolean;
  readonly blank: Blank;
}

export interface TalkWindowOptions {
  userId: string;
  clientId: string;
  place: Place;
  /** The talk to follow as soon as it is heard of; `ANY_TALK`: the first. */
  follows: string | null;
  /** Resolves with the talk as it is then. */
  send: (move: TalkMove) => Promise<Talk>;
  /** Whether a move that failed may be taken at the next try. */
  isPassing: (thrown: unknown) => boolean;
}

/** What a window is connected with while it is on the screen. */
export interface TalkWindowLinks {
  goTo: (place: Place) => void;
  tellSiblings: (move: TalkMove) => void;
  onNotice: (notice: TalkNotice) => void;
}

export const ANY_TALK = 'any';

/** The longest that a slide may take to say where it stands before the others are told without it. */
const UNSURE_MS = 400;

/**
 * One window's part in the talks of a deck: it gives one, together with its person's other windows; or it follows one;
 * or it goes its own way.
 */
export class TalkWindow {
  readonly #options: TalkWindowOptions;
  readonly #steering: Steering;
  readonly #moves: MoveSender<TalkMove>;
  readonly #listeners = new Set<() => void>();
  /** Windows of the same browser. They say their moves directly, earlier than the server can. */
  readonly #siblings = new Set<string>();
  #list: TalkList = NO_TALKS;
  #follows: string | null;
  #wandering = false;
  #blank: Blank = null;
  #place: Place;
  /** The talk was moved elsewhere while a move of this window was on its way; which came later is known when it has arrived. */
  #crossed = false;
  #unsure: ReturnType<typeof setTimeout> | undefined;
  #links: TalkWindowLinks | null = null;
  #state: TalkWindowState = { running: [], mine: null, followed: null, wandering: false, blank: null };

  constructor(options: TalkWindowOptions) {
    this.#options = options;
    this.#place = options.place;
    this.#follows = options.follows;
    this.#steering = new Steering(options.place);
    this.#moves = new MoveSender<TalkMove>({
      send: async (move) => this.hear(await options.send(move), false),
      merge: (earlier, later) => ({ ...earlier, ...later }),
      isPassing: options.isPassing,
      onIdle: () => this.#settle(),
    });
  }

  readonly state = (): TalkWindowState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  connect(links: TalkWindowLinks): void {
    this.#links = links;
  }

  /** News of a talk, from the stream or as the answer to a call; old ones change nothing. */
  hear(talk: Talk, ended: boolean): void {
    const before = this.#list.running.find(({ id }) => id === talk.id);
    const list = withTalk(this.#list, talk, ended);
    if (list === this.#list) return;
    this.#list = list;
    if (ended) this.#heardEnd(talk);
    else if (this.#isMine(talk)) this.#heardMine(talk, before);
    else this.#heardOther(talk, before);
    this.#publish();
  }

  /** The stream has missed something. Of the talks `known` before the question those alone still run that the answer names. */
  hearAll(talks: readonly Talk[], known: readonly Talk[]): void {
    const running = new Set(talks.map(({ id }) => id));
    for (const talk of known) if (!running.has(talk.id)) this.hear({ ...talk, revision: Infinity }, true);
    for (const talk of talks) this.hear(talk, false);
  }

  meet(sibling: string): void {
    this.#siblings.add(sibling);
  }

  hearSibling({ talkId, place, blank }: TalkMove): void {
    if (this.#state.mine?.id !== talkId) return;
    if (blank !== undefined) this.#blank = blank;
    if (place !== undefined) this.#go(place);
    this.#publish();
  }

  /** Somebody is about to move in this window. */
  takeOver(): void {
    this.#steering.takeOver();
  }

  /** The window shows `place` now, or, `arriving`, will when its document has got there. */
  movedTo(place: Place, arriving: boolean): void {
    clearTimeout(this.#unsure);
    const report = () => this.#movedTo(place, arriving);
    // Back to the end of a slide that has not said yet how many steps it has: nobody shall see its beginning first.
    if (arriving && place.inner === null && !this.#steering.isSent) this.#unsure = setTimeout(report, UNSURE_MS);
    else report();
  }

  setBlank(blank: Blank): void {
    const { mine, followed, blank: shown } = this.#state;
    this.#blank = blank;
    if (mine !== null) this.#move({ blank });
    // One who wants to see the slides while the talk does not show them looks around.
    else if (followed !== null && blank === null && shown !== null) this.#wandering = true;
    this.#publish();
  }

  /** Also the way back for one who has looked around. Null: no longer. */
  follow(talkId: string | null): void {
    this.#follows = talkId;
    this.#wandering = false;
    this.#publish();
    const { followed } = this.#state;
    if (followed !== null) this.#go(followed.place);
  }

  /** Whether this window, of all that the presenter has, carries out what a remote asks for. */
  takesCommands(present: readonly string[], holdsLock: boolean | null): boolean {
    const { mine } = this.#state;
    const { clientId } = this.#options;
    return mine !== null && takesCommands({ clientId, siblings: this.#siblings, present, holdsLock, movedBy: mine.movedBy });
  }

  /** The connection is back: what waits goes out now. */
  retry(): void {
    void this.#moves.retry();
  }

  close(): void {
    clearTimeout(this.#unsure);
    this.#moves.close();
  }

  #movedTo(place: Place, arriving: boolean): void {
    this.#place = place;
    if (!this.#steering.movedTo(place, arriving)) return this.#recount(place);
    if (this.#state.mine !== null) this.#move({ place });
    else if (this.#state.followed !== null) this.#wandering = true;
    this.#publish();
  }

  /** The document has said how many slides it has when the talk was there already. */
  #recount(place: Place): void {
    const { mine } = this.#state;
    const count = place.inner?.count;
    if (mine === null || count === undefined || count === mine.place.inner?.count || !samePlace(place, mine.place)) return;
    this.#moves.push({ talkId: mine.id, place });
  }

  #heardEnd(talk: Talk): void {
    const { presenter: person } = talk;
    if (this.#isMine(talk)) {
      this.#blank = null;
      this.#links?.onNotice({ say: 'own-ended', person });
    } else if (this.#follows === talk.id) {
      this.follow(null);
      this.#links?.onNotice({ say: 'ended', person });
    }
  }

  #heardMine(talk: Talk, before: Talk | undefined): void {
    if (before !== undefined && !this.#isMine(before)) {
      this.#follows = null;
      this.#wandering = false;
      this.#links?.onNotice({ say: 'taken-over', person: before.presenter });
      return this.#adopt(talk);
    }
    if (!this.#isMoveOfThisBrowser(talk)) {
      if (this.#moves.isBusy) this.#crossed = true;
      else this.#adopt(talk);
    } else if (before === undefined && !samePlace(talk.place, this.#place)) {
      // Moved on while the talk was being started.
      this.#moves.push({ talkId: talk.id, place: this.#place });
    }
  }

  #heardOther(talk: Talk, before: Talk | undefined): void {
    if (before !== undefined && this.#isMine(before)) {
      this.#moves.close();
      this.#blank = null;
      this.#follows = talk.id;
      this.#wandering = false;
      this.#links?.onNotice({ say: 'handed-on', person: talk.presenter });
    }
    if (this.#follows === ANY_TALK) this.#follows = talk.id;
    if (this.#follows === talk.id && !this.#wandering) this.#go(talk.place);
  }

  #isMine(talk: Talk): boolean {
    return talk.presenter.id === this.#options.userId;
  }

  #isMoveOfThisBrowser({ movedBy }: Talk): boolean {
    return movedBy === this.#options.clientId || this.#siblings.has(movedBy);
  }

  #settle(): void {
    const { mine } = this.#state;
    if (this.#crossed && mine !== null && !this.#isMoveOfThisBrowser(mine)) this.#adopt(mine);
    this.#crossed = false;
    this.#publish();
  }

  #adopt(talk: Talk): void {
    this.#blank = talk.blank;
    this.#go(talk.place);
  }

  #go(place: Place): void {
    if (this.#steering.send(place)) this.#links?.goTo(place);
  }

  #move(change: Omit<TalkMove, 'talkId'>): void {
    const { mine } = this.#state;
    if (mine === null) return;
    const move = { talkId: mine.id, ...change };
    this.#moves.push(move);
    this.#links?.tellSiblings(move);
  }

  #publish(): void {
    const { running } = this.#list;
    const mine = talkOf(this.#list, this.#options.userId);
    const followed = mine === null ? (running.find(({ id }) => id === this.#follows) ?? null) : null;
    const wandering = followed !== null && this.#wandering;
    const blank = followed !== null && !wandering ? (followed.blank ?? this.#blank) : this.#blank;
    this.#state = { running, mine, followed, wandering, blank };
    for (const listener of this.#listeners) listener();
  }
}
