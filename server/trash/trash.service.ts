import type { Logger } from 'pino';
import type { Actor } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import { serializeDeck } from '#server/decks/decks.serializer.ts';
import { checkOf, type DecksService } from '#server/decks/decks.service.ts';
import { forbidden } from '#server/errors.ts';
import { deleteBlobs } from '#server/packages/delete-blobs.ts';
import type { Page } from '#server/pagination.ts';
import { personOf } from '#server/people.ts';
import type { Preconditions } from '#server/preconditions.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import type { DeckDetail } from '#shared/decks.ts';
import type { TrashedDeck } from '#shared/trash.ts';
import type { TrashedDeckRow, TrashFilter, TrashRepo } from './trash.repo.ts';

interface Dependencies {
  readonly repo: TrashRepo;
  readonly decks: Pick<DecksService, 'manageable' | 'recoverable' | 'detail'>;
  readonly blobs: Pick<BlobStore, 'delete'>;
  readonly revocations: Pick<Revocations, 'announce'>;
  /** `TrashService.days` */
  readonly days: number;
  readonly log: Logger;
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/** Deletes decks, restores them, and deletes them for good. */
export class TrashService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** How long decks stay in the trash. 0: they are deleted for good at once. */
  get days(): number {
    return this.#dependencies.days;
  }

  /** The last deleted deck first. @throws AppError FORBIDDEN, VALIDATION_FAILED for a cursor of another list */
  async list(actor: Actor, filter: TrashFilter): Promise<Page<TrashedDeck>> {
    if (filter.owner === 'all' && actor.role !== 'admin') throw forbidden();
    const { items, nextCursor } = await this.#dependencies.repo.list(actor.userId, filter);
    return { items: items.map((deck) => this.#serialize(deck, actor)), nextCursor };
  }

  /** Moves a deck to the trash; deletes it for good if decks do not stay there. @throws AppError DECK_NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED */
  async add(actor: Actor, deckId: string, preconditions: Preconditions = {}): Promise<void> {
    const { decks, repo, revocations, days } = this.#dependencies;
    const deck = await decks.manageable(actor, deckId);
    const check = checkOf(preconditions);
    const blobKeys = days === 0 ? await repo.removeAtOnce(deck, check) : [];
    if (days > 0) await repo.add(deck, check);
    await revocations.announce();
    await deleteBlobs(this.#dependencies, blobKeys);
  }

  /** @throws AppError DECK_NOT_FOUND */
  async restore(actor: Actor, deckId: string): Promise<DeckDetail> {
    const { decks, repo } = this.#dependencies;
    await repo.restore(await decks.recoverable(actor, deckId));
    return decks.detail(actor, deckId);
  }

  /** @throws AppError DECK_NOT_FOUND */
  async purge(actor: Actor, deckId: string): Promise<void> {
    const { decks, repo } = this.#dependencies;
    await deleteBlobs(this.#dependencies, await repo.purge(await decks.recoverable(actor, deckId)));
  }

  /** Deletes the decks for good whose time in the trash is over. Several instances may run this: each deck is deleted by one of them. */
  async removeExpired(signal: AbortSignal): Promise<void> {
    const { repo, days } = this.#dependencies;
    while (!signal.aborted) {
      const purged = await repo.purgeExpired(days);
      if (purged === null) return;
      await deleteBlobs(this.#dependencies, purged);
    }
  }

  #serialize(row: TrashedDeckRow, actor: Actor): TrashedDeck {
    const { deletedAt, deletedById, deletedByName } = row;
    return {
      ...serializeDeck(row, actor),
      deletedAt: deletedAt.toISOString(),
      deletedBy: personOf(deletedById, deletedByName),
      purgeAt: new Date(deletedAt.getTime() + this.#dependencies.days * DAY_MILLISECONDS).toISOString(),
    };
  }
}
