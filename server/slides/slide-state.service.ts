import type { Actor } from '#server/auth/actor.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { AppError, slideNotFound } from '#server/errors.ts';
import type { RevisionCondition } from './revision-condition.ts';
import type { Companion, Misplaced, SlideState, SlideStateRepo } from './slide-state.repo.ts';

export interface SlideTarget {
  /** The deck's id. */
  readonly id: string;
  readonly slideIndex: number;
  /** The slide inside it; without it the slide as a whole. */
  readonly inner?: string | undefined;
  readonly versionId?: string | undefined;
  /** Without a condition, the last write wins. */
  readonly condition?: RevisionCondition | undefined;
}

/** The deck whose records are requested, and the version whose slides are meant. Default: the current version. */
export interface StatesWanted {
  /** The deck's id. */
  readonly id: string;
  readonly versionId?: string | undefined;
}

/** The records on the slides of one version of a deck, and on slides that this version does not have. */
export interface SlideStates<Shown> {
  readonly items: Shown[];
  readonly unplaced: (Shown & { readonly versionId: string })[];
}

/** Converts records to what the API returns. */
export type Serialize<Shown> = (deckId: string, states: readonly SlideState[]) => Promise<Shown[]>;

type DeckInVersion = ReadableDeck & { readonly currentVersionId: string };

/** Finds decks for actors who may read them. The service of decks does it. */
interface ReadableDecks {
  /** @throws AppError DECK_NOT_FOUND */
  readable(actor: Actor, deckId: string): Promise<DeckInVersion>;
  /** @throws AppError VERSION_NOT_FOUND */
  version(deck: DeckInVersion, versionId: string): Promise<unknown>;
}

/**
 * The rules that notes and annotations share: every reader of a deck may read and write them, every change increases the revision, and
 * the error for an outdated write contains the current record.
 */
export class SlideStateService<Shown> {
  readonly #repo: SlideStateRepo;
  readonly #decks: ReadableDecks;
  readonly #serialize: Serialize<Shown>;

  constructor(repo: SlideStateRepo, decks: ReadableDecks, serialize: Serialize<Shown>) {
    this.#repo = repo;
    this.#decks = decks;
    this.#serialize = serialize;
  }

  /** @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND */
  async list(actor: Actor, { id, versionId }: StatesWanted): Promise<SlideStates<Shown>> {
    const deck = await this.#decks.readable(actor, id);
    if (versionId !== undefined) await this.#decks.version(deck, versionId);
    const [placed, unplaced] = await Promise.all([
      this.#repo.list(deck.id, { versionId }),
      this.#repo.listUnplaced(deck.id, { versionId }),
    ]);
    const shown = await this.#serialize(deck.id, unplaced);
    return {
      items: await this.#serialize(deck.id, placed),
      unplaced: shown.map((record, at) => ({ ...record, versionId: unplaced[at]?.versionId ?? '' })),
    };
  }

  /** @throws AppError DECK_NOT_FOUND, SLIDE_NOT_FOUND, VERSION_CHANGED, PRECONDITION_FAILED */
  async set(actor: Actor, target: SlideTarget, value: string, companion?: Companion): Promise<Shown> {
    const state = await this.#write(actor, target, value, companion);
    const shown = state && (await this.#show(target.id, state));
    if (shown === null) throw new Error('the written record is missing');
    return shown;
  }

  /** It is not an error if there is no record. @throws AppError as `set` */
  async remove(actor: Actor, target: SlideTarget, companion?: Companion): Promise<void> {
    await this.#write(actor, target, null, companion);
  }

  async #write(
    actor: Actor,
    { id, condition = {}, ...target }: SlideTarget,
    value: string | null,
    companion: Companion | undefined,
  ): Promise<SlideState | null> {
    const deck = await this.#decks.readable(actor, id);
    const outcome = await this.#repo.write(deck, { ...target, condition }, value, companion);
    if (outcome.outcome === 'written') return outcome.state;
    if (outcome.outcome !== 'overtaken') throw misplaced(outcome);
    throw new AppError(
      'PRECONDITION_FAILED',
      'The record has changed in the meantime, or it does not exist. See details.current.',
      {
        current: outcome.current && (await this.#show(deck.id, outcome.current)),
      },
    );
  }

  async #show(deckId: string, state: SlideState): Promise<Shown | null> {
    const [shown] = await this.#serialize(deckId, [state]);
    return shown ?? null;
  }
}

/** The error for a write that found no slide. */
export function misplaced({ outcome }: Misplaced): AppError {
  switch (outcome) {
    case 'no-such-slide':
      return slideNotFound();
    case 'version-changed':
      return new AppError('VERSION_CHANGED', 'The deck has a newer version. Load it and try again.');
  }
}

/** The fields that notes and annotations share. */
export function serializeSlideState(deckId: string, { slideIndex, revision, updatedAt, updatedBy }: SlideState) {
  return { deckId, slideIndex, revision, updatedAt: updatedAt.toISOString(), updatedBy };
}
