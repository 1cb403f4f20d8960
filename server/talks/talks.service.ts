import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import type { HeldDeck } from '#server/access/hold-deck.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Transaction } from '#server/db/connect.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { AppError, forbidden, slideNotFound, talkNotFound } from '#server/errors.ts';
import type { Broadcasts } from '#server/feed/broadcasts.ts';
import { LIVE_TALKS_LISTED } from '#shared/deck-lists.ts';
import type { Laser, LiveTalk, Talk, talkMoveSchema, talkStartSchema } from '#shared/talks.ts';
import { changeClock, type ClockChange } from './talk-clock.ts';
import type { LaserPointer } from './laser-pointer.ts';
import { canPresent } from './talks.policy.ts';
import type { LiveTalksRepo } from './live-talks.repo.ts';
import { serializeLiveTalk, serializeTalk } from './talks.serializer.ts';
import { type Decide, endNow, type HeldTalk, type TalkKey, type TalkRow, type TalksRepo } from './talks.repo.ts';

type Start = z.infer<typeof talkStartSchema>;
type Move = z.infer<typeof talkMoveSchema>;

interface Dependencies {
  readonly repo: TalksRepo;
  readonly live: LiveTalksRepo;
  readonly decks: DecksService;
  readonly laser: LaserPointer;
  readonly broadcasts: Pick<Broadcasts, 'publish'>;
  readonly baseUrl: string;
}

/** A running talk with its deck, which the actor may read. */
export interface ReadableTalk {
  readonly talk: TalkRow;
  readonly deck: ReadableDeck;
}

/** Talks: who gives them, where they are, and when they end. */
export class TalksService {
  readonly #repo: TalksRepo;
  readonly #live: LiveTalksRepo;
  readonly #decks: DecksService;
  readonly #laser: LaserPointer;
  readonly #broadcasts: Pick<Broadcasts, 'publish'>;
  readonly #baseUrl: string;

  constructor({ repo, live, decks, laser, broadcasts, baseUrl }: Dependencies) {
    this.#repo = repo;
    this.#live = live;
    this.#decks = decks;
    this.#laser = laser;
    this.#broadcasts = broadcasts;
    this.#baseUrl = baseUrl;
  }

