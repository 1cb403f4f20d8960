import type { Actor } from '#server/auth/actor.ts';
import { serializeDeck } from '#server/decks/decks.serializer.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { slideNotFound } from '#server/errors.ts';
import type { SlideCopies, SlideCopiesQuery, SlideCopy } from '#shared/slide-copies.ts';
import { picturePath } from '#shared/slides.ts';
import type { SlideCopiesRepo, SlideCopyRow } from './slide-copies.repo.ts';

/** The rules of finding the same slide in other decks. */
export class SlideCopiesService {
  readonly #repo: SlideCopiesRepo;
  readonly #decks: Pick<DecksService, 'readable'>;

  constructor(repo: SlideCopiesRepo, decks: Pick<DecksService, 'readable'>) {
    this.#repo = repo;
    this.#decks = decks;
  }

  /**
   * Where else a slide of the current version is, among the decks that the actor may read. A slide that is not indexed yet is nowhere else.
   *
   * @throws AppError DECK_NOT_FOUND, SLIDE_NOT_FOUND
   */
  async list(actor: Actor, { id, slideIndex, inner }: SlideCopiesQuery): Promise<SlideCopies> {
    const deck = await this.#decks.readable(actor, id);
    if (slideIndex >= deck.slideCount) throw slideNotFound();
    const digest = await this.#repo.digest(deck.currentVersionId, slideIndex, inner);
    if (digest === null) return { items: [] };
    const sought = { deckId: deck.id, digest };
    const [newer, same] = [await this.#repo.newer(actor, sought), await this.#repo.same(actor, sought)];
    const serialized = (isNewer: boolean) => (row: SlideCopyRow) => serializeCopy(row, isNewer, actor);
    return { items: [...newer.map(serialized(true)), ...same.map(serialized(false))] };
  }
}

function serializeCopy({ deck, slideIndex, inner, hasPicture }: SlideCopyRow, isNewer: boolean, actor: Actor): SlideCopy {
  const thumbnailUrl = hasPicture ? picturePath(deck.id, deck.currentVersionId, { index: slideIndex, inner }) : null;
  return { deck: serializeDeck(deck, actor), slideIndex, inner, isNewer, thumbnailUrl };
}
