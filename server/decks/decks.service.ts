import {
  type ChangeableDeck,
  grantDeck,
  type ManageableDeck,
  type ReadableDeck,
  type RecoverableDeck,
} from '#server/access/granted-deck.ts';
import { may } from '#server/access/rule.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import { AppError, collectionNotFound, deckNotFound, versionNotFound } from '#server/errors.ts';
import type { Page } from '#server/pagination.ts';
import { type Preconditions, preconditionsHold } from '#server/preconditions.ts';
import type { Deck, DeckDetail, Visibility } from '#shared/decks.ts';
import { beforeRendering, deckTag, serializeDeck, serializeDetail, serializeState } from './decks.serializer.ts';
import type { DeckFilter, DeckListRepo } from './deck-list.repo.ts';
import { DOWNLOAD_MAX_BYTES, GIB } from '#shared/limits.ts';
import type { CheckCurrent, DeckRow, DecksRepo, StoredPackage, VersionInFull, VersionRow } from './decks.repo.ts';

export type { StoredPackage } from './decks.repo.ts';

export type DeckInVersion = ReadableDeck & Pick<DeckRow, 'currentVersionId'>;

interface Dependencies {
  readonly repo: DecksRepo;
  readonly list: DeckListRepo;
  readonly revocations: Pick<Revocations, 'announce'>;
}

/** The rules of decks. `readable`, `changeable`, `manageable` and `recoverable` find a deck and check the actor's permission. */
export class DecksService {
  readonly #repo: DecksRepo;
  readonly #list: DeckListRepo;
  readonly #revocations: Pick<Revocations, 'announce'>;

  constructor({ repo, list, revocations }: Dependencies) {
    this.#repo = repo;
    this.#list = list;
    this.#revocations = revocations;
  }

