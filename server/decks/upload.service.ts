import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Actor } from '#server/auth/actor.ts';
import { isUnavailable } from '#server/db/faults.ts';
import { AppError } from '#server/errors.ts';
import { newBlobKey } from '#server/storage/blob-key.ts';
import type { BlobStore } from '#server/storage/blob-store.ts';
import { DECK_TITLE_MAX } from '#shared/limits.ts';
import { deckTitleSchema, type DeckDetail, type Visibility } from '#shared/decks.ts';
import type { DecksRepo, NewDeck } from './decks.repo.ts';
import type { DecksService } from './decks.service.ts';
import { readPackage, type VerifiedPackage } from './package-reading.ts';
import type { StagedFile } from './staged-file.ts';

interface Dependencies {
  readonly repo: DecksRepo;
  readonly decks: DecksService;
  readonly blobs: BlobStore;
  readonly log: Logger;
  readonly maxBytes: number;
  readonly userQuotaBytes: number;
}

interface UploadFields {
  readonly title?: string | undefined;
  readonly visibility: Visibility;
}

/** Verification keeps a core busy for seconds; one at a time leaves the other to everybody else. */
const VERIFICATIONS_AT_ONCE = 1;

/** Makes decks out of uploaded files. */
export class UploadService {
  readonly #dependencies: Dependencies;
  readonly #verifying = pLimit(VERIFICATIONS_AT_ONCE);

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Verifies a staged package, stores it and makes a deck of it, in this order; whatever fails, no row
   * is left, and no blob but one that a lost connection makes uncertain.
   *
   * @throws AppError INVALID_PACKAGE, INVALID_MANIFEST, UNSAFE_PATH, STORAGE_FULL
   */
  async create(actor: Actor, staged: StagedFile, fields: UploadFields): Promise<DeckDetail> {
    const { repo, decks, blobs, maxBytes } = this.#dependencies;
    const verified = await this.#verifying(() => readPackage(staged.path, maxBytes));
    await this.#checkQuota(actor, staged.sizeBytes);
    const blobKey = newBlobKey();
    await blobs.putFile(blobKey, staged.path, { size: staged.sizeBytes });
    const created = newDeck(actor, { staged, verified, fields, blobKey });
    await repo.create(created).catch((fault: unknown) => this.#withdraw(blobKey, fault));
    return decks.detail(actor, created.deck.id);
  }

  async #checkQuota(actor: Actor, sizeBytes: number): Promise<void> {
    const { repo, userQuotaBytes } = this.#dependencies;
    if (!Number.isFinite(userQuotaBytes)) return;
    if ((await repo.storedBytes(actor.userId)) + sizeBytes <= userQuotaBytes) return;
    throw new AppError('STORAGE_FULL', 'Your decks would take more room than you have. Delete one you no longer need.', { maxBytes: userQuotaBytes });
  }

  /**
   * Takes a blob back whose row could not be written. Not after a lost connection: the commit may have
   * gone through, and then the blob is live. It stays, and the sweep decides when the database can be asked.
   */
  async #withdraw(blobKey: string, fault: unknown): Promise<never> {
    const { blobs, log } = this.#dependencies;
    if (!isUnavailable(fault)) {
      await blobs.delete(blobKey).catch((err: unknown) => log.warn({ err }, 'a blob is left to the sweep'));
    }
    throw fault;
  }
}

interface Parts {
  readonly staged: StagedFile;
  readonly verified: VerifiedPackage;
  readonly fields: UploadFields;
  readonly blobKey: string;
}

function newDeck(actor: Actor, { staged, verified, fields, blobKey }: Parts): NewDeck {
  const deckId = randomUUID();
  const versionId = randomUUID();
  const { manifest, entries, hasThumbnail } = verified;
  const content = { fingerprint: `sha256-${staged.sha256}`, slideCount: manifest.slides.length };
  const now = new Date();
  return {
    deck: {
      ...content,
      id: deckId,
      ownerId: actor.userId,
      title: fields.title ?? titleOf(manifest.title),
      visibility: fields.visibility,
      currentVersionId: versionId,
      hasThumbnail,
      createdAt: now,
      updatedAt: now,
    },
    version: { ...content, id: versionId, deckId, number: 1, sizeBytes: staged.sizeBytes, blobKey, createdById: actor.userId, createdAt: now },
    package: { versionId, manifest, entries },
    slides: manifest.slides.map((_slide, index) => ({ versionId, index, slideKey: randomUUID() })),
  };
}

/** The manifest's title as a title of ours, which must fit one line. */
function titleOf(manifestTitle: string): string {
  const oneLine = manifestTitle.replaceAll(/\p{Cc}+/gu, ' ').trim().slice(0, DECK_TITLE_MAX).toWellFormed().trim();
  return deckTitleSchema.safeParse(oneLine).data ?? 'Untitled deck';
}
