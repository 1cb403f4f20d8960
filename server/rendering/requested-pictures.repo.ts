import { randomUUID } from 'node:crypto';
import { and, eq, isNull, not, sql } from 'drizzle-orm';
import { decks, requestedPictures } from '#drizzle/schema/index.ts';
import { isInTrash } from '#server/access/readable-by.ts';
import type { Database } from '#server/db/connect.ts';
import { REQUESTED_PICTURES_MAX, REQUESTED_PICTURES_MAX_BYTES } from '#shared/limits.ts';
import type { PictureFormat, PictureWidth } from '#shared/slides.ts';

/** A picture of a slide. */
export interface WantedPicture {
  readonly deckId: string;
  readonly versionId: string;
  readonly slideIndex: number;
  /** Null if the slide's document is one slide. */
  readonly inner: number | null;
  /** How many steps are shown. Null: all. */
  readonly step: number | null;
  readonly width: PictureWidth;
  readonly format: PictureFormat;
}

/** Where it is. */
export interface RequestedPictureRow {
  readonly id: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
}

/** SQL of pictures that were made because someone asked for them. */
export class RequestedPicturesRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Null if it is not stored. The time of its last use is set, once an hour. */
  async find({ versionId, slideIndex, inner, step, width, format }: WantedPicture): Promise<RequestedPictureRow | null> {
    const [row] = await this.#db
      .select({
        id: requestedPictures.id,
        blobKey: requestedPictures.blobKey,
        sizeBytes: requestedPictures.sizeBytes,
        isUsedLately: sql<boolean>`${requestedPictures.usedAt} > now() - interval '1 hour'`,
      })
      .from(requestedPictures)
      .where(
        and(
          eq(requestedPictures.versionId, versionId),
          eq(requestedPictures.slideIndex, slideIndex),
          inner === null ? isNull(requestedPictures.inner) : eq(requestedPictures.inner, inner),
          step === null ? isNull(requestedPictures.step) : eq(requestedPictures.step, step),
          eq(requestedPictures.width, width),
          eq(requestedPictures.format, format),
        ),
      );
    if (row === undefined) return null;
    const { isUsedLately, ...picture } = row;
    if (!isUsedLately)
      await this.#db.update(requestedPictures).set({ usedAt: new Date() }).where(eq(requestedPictures.id, picture.id));
    return picture;
  }

  /** @returns false without any change if it is stored already, or the deck is in the trash or gone */
  async store({ deckId, ...picture }: WantedPicture, blob: { blobKey: string; sizeBytes: number }): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const [deck] = await tx
        .select({ id: decks.id })
        .from(decks)
        .where(and(eq(decks.id, deckId), not(isInTrash())))
        .for('share');
      if (deck === undefined) return false;
      const stored = await tx
        .insert(requestedPictures)
        .values({ id: randomUUID(), ...picture, ...blob })
        .onConflictDoNothing()
        .returning({ id: requestedPictures.id });
      return stored.length === 1;
    });
  }

  /**
   * Removes the pictures that were not used for the longest time, if there are more than may be kept.
   *
   * @returns the keys of their blobs
   */
  async removeBeyondLimits(): Promise<string[]> {
    const removed = await this.#db.execute<{ key: string }>(sql`
      delete from ${requestedPictures} where id in (
        select id from (
          select id, row_number() over newest as nth, sum(size_bytes) over newest as bytes
          from ${requestedPictures} window newest as (order by used_at desc, id)
        ) ranked where nth > ${REQUESTED_PICTURES_MAX} or bytes > ${REQUESTED_PICTURES_MAX_BYTES}
      ) returning blob_key as key`);
    return removed.map(({ key }) => key);
  }
}