  /** @throws AppError DECK_NOT_FOUND, also for a deck that the actor may not see */
  async readable(actor: Actor, deckId: string): Promise<DeckRow & ReadableDeck> {
    return grantDeck(actor, 'read', await this.#repo.find(deckId, actor.userId));
  }

  /** @throws AppError DECK_NOT_FOUND, or FORBIDDEN for a deck that the actor may only read */
  async changeable(actor: Actor, deckId: string): Promise<DeckRow & ChangeableDeck> {
    return grantDeck(actor, 'edit', await this.#repo.find(deckId, actor.userId));
  }

  /** @throws AppError DECK_NOT_FOUND, or FORBIDDEN for a deck that the actor may only read or edit */
  async manageable(actor: Actor, deckId: string): Promise<DeckRow & ManageableDeck> {
    return grantDeck(actor, 'manage', await this.#repo.find(deckId, actor.userId));
  }

  /** A deck in the trash. @throws AppError DECK_NOT_FOUND, also for a deck that is not in the trash or not the actor's */
  async recoverable(actor: Actor, deckId: string): Promise<DeckRow & RecoverableDeck> {
    return grantDeck(actor, 'recover', await this.#repo.find(deckId, actor.userId));
  }

  /** Returns a function that says who may currently read which of these decks, for checks of many users. */
  async readability(deckIds: readonly string[]): Promise<(actor: Actor, deckId: string) => boolean> {
    const facts = await this.#repo.findFacts(deckIds);
    return (actor, deckId) => {
      const deck = facts.get(deckId)?.(actor.userId);
      return deck !== undefined && may(actor, 'read', deck);
    };
  }

  /** @throws AppError COLLECTION_NOT_FOUND if the actor may not see this collection */
  async checkCollection(actor: Actor, collection: string): Promise<void> {
    if (!(await this.#list.hasCollection(actor, collection))) throw collectionNotFound();
  }

  /** @throws AppError COLLECTION_NOT_FOUND, VALIDATION_FAILED for a cursor of another list */
  async list(actor: Actor, filter: DeckFilter): Promise<Page<Deck>> {
    if (filter.collection !== undefined) await this.checkCollection(actor, filter.collection);
    const { items, nextCursor } = await this.#list.page(actor, filter);
    return { items: items.map((deck) => serializeDeck(deck, actor)), nextCursor };
  }

  /**
   * The packages of the current versions of these decks, in the order of the ids.
   *
   * @throws AppError DECK_NOT_FOUND if the actor may not read one of them; LIMIT_REACHED if they are too large for one download
   */
  async packages(actor: Actor, deckIds: readonly string[]): Promise<StoredPackage[]> {
    const found = new Map((await this.#repo.findPackages(actor, deckIds)).map((stored) => [stored.deckId, stored]));
    const packages = deckIds.map((id) => found.get(id) ?? refuse());
    const bytes = packages.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (bytes <= DOWNLOAD_MAX_BYTES) return packages;
    throw new AppError('LIMIT_REACHED', `These decks have more than ${DOWNLOAD_MAX_BYTES / GIB} GiB. Download fewer at once.`, {
      limit: DOWNLOAD_MAX_BYTES,
    });
  }

  async detail(actor: Actor, deckId: string): Promise<DeckDetail> {
    const found = await this.#repo.findInFull(deckId, actor.userId);
    if (found === null) throw deckNotFound();
    return serializeDetail({ ...found, deck: grantDeck(actor, 'read', found.deck), actor });
  }

  /**
   * One version of a deck; default: the current one.
   *
   * @throws AppError VERSION_NOT_FOUND; DECK_NOT_FOUND when the deck was deleted in the meantime
   */
  async version(deck: DeckInVersion, versionId = deck.currentVersionId): Promise<VersionRow> {
    return (await this.#repo.findVersion(deck.id, versionId)) ?? noSuchVersion(deck, versionId);
  }

  /** The same with the manifest of the package. */
  async versionInFull(deck: DeckInVersion, versionId: string): Promise<VersionInFull> {
    return (await this.#repo.findVersionInFull(deck.id, versionId)) ?? noSuchVersion(deck, versionId);
  }

  /** @throws AppError DECK_NOT_FOUND, FORBIDDEN, PRECONDITION_FAILED */
  async update(
    actor: Actor,
    deckId: string,
    changes: { title?: string | undefined; visibility?: Visibility | undefined },
    preconditions: Preconditions = {},
  ): Promise<DeckDetail> {
    const { title, visibility } = changes;
    const check = checkOf(preconditions);
    if (visibility === undefined) await this.#repo.rename(await this.changeable(actor, deckId), title, check);
    else await this.#repo.update(await this.manageable(actor, deckId), { title, visibility }, check);
    if (visibility !== undefined) await this.#revocations.announce();
    return this.detail(actor, deckId);
  }
}

function refuse(): never {
  throw deckNotFound();
}

function noSuchVersion(deck: DeckInVersion, versionId: string): never {
  if (versionId === deck.currentVersionId) throw deckNotFound();
  throw versionNotFound();
}

/**
 * Compares the tags with the deck as the actor sees it, while its row is locked. Undefined if there are no conditions. A tag from before
 * the server rendered the deck still matches: no one has changed the deck.
 */
export function checkOf(preconditions: Preconditions): CheckCurrent | undefined {
  if (Object.keys(preconditions).length === 0) return undefined;
  return ({ deck, version, actor }) => {
    const tagAs = (row: typeof deck) => deckTag(serializeState(row, version, actor));
    if (preconditionsHold(preconditions, tagAs(deck))) return;
    const { ifMatch, ifNoneMatch } = preconditions;
    const isUnchanged = ifMatch !== undefined && preconditionsHold({ ifMatch }, tagAs(beforeRendering(deck)));
    if (isUnchanged && ifNoneMatch === undefined) return;
    throw new AppError('PRECONDITION_FAILED', 'The deck has changed in the meantime. See details.current.', {
      current: serializeDeck(deck, actor),
    });
  };
}
