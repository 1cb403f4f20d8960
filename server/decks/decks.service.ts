import type { Manifest } from 'deck-format';
import type { Logger } from 'pino';
import type { Actor } from '#server/auth/actor.ts';
import type { Revocations } from '#server/auth/revocations.ts';
import { AppError, deckNotFound, forbidden } from '#server/errors.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import type { Deck, DeckDetail, Visibility } from '#shared/decks.ts';
import { canChange, canRead } from './decks.policy.ts';
import { presentDeck, presentDetail } from './decks.presenter.ts';
import type { DeckFilter, DeckRow, DecksRepo, VersionRow } from './decks.repo.ts';

declare const readable: unique symbol;
declare const changeable: unique symbol;

/** A deck that its caller was found to be allowed to read. Nothing but `DecksService` makes one. */
export type ReadableDeck = DeckRow & { readonly [readable]: true };
/** A deck that its caller was found to be allowed to change and delete. */
export type ChangeableDeck = ReadableDeck & { readonly [changeable]: true };

interface Dependencies {
  readonly repo: DecksRepo;
  readonly blobs: BlobStore;
  readonly revocations: Pick<Revocations, 'announce'>;
  readonly log: Logger;
}

/** What may be done with decks. Other rooms ask it for access (`readable`) and nothing else. */
export class DecksService {
  readonly #repo: DecksRepo;
  readonly #blobs: BlobStore;
  readonly #revocations: Pick<Revocations, 'announce'>;
  readonly #log: Logger;

  constructor({ repo, blobs, revocations, log }: Dependencies) {
    this.#repo = repo;
    this.#blobs = blobs;
    this.#revocations = revocations;
    this.#log = log;
  }

  /** @throws AppError DECK_NOT_FOUND, also for a deck that the actor may not see */
  async readable(actor: Actor, deckId: string): Promise<ReadableDeck> {
    const deck = await this.#repo.find(deckId);
    if (deck === null || !canRead(actor, deck)) throw deckNotFound();
    // The mark exists for the type checker alone.
    return deck as ReadableDeck;
  }

  /** Who may read which of these decks as things stand now, for those who ask for many people at once. */
  async readability(deckIds: readonly string[]): Promise<(actor: Actor, deckId: string) => boolean> {
    const facts = await this.#repo.findFacts(deckIds);
    return (actor, deckId) => {
      const deck = facts.get(deckId);
      return deck !== undefined && canRead(actor, deck);
    };
  }

  /** @throws AppError DECK_NOT_FOUND, or FORBIDDEN for a deck that the actor may only read */
  async changeable(actor: Actor, deckId: string): Promise<ChangeableDeck> {
    const deck = await this.readable(actor, deckId);
    if (!canChange(actor, deck)) throw forbidden();
    return deck as ChangeableDeck;
  }

  async list(actor: Actor, filter: DeckFilter): Promise<{ items: Deck[]; nextCursor: string | null }> {
    const viewer = { userId: actor.userId, seesAll: actor.role === 'admin' };
    const { items, nextCursor } = await this.#repo.list(viewer, filter);
    return { items: items.map(presentDeck), nextCursor };
  }

  async detail(actor: Actor, deckId: string): Promise<DeckDetail> {
    const deck = await this.readable(actor, deckId);
    const [version, manifest] = await Promise.all([this.version(deck), this.manifest(deck.currentVersionId)]);
    return presentDetail(deck, version, manifest, canChange(actor, deck));
  }

  /**
   * One version of a deck, the current one when none is named.
   *
   * @throws AppError VERSION_NOT_FOUND; DECK_NOT_FOUND when the deck went away meanwhile
   */
  async version(deck: ReadableDeck, versionId = deck.currentVersionId): Promise<VersionRow> {
    const version = await this.#repo.findVersion(deck.id, versionId);
    if (version !== null) return version;
    if (versionId === deck.currentVersionId) throw deckNotFound();
    throw new AppError('VERSION_NOT_FOUND', 'This deck has no such version.');
  }

  /** What the package of a version says of itself. @throws AppError DECK_NOT_FOUND when the deck went away meanwhile */
  async manifest(versionId: string): Promise<Manifest> {
    const manifest = await this.#repo.findManifest(versionId);
    if (manifest === null) throw deckNotFound();
    return manifest;
  }

  async update(
    actor: Actor,
    deckId: string,
    changes: { title?: string | undefined; visibility?: Visibility | undefined },
  ): Promise<DeckDetail> {
    const deck = await this.changeable(actor, deckId);
    if (!(await this.#repo.update(deck.id, changes))) throw deckNotFound();
    if (changes.visibility !== undefined) await this.#revocations.announce();
    return this.detail(actor, deckId);
  }

  /** The rows go first: they are what makes a deck. A blob that cannot be deleted now is an orphan that the sweep finds. */
  async remove(actor: Actor, deckId: string): Promise<void> {
    const deck = await this.changeable(actor, deckId);
    const blobKeys = await this.#repo.remove(deck.id);
    await this.#revocations.announce();
    for (const key of blobKeys) {
      await this.#blobs.delete(key).catch((err: unknown) => this.#log.warn({ err, deckId }, 'a blob is left to the sweep'));
    }
  }
}
