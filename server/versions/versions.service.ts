import type { Actor } from '#server/auth/actor.ts';
import { presentVersion } from '#server/decks/decks.presenter.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import type { PackageIntake } from '#server/packages/package-intake.ts';
import { slideIdentities, versionRows } from '#server/packages/package-rows.ts';
import type { Upload } from '#server/packages/upload.ts';
import { AppError, deckNotFound } from '#server/errors.ts';
import type { DeckDetail } from '#shared/decks.ts';
import type { DeckVersion, VersionDetail } from '#shared/versions.ts';
import { matchSlides } from './slide-matching.ts';
import type { VersionsRepo } from './versions.repo.ts';

interface Dependencies {
  readonly repo: VersionsRepo;
  readonly decks: DecksService;
  readonly intake: PackageIntake;
}

/** The versions of a deck: one link, whose content is replaced and brought back. */
export class VersionsService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async list(actor: Actor, deckId: string): Promise<{ items: DeckVersion[] }> {
    const { decks, repo } = this.#dependencies;
    const deck = await decks.readable(actor, deckId);
    const rows = await repo.list(deck.id);
    return { items: rows.map((row) => presentVersion(row, deck.currentVersionId)) };
  }

  /** @throws AppError DECK_NOT_FOUND, VERSION_NOT_FOUND */
  async get(actor: Actor, deckId: string, versionId: string): Promise<VersionDetail> {
    const { decks } = this.#dependencies;
    const deck = await decks.readable(actor, deckId);
    const version = await decks.version(deck, versionId);
    return { version: presentVersion(version, deck.currentVersionId), manifest: await decks.manifest(version.id) };
  }

  /** Makes an uploaded package the deck's current version. @throws AppError as `PackageIntake.admit`, DECK_NOT_FOUND, FORBIDDEN */
  async add(actor: Actor, deckId: string, { staged, remember }: Upload): Promise<void> {
    const { decks, intake, repo } = this.#dependencies;
    const deck = await decks.changeable(actor, deckId);
    await intake.admit(deck.ownerId, staged, async (stored) => {
      const identities = slideIdentities(stored);
      const placing = { deckId, createdById: actor.userId, createdAt: new Date() };
      const added = await repo.add(
        deckId,
        ({ nextNumber, slides }) =>
          versionRows(stored, { ...placing, number: nextNumber, slideKeys: matchSlides(identities, slides) }),
        remember,
      );
      if (!added) throw deckNotFound();
    });
  }

  /** @throws AppError DECK_NOT_FOUND, FORBIDDEN, VERSION_NOT_FOUND */
  async restore(actor: Actor, deckId: string, versionId: string): Promise<DeckDetail> {
    const { decks, repo } = this.#dependencies;
    const deck = await decks.changeable(actor, deckId);
    if (!(await repo.restore(deck.id, versionId))) throw new AppError('VERSION_NOT_FOUND', 'This deck has no such version.');
    return decks.detail(actor, deckId);
  }
}
