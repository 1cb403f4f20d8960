import { and, eq, getTableColumns, inArray, isNotNull, sql } from 'drizzle-orm';
import { decks, deckSettings, notes, packages, packageTexts, renderJobs, slides, versions } from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import type { AuditTrail } from '#server/audit-trail/audit-trail.repo.ts';
import { holdActorAlone } from '#server/auth/credentials.ts';
import type { Transaction } from '#server/db/connect.ts';
import { announceListed } from '#server/feed/announce-listed.ts';
import { renderJobOf } from '#server/packages/package-rows.ts';
import type { QuotaCheck } from '#server/packages/quotas.ts';
import { refuseAnotherDeck, type VersionRow } from './decks.repo.ts';

/** What becomes a deck of its own. */
export interface Duplicate {
  readonly id: string;
  readonly title: string;
  readonly versionId: string;
  /** The blob with the copied package. */
  readonly blobKey: string;
}

/** SQL of the duplication of decks. */
export class DuplicatesRepo {
  readonly #trail: AuditTrail;

  constructor(trail: AuditTrail) {
    this.#trail = trail;
  }

  /**
   * Writes a copy of one version of a deck, which belongs to the actor and is private. It has the notes of the version's slides, as they
   * are now, and none of the drawings, people and earlier versions.
   *
   * @throws AppError as `holdDeck`, LIMIT_REACHED, and what `checkQuota` throws
   */
  async add(source: ReadableDeck, version: VersionRow, copy: Duplicate, checkQuota: QuotaCheck): Promise<void> {
    await this.#trail.transaction(async (tx, record) => {
      // The actor first: users are locked before decks.
      await holdActorAlone(tx, source.actor);
      const { id: sourceId, actor } = await holdDeck(tx, source, 'share');
      await refuseAnotherDeck(tx, actor.userId);
      await checkQuota(tx, actor.userId);
      const { fingerprint, slideCount, hasThumbnail, sizeBytes } = version;
      const { id: deckId, title, versionId, blobKey } = copy;
      const shown = { fingerprint, slideCount, hasThumbnail };
      await tx
        .insert(decks)
        .values({ id: deckId, ownerId: actor.userId, title, visibility: 'private', currentVersionId: versionId, ...shown });
      await tx
        .insert(versions)
        .values({ id: versionId, deckId, number: 1, createdById: actor.userId, sizeBytes, blobKey, ...shown });
      await tx.insert(renderJobs).values(renderJobOf({ id: versionId, sizeBytes, slideCount }));
      await copyContents(tx, { from: { deckId: sourceId, versionId: version.id }, to: { deckId, versionId } });
      await announceListed(tx, deckId);
      const by = { id: actor.userId, name: actor.name };
      await record({ kind: 'deck.duplicated', actor: by, details: { deckId: sourceId, title, copyId: deckId } });
    });
  }
}

interface DeckVersionKey {
  readonly deckId: string;
  readonly versionId: string;
}

/** Slides keep their keys, by which the notes refer to them. */
async function copyContents(tx: Transaction, { from, to }: { from: DeckVersionKey; to: DeckVersionKey }): Promise<void> {
  const deckId = sql<string>`${to.deckId}::text`.as('deck_id');
  const versionId = sql<string>`${to.versionId}::text`.as('version_id');
  await tx.insert(packages).select(
    tx
      .select({ ...getTableColumns(packages), versionId })
      .from(packages)
      .where(eq(packages.versionId, from.versionId)),
  );
  await tx.insert(packageTexts).select(
    tx
      .select({ ...getTableColumns(packageTexts), versionId })
      .from(packageTexts)
      .where(eq(packageTexts.versionId, from.versionId)),
  );
  await tx.insert(slides).select(
    tx
      .select({ ...getTableColumns(slides), versionId })
      .from(slides)
      .where(eq(slides.versionId, from.versionId)),
  );
  const copied = tx.select({ slideKey: slides.slideKey }).from(slides).where(eq(slides.versionId, to.versionId));
  const first = { revision: sql<number>`1`.as('revision'), seq: sql<number>`0`.as('seq') };
  await tx.insert(notes).select(
    tx
      .select({ ...getTableColumns(notes), deckId, ...first })
      .from(notes)
      .where(and(eq(notes.deckId, from.deckId), isNotNull(notes.value), inArray(notes.slideKey, copied))),
  );
  // What the slides of the document are is part of the deck; which hosts it may load from is for the new owner to decide.
  await tx.insert(deckSettings).select(
    tx
      .select({ ...getTableColumns(deckSettings), deckId, hosts: sql<null>`null::text[]`.as('hosts') })
      .from(deckSettings)
      .where(and(eq(deckSettings.deckId, from.deckId), isNotNull(deckSettings.slideSelector))),
  );
}
