import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import type { StarsRepo } from './stars.repo.ts';

/** The decks that users have starred. Stars are personal: no one sees those of others. */
export class StarsService {
  readonly #repo: StarsRepo;
  readonly #decks: Pick<DecksService, 'readable'>;

  constructor(repo: StarsRepo, decks: Pick<DecksService, 'readable'>) {
    this.#repo = repo;
    this.#decks = decks;
  }

  /** @throws AppError DECK_NOT_FOUND, LIMIT_REACHED */
  async set(actor: Actor, deckId: string): Promise<void> {
    await this.#repo.set(await this.#decks.readable(actor, deckId));
  }

  /** Succeeds if there is no star. @throws AppError DECK_NOT_FOUND */
  async remove(actor: Actor, deckId: string): Promise<void> {
    await this.#repo.remove(await this.#decks.readable(actor, deckId));
  }
}
