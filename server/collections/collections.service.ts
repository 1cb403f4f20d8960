import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { collectionNotFound, forbidden } from '#server/errors.ts';
import type { Page } from '#server/pagination.ts';
import type { Collection } from '#shared/collections.ts';
import type { Visibility } from '#shared/decks.ts';
import type { CollectionFilter, CollectionRow, CollectionsRepo } from './collections.repo.ts';

/** Collections of decks. They give no rights: everyone sees those decks of a collection that they may read anyway. */
export class CollectionsService {
  readonly #repo: CollectionsRepo;
  readonly #decks: Pick<DecksService, 'readable'>;

  constructor(repo: CollectionsRepo, decks: Pick<DecksService, 'readable'>) {
    this.#repo = repo;
    this.#decks = decks;
  }

  /** By name. @throws AppError FORBIDDEN for a user who asks for all; VALIDATION_FAILED for a cursor of another list */
  async list(actor: Actor, filter: CollectionFilter): Promise<Page<Collection>> {
    if (filter.owner === 'all' && actor.role !== 'admin') throw forbidden();
    const { items, nextCursor } = await this.#repo.list(actor, filter);
    return { items: items.map(serializeCollection), nextCursor };
  }

  /** @throws AppError COLLECTION_NOT_FOUND */
  async get(actor: Actor, id: string): Promise<Collection> {
    const row = await this.#repo.find(actor, id);
    if (row === null) throw collectionNotFound();
    return serializeCollection(row);
  }

  /** @throws AppError UNAUTHENTICATED, LIMIT_REACHED */
  async create(actor: Actor, wish: { name: string; visibility: Visibility }): Promise<Collection> {
    return serializeCollection(await this.#repo.create(actor, wish));
  }

  /** @throws AppError UNAUTHENTICATED, COLLECTION_NOT_FOUND, FORBIDDEN */
  async update(
    actor: Actor,
    id: string,
    changes: { name?: string | undefined; visibility?: Visibility | undefined },
  ): Promise<Collection> {
    await this.#repo.update(actor, id, changes);
    return this.get(actor, id);
  }

  /** @throws AppError UNAUTHENTICATED, COLLECTION_NOT_FOUND, FORBIDDEN */
  async delete(actor: Actor, id: string): Promise<void> {
    await this.#repo.delete(actor, id);
  }

  /** @throws AppError DECK_NOT_FOUND, COLLECTION_NOT_FOUND, LIMIT_REACHED */
  async add(actor: Actor, id: string, deckId: string): Promise<void> {
    await this.#repo.add(await this.#decks.readable(actor, deckId), id);
  }

  /** Succeeds if the deck is not in the collection. @throws AppError DECK_NOT_FOUND, COLLECTION_NOT_FOUND */
  async remove(actor: Actor, id: string, deckId: string): Promise<void> {
    await this.#repo.remove(await this.#decks.readable(actor, deckId), id);
  }
}

function serializeCollection({ ownerId, ownerName, createdAt, updatedAt, ...row }: CollectionRow): Collection {
  const { id, name, visibility, deckCount } = row;
  return {
    id,
    name,
    visibility,
    owner: { id: ownerId, name: ownerName },
    deckCount,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