  /** The running talks of a deck. @throws AppError DECK_NOT_FOUND */
  async list(actor: Actor, deckId: string): Promise<{ items: Talk[] }> {
    const deck = await this.#decks.readable(actor, deckId);
    const rows = await this.#repo.listRunning(deck.id);
    return { items: rows.map((row) => serializeTalk(row, this.#baseUrl)) };
  }

  /** The talks that are running on decks that the actor may read, the last started first. */
  async listLive(actor: Actor): Promise<{ items: LiveTalk[] }> {
    const rows = await this.#live.list(actor, LIVE_TALKS_LISTED);
    return { items: rows.map((row) => serializeLiveTalk(row, actor)) };
  }

  /** @throws AppError TALK_NOT_FOUND, also when the actor may not see the talk's deck */
  async get(actor: Actor, talkId: string): Promise<Talk> {
    return serializeTalk((await this.#readable(actor, talkId)).talk, this.#baseUrl);
  }

  /**
   * Starts to present. A presenter has one running talk on a deck: starting again returns that talk unchanged, or moves it to the
   * version that is current now.
   *
   * @throws AppError DECK_NOT_FOUND, VERSION_CHANGED, SLIDE_NOT_FOUND
   */
  async start(actor: Actor, { deckId, clientId, ...asked }: Start): Promise<Talk> {
    const deck = await this.#decks.readable(actor, deckId);
    const { versionId, place } = asked;
    const wish = { ...asked, id: randomUUID(), movedBy: clientId };
    const talk = await this.#repo.start(deck, wish, (held, running) => {
      if (running?.versionId === versionId) return true;
      refuseOtherPlace(held, { versionId, place });
      return false;
    });
    return this.#told(talk);
  }

  /** @throws AppError TALK_NOT_FOUND, FORBIDDEN, SLIDE_NOT_FOUND */
  async move(actor: Actor, { talkId, clientId, place, blank }: Move): Promise<Talk> {
    const readable = await this.#readable(actor, talkId);
    const { talk } = readable;
    if (place && place.slideIndex >= talk.slideCount) throw slideNotFound();
    return this.#changed(readable, (held) => {
      const next = { place: place ?? held.place, blank: blank === undefined ? held.blank : blank };
      // Another window has just moved the talk to another version, so this place does not apply to it.
      const isLate = held.versionId !== talk.versionId;
      return isLate || isSame(next, held) ? null : { ...next, movedBy: clientId };
    });
  }

  /** @throws AppError TALK_NOT_FOUND, FORBIDDEN */
  async changeClock(actor: Actor, talkId: string, change: ClockChange): Promise<Talk> {
    return this.#changed(await this.#readable(actor, talkId), (held) => changeClock(held, change, held.now));
  }

  /** Shows where the presenter points. Nothing is stored. @throws AppError TALK_NOT_FOUND, FORBIDDEN */
  async pointLaser(actor: Actor, talkId: string, dot: Laser): Promise<void> {
    const presented = await this.presented(actor, talkId);
    const { id, deckId } = presented.talk;
    await this.#laser.point(id, dot, (newest) =>
      this.duringTalk(presented, (tx) => this.#broadcasts.publish({ kind: 'laser', deckId, talkId: id, dot: newest }, null, tx)),
    );
  }

  /**
   * Allowed for the presenter, and for users who may change the deck, so that they can end forgotten talks. @throws AppError
   * TALK_NOT_FOUND, FORBIDDEN
   */
  async end(actor: Actor, talkId: string): Promise<void> {
    const { talk, deck } = await this.#readable(actor, talkId);
    const isPresenter = canPresent(actor, talk);
    const allowed = isPresenter ? deck : await this.#decks.changeable(actor, talk.deckId).catch(hideTalk);
    const end: Decide = (held) => {
      if (isPresenter) refuseOthers(actor, held);
      return endNow(held);
    };
    await this.#repo.change(allowed, talk.id, end).catch(hideTalk);
  }

  /**
   * The new presenter must be able to read the deck. Takes effect at once. @throws AppError TALK_NOT_FOUND, FORBIDDEN,
   * USER_NOT_FOUND
   */
  async handOver(actor: Actor, talkId: string, userId: string): Promise<Talk> {
    const { talk, deck } = await this.presented(actor, talkId);
    const outcome = await this.#repo.handOver(deck, talk.id, userId, (held) => refuseOthers(actor, held)).catch(hideTalk);
    if (outcome === 'over') throw talkNotFound();
    if (outcome === 'no-such-reader')
      throw new AppError('USER_NOT_FOUND', 'This user does not exist, or they may not see this deck.');
    return this.#told(talk);
  }

  /** Returns a talk that the actor presents. @throws AppError TALK_NOT_FOUND, FORBIDDEN */
  async presented(actor: Actor, talkId: string): Promise<ReadableTalk> {
    const readable = await this.#readable(actor, talkId);
    refuseOthers(actor, readable.talk);
    return readable;
  }

  /**
   * Runs `work` while the talk is locked. The talk must be running, and the actor must be its presenter.
   *
   * @throws AppError TALK_NOT_FOUND, FORBIDDEN, and what `work` throws
   */
  async duringTalk<Result>(
    { talk, deck }: ReadableTalk,
    work: (tx: Transaction, held: HeldTalk) => Promise<Result>,
  ): Promise<Result> {
    const allowed = (tx: Transaction, held: HeldTalk) => {
      refuseOthers(deck.actor, held);
      return work(tx, held);
    };
    return this.#repo.during(deck, talk.id, allowed).catch(hideTalk);
  }

  async #readable(actor: Actor, talkId: string): Promise<ReadableTalk> {
    const talk = await this.#repo.find(talkId);
    if (talk === null) throw talkNotFound();
    return { talk, deck: await this.#decks.readable(actor, talk.deckId).catch(hideTalk) };
  }

  async #changed({ talk, deck }: ReadableTalk, decide: Decide): Promise<Talk> {
    const change: Decide = (held) => {
      refuseOthers(deck.actor, held);
      return decide(held);
    };
    if (!(await this.#repo.change(deck, talk.id, change).catch(hideTalk))) throw talkNotFound();
    return this.#told(talk);
  }

  async #told({ id }: TalkKey): Promise<Talk> {
    const row = await this.#repo.find(id);
    if (row === null) throw talkNotFound();
    return serializeTalk(row, this.#baseUrl);
  }
}

function refuseOthers(actor: Actor, talk: Pick<HeldTalk, 'presenterId'>): void {
  if (!canPresent(actor, talk)) throw forbidden();
}

function refuseOtherPlace(deck: HeldDeck, { versionId, place }: Pick<Start, 'versionId' | 'place'>): void {
  if (versionId !== deck.currentVersionId)
    throw new AppError('VERSION_CHANGED', 'The deck has a newer version. Load it and try again.');
  if (place.slideIndex >= deck.slideCount) throw slideNotFound();
}

function isSame(next: Pick<HeldTalk, 'place' | 'blank'>, { place, blank }: HeldTalk): boolean {
  return (
    next.blank === blank &&
    next.place.slideIndex === place.slideIndex &&
    next.place.inner?.index === place.inner?.index &&
    next.place.inner?.step === place.inner?.step &&
    next.place.inner?.count === place.inner?.count
  );
}

/** Users who may not see a deck must not learn whether it has a running talk. */
function hideTalk(thrown: unknown): never {
  throw thrown instanceof AppError && thrown.code === 'DECK_NOT_FOUND' ? talkNotFound() : thrown;
}
