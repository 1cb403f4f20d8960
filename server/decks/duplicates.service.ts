import { randomUUID } from 'node:crypto';
import type { Actor } from '#server/auth/actor.ts';
import type { PackageCopies } from '#server/packages/package-copies.ts';
import type { DeckDetail } from '#shared/decks.ts';
import { DECK_TITLE_MAX } from '#shared/limits.ts';
import type { DecksService } from './decks.service.ts';
import type { DuplicatesRepo } from './duplicates.repo.ts';

interface Dependencies {
  readonly repo: DuplicatesRepo;
  readonly decks: DecksService;
  readonly copies: PackageCopies;
}

/** Creates decks from other decks. */
export class DuplicatesService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Copies the current version of a deck that the actor may read, with its notes, to a private deck of their own.
   *
   * @throws AppError DECK_NOT_FOUND, STORAGE_FULL, LIMIT_REACHED, RATE_LIMITED
   */
  async duplicate(actor: Actor, deckId: string, title?: string): Promise<DeckDetail> {
    const { repo, decks, copies } = this.#dependencies;
    const source = await decks.readable(actor, deckId);
    const version = await decks.version(source);
    const copy = { id: randomUUID(), versionId: randomUUID(), title: title ?? titleOfCopy(source.title) };
    await copies.copy(actor.userId, version, (blobKey, checkQuota) =>
      repo.add(source, version, { ...copy, blobKey }, checkQuota),
    );
    return decks.detail(actor, copy.id);
  }
}

function titleOfCopy(title: string): string {
  const whole = `Copy of ${title}`;
  return whole.length <= DECK_TITLE_MAX ? whole : title;
}
