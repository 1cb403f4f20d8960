import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { AppError, deckNotFound } from '#server/errors.ts';
import type { SlideState, SlideStateRepo, WriteOutcome } from './slide-state.repo.ts';

export interface SlideTarget {
  /** The deck's id. */
  readonly id: string;
  readonly slideIndex: number;
  readonly versionId?: string | undefined;
  readonly ifRevision?: number | undefined;
}

/** What there is on a deck's slides, and on slides that its current version does not have. */
export interface SlideStates<Shown> {
  readonly items: Shown[];
  readonly unplaced: (Shown & { readonly versionId: string })[];
}

/** How a room shows its records. */
export type Present<Shown> = (deckId: string, state: SlideState) => Shown;

/**
 * The rules that notes and annotations share: every reader of a deck may read and write them, revisions
 * count every change, and a writer that was overtaken learns what it missed.
 */
export class SlideStateService<Shown> {
  readonly #repo: SlideStateRepo;
  readonly #decks: DecksService;
  readonly #present: Present<Shown>;

  constructor(repo: SlideStateRepo, decks: DecksService, present: Present<Shown>) {
    this.#repo = repo;
    this.#decks = decks;
    this.#present = present;
  }

  /** @throws AppError DECK_NOT_FOUND */
  async list(actor: Actor, deckId: string): Promise<SlideStates<Shown>> {
    const deck = await this.#decks.readable(actor, deckId);
    const [placed, unplaced] = await Promise.all([this.#repo.list(deck.id), this.#repo.listUnplaced(deck.id)]);
    return {
      items: placed.map((state) => this.#present(deck.id, state)),
      unplaced: unplaced.map((state) => ({ ...this.#present(deck.id, state), versionId: state.versionId })),
    };
  }

  /** @throws AppError DECK_NOT_FOUND, SLIDE_NOT_FOUND, VERSION_CHANGED, PRECONDITION_FAILED */
  async set(actor: Actor, target: SlideTarget, value: string): Promise<Shown> {
    const state = await this.#write(actor, target, value);
    if (state === null) throw new Error('what was just written is not there');
    return this.#present(target.id, state);
  }

  /** Also when there is nothing. @throws AppError as `set` */
  async remove(actor: Actor, target: SlideTarget): Promise<void> {
    await this.#write(actor, target, null);
  }

  async #write(actor: Actor, { id, ...target }: SlideTarget, value: string | null): Promise<SlideState | null> {
    const deck = await this.#decks.readable(actor, id);
    const outcome = await this.#repo.write({ ...target, deckId: deck.id, userId: actor.userId }, value);
    if (outcome.outcome !== 'written') throw this.#refusal(deck.id, outcome);
    return outcome.state;
  }

  #refusal(deckId: string, refused: Exclude<WriteOutcome, { outcome: 'written' }>): AppError {
    switch (refused.outcome) {
      case 'deck-gone':
        return deckNotFound();
      case 'no-such-slide':
        return new AppError('SLIDE_NOT_FOUND', 'This deck has no slide at that position.');
      case 'version-changed':
        return new AppError('VERSION_CHANGED', 'The deck was replaced by a newer version meanwhile. Load it again.');
      case 'overtaken':
        return new AppError('PRECONDITION_FAILED', 'Somebody has changed it meanwhile.', {
          current: refused.current === null ? null : this.#present(deckId, refused.current),
        });
    }
  }
}
