import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { AppError, deckNotFound, forbidden, talkNotFound } from '#server/errors.ts';
import type { Laser, Talk, talkMoveSchema, talkStartSchema } from '#shared/talks.ts';
import { changeClock, type ClockChange } from './talk-clock.ts';
import type { LaserPointer } from './laser-pointer.ts';
import { canPresent } from './talks.policy.ts';
import { presentTalk } from './talks.presenter.ts';
import type { Decide, HeldDeck, HeldTalk, TalkKey, TalkRow, TalksRepo } from './talks.repo.ts';

type Start = z.infer<typeof talkStartSchema>;
type Move = z.infer<typeof talkMoveSchema>;

interface Dependencies {
  readonly repo: TalksRepo;
  readonly decks: DecksService;
  readonly laser: LaserPointer;
}

/** Talks: who gives one, where it is, and when it is over. */
export class TalksService {
  readonly #repo: TalksRepo;
  readonly #decks: DecksService;
  readonly #laser: LaserPointer;

  constructor({ repo, decks, laser }: Dependencies) {
    this.#repo = repo;
    this.#decks = decks;
    this.#laser = laser;
  }

  /** The talks that run on a deck. @throws AppError DECK_NOT_FOUND */
  async list(actor: Actor, deckId: string): Promise<{ items: Talk[] }> {
    const deck = await this.#decks.readable(actor, deckId);
    const rows = await this.#repo.listRunning(deck.id);
    return { items: rows.map(presentTalk) };
  }

  /** @throws AppError TALK_NOT_FOUND, also for one of a deck that the actor may not see */
  async get(actor: Actor, talkId: string): Promise<Talk> {
    return presentTalk(await this.#readable(actor, talkId));
  }

  /**
   * Begins to present. There is one running talk of a presenter on a deck: starting again gives that one as it is, or
   * carries it over to the version that is current now.
   *
   * @throws AppError DECK_NOT_FOUND, VERSION_CHANGED, SLIDE_NOT_FOUND
   */
  async start(actor: Actor, { deckId, versionId, clientId, place, plannedSeconds }: Start): Promise<Talk> {
    await this.#decks.readable(actor, deckId);
    const wish = { id: randomUUID(), deckId, versionId, place, plannedSeconds, movedBy: clientId, presenterId: actor.userId };
    const talk = await this.#repo.start(wish, (deck, running) => {
      if (running?.versionId === versionId) return true;
      refuseOtherPlace(deck, { versionId, place });
      return false;
    });
    if (talk === null) throw deckNotFound();
    return this.#told(talk);
  }

  /** @throws AppError TALK_NOT_FOUND, FORBIDDEN, SLIDE_NOT_FOUND */
  async move(actor: Actor, { talkId, clientId, place, blank }: Move): Promise<Talk> {
    const talk = await this.#readable(actor, talkId);
    if (place && place.slideIndex >= talk.slideCount) throw slideNotFound();
    return this.#changed(actor, talk, (held) => {
      const next = { place: place ?? held.place, blank: blank === undefined ? held.blank : blank };
      // Another window has just carried the talk over to another version: this place is none of that.
      const isLate = held.versionId !== talk.versionId;
      return isLate || isSame(next, held) ? null : { ...next, movedBy: clientId };
    });
  }

  /** @throws AppError TALK_NOT_FOUND, FORBIDDEN */
  async changeClock(actor: Actor, talkId: string, change: ClockChange): Promise<Talk> {
    const talk = await this.#readable(actor, talkId);
    return this.#changed(actor, talk, (held) => changeClock(held, change, held.now));
  }

  /** Shows everybody where the presenter points. Nothing of it is kept. @throws AppError TALK_NOT_FOUND, FORBIDDEN */
  async pointLaser(actor: Actor, talkId: string, dot: Laser): Promise<void> {
    await this.#laser.point(await this.presented(actor, talkId), dot);
  }

  /** By the presenter, or by whoever may change the deck: one that was forgotten stands in everybody's way. @throws AppError TALK_NOT_FOUND, FORBIDDEN */
  async end(actor: Actor, talkId: string): Promise<void> {
    const talk = await this.#readable(actor, talkId);
    if (!canPresent(actor, talk)) await this.#decks.changeable(actor, talk.deckId);
    await this.#repo.change(talk, endNow);
  }

  /** To somebody who may read the deck; it takes effect at once. @throws AppError TALK_NOT_FOUND, FORBIDDEN, USER_NOT_FOUND */
  async handOver(actor: Actor, talkId: string, userId: string): Promise<Talk> {
    const talk = await this.presented(actor, talkId);
    const outcome = await this.#repo.handOver(talk, userId, (held) => refuseOthers(actor, held));
    if (outcome === 'over') throw talkNotFound();
    if (outcome === 'no-such-reader') throw new AppError('USER_NOT_FOUND', 'There is nobody of that name who may see this deck.');
    return this.#told(talk);
  }

  /** A talk of which the actor is the presenter. @throws AppError TALK_NOT_FOUND, FORBIDDEN */
  async presented(actor: Actor, talkId: string): Promise<TalkRow> {
    const talk = await this.#readable(actor, talkId);
    refuseOthers(actor, talk);
    return talk;
  }

  async #readable(actor: Actor, talkId: string): Promise<TalkRow> {
    const talk = await this.#repo.find(talkId);
    if (talk === null) throw talkNotFound();
    await this.#decks.readable(actor, talk.deckId).catch(hideTalk);
    return talk;
  }

  async #changed(actor: Actor, talk: TalkKey, decide: Decide): Promise<Talk> {
    const isRunning = await this.#repo.change(talk, (held) => {
      refuseOthers(actor, held);
      return decide(held);
    });
    if (!isRunning) throw talkNotFound();
    return this.#told(talk);
  }

  async #told({ id }: TalkKey): Promise<Talk> {
    const row = await this.#repo.find(id);
    if (row === null) throw talkNotFound();
    return presentTalk(row);
  }
}

export const endNow: Decide = (held) => ({ endedAt: held.now });

function refuseOthers(actor: Actor, talk: Pick<HeldTalk, 'presenterId'>): void {
  if (!canPresent(actor, talk)) throw forbidden();
}

function refuseOtherPlace(deck: HeldDeck, { versionId, place }: Pick<Start, 'versionId' | 'place'>): void {
  if (versionId !== deck.currentVersionId) throw new AppError('VERSION_CHANGED', 'The deck has a newer version than this one.');
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

function slideNotFound(): AppError {
  return new AppError('SLIDE_NOT_FOUND', 'The deck has no slide at this position.');
}

/** Whether a talk runs on a deck that somebody may not see is nothing that they learn. */
function hideTalk(thrown: unknown): never {
  throw thrown instanceof AppError && thrown.code === 'DECK_NOT_FOUND' ? talkNotFound() : thrown;
}
