import { randomUUID } from 'node:crypto';
import type { Actor } from '#server/auth/actor.ts';
import type { PackageIntake, StoredPackage, Upload, UploadFields } from '#server/packages/package-intake.ts';
import { currentColumns, versionRows } from '#server/packages/package-rows.ts';
import { type DeckDetail, deckTitleSchema } from '#shared/decks.ts';
import { DECK_TITLE_MAX } from '#shared/limits.ts';
import { serializeDetail } from './decks.serializer.ts';
import type { DecksRepo, NewDeck, WriteHooks } from './decks.repo.ts';

/** Creates decks from uploaded files. */
export class NewDeckService {
  readonly #repo: DecksRepo;
  readonly #intake: PackageIntake;

  constructor(repo: DecksRepo, intake: PackageIntake) {
    this.#repo = repo;
    this.#intake = intake;
  }

  /** @throws AppError as `PackageIntake.admit`, UNAUTHENTICATED */
  create(actor: Actor, { staged, fields, remember }: Upload): Promise<DeckDetail> {
    const whose = { uploaderId: actor.userId, ownerId: actor.userId };
    return this.#intake.admit(whose, staged, async (stored, checkQuota) => {
      const hooks: WriteHooks = { checkQuota, written: async (tx, parts) => remember?.(tx, serializeDetail(parts)) };
      return serializeDetail(await this.#repo.create(actor, newDeck(actor, stored, fields), hooks));
    });
  }
}

function newDeck(actor: Actor, stored: StoredPackage, fields: UploadFields): NewDeck {
  const id = randomUUID();
  const now = new Date();
  const rows = versionRows(stored, { deckId: id, number: 1, createdById: actor.userId, createdAt: now });
  const deck = {
    ...currentColumns(rows.version),
    id,
    ownerId: actor.userId,
    title: fields.title ?? titleOf(stored.manifest.title),
    visibility: fields.visibility ?? 'private',
    createdAt: now,
    updatedAt: now,
  };
  return { deck, ...rows };
}

/** The title of a deck from the title in its manifest. It must fit on one line. */
function titleOf(manifestTitle: string): string {
  const oneLine = manifestTitle
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, DECK_TITLE_MAX)
    .toWellFormed()
    .trim();
  return deckTitleSchema.safeParse(oneLine).data ?? 'Untitled deck';
}
