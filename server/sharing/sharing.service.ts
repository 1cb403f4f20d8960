import type { Actor } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { validationFailed } from '#server/errors.ts';
import type { Page, PageRequest } from '#server/pagination.ts';
import type { DeckAccess, DeckPerson, Member } from '#shared/deck-people.ts';
import type { DeckDetail } from '#shared/decks.ts';
import type { MemberFilter, MembersRepo } from './members.repo.ts';
import type { DeckPersonRow, SharingRepo } from './sharing.repo.ts';

interface Dependencies {
  readonly repo: SharingRepo;
  readonly members: MembersRepo;
  readonly decks: DecksService;
  readonly revocations: Pick<Revocations, 'announce'>;
}

/** With whom a deck is shared by name, and who owns it. */
export class SharingService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The users with an active account, for the choice of one. */
  async members(filter: MemberFilter): Promise<Page<Member>> {
    return this.#dependencies.members.page(filter);
  }

  /** @throws AppError DECK_NOT_FOUND */
  async list(actor: Actor, deckId: string, page: PageRequest): Promise<Page<DeckPerson>> {
    const { decks, repo } = this.#dependencies;
    const { items, nextCursor } = await repo.list(await decks.readable(actor, deckId), page);
    return { items: items.map(serializePerson), nextCursor };
  }

  /** @throws AppError DECK_NOT_FOUND, FORBIDDEN, USER_NOT_FOUND, LIMIT_REACHED, and VALIDATION_FAILED for the owner */
  async share(actor: Actor, deckId: string, userId: string, access: DeckAccess): Promise<DeckPerson> {
    const { decks, repo, revocations } = this.#dependencies;
    const deck = await decks.manageable(actor, deckId);
    if (userId === deck.ownerId)
      throw validationFailed([{ path: 'userId', message: 'This person owns the deck, and can do everything with it.' }]);
    const shared = serializePerson(await repo.share(deck, userId, access));
    if (access === 'read') await revocations.announce();
    return shared;
  }

  /** For those who manage the deck, and for the person with whom it is shared. @throws AppError DECK_NOT_FOUND, FORBIDDEN */
  async unshare(actor: Actor, deckId: string, userId: string): Promise<void> {
    const { decks, repo, revocations } = this.#dependencies;
    if (userId === actor.userId) await repo.leave(await decks.readable(actor, deckId));
    else await repo.unshare(await decks.manageable(actor, deckId), userId);
    await revocations.announce();
  }

  /**
   * Gives the deck to another owner. The former one keeps the access `edit`.
   *
   * @throws AppError DECK_NOT_FOUND, FORBIDDEN, USER_NOT_FOUND, LIMIT_REACHED, STORAGE_FULL
   */
  async transfer(actor: Actor, deckId: string, userId: string): Promise<DeckDetail> {
    const { decks, repo, revocations } = this.#dependencies;
    await repo.transfer(await decks.manageable(actor, deckId), userId);
    await revocations.announce();
    return decks.detail(actor, deckId);
  }
}

function serializePerson({ userId, name, access, addedAt }: DeckPersonRow): DeckPerson {
  return { user: { id: userId, name }, access, addedAt: addedAt.toISOString() };
}
