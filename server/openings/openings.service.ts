import type { Actor } from '#server/auth/actor.ts';
import { serializeDeck } from '#server/decks/decks.serializer.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { AppError } from '#server/errors.ts';
import { CONTINUED_DECKS } from '#shared/deck-lists.ts';
import type { ContinuedDeck, Opening, OpeningSave } from '#shared/openings.ts';
import type { OpeningRow, OpeningsRepo } from './openings.repo.ts';

/** Where users left the decks that they have opened, on whichever device. */
export class OpeningsService {
  readonly #repo: OpeningsRepo;
  readonly #decks: Pick<DecksService, 'readable'>;

  constructor(repo: OpeningsRepo, decks: Pick<DecksService, 'readable'>) {
    this.#repo = repo;
    this.#decks = decks;
  }

  /** Null if the actor has not opened the deck. @throws AppError DECK_NOT_FOUND */
  async find(actor: Actor, deckId: string): Promise<Opening | null> {
    const deck = await this.#decks.readable(actor, deckId);
    const row = await this.#repo.find(actor.userId, deck.id);
    return row === null ? null : serializeOpening(row, deck.slideCount);
  }

  /** @throws AppError DECK_NOT_FOUND, and SLIDE_NOT_FOUND if the version does not exist or does not have the slide */
  async save(actor: Actor, { deckId, ...left }: OpeningSave): Promise<void> {
    const deck = await this.#decks.readable(actor, deckId);
    if (await this.#repo.save(deck, left)) return;
    throw new AppError('SLIDE_NOT_FOUND', 'The version of the deck has no slide at this position.');
  }

  /** The decks that the actor opened last and may still read. */
  async latest(actor: Actor): Promise<{ items: ContinuedDeck[] }> {
    const rows = await this.#repo.latest(actor, CONTINUED_DECKS);
    return {
      items: rows.map(({ deck, opening }) => ({
        deck: serializeDeck(deck, actor),
        ...serializeOpening(opening, deck.slideCount),
      })),
    };
  }
}

function serializeOpening(row: OpeningRow, slideCount: number): Opening {
  const { slideIndex, currentIndex, inner, innerName, openedAt } = row;
  return {
    openedAt: openedAt.toISOString(),
    place: { slideIndex: currentIndex ?? Math.min(slideIndex, slideCount - 1), inner },
    innerName,
  };
}
