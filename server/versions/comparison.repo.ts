import { and, between, eq, inArray, or, sql } from 'drizzle-orm';
import { renderedSlides, renderJobs, slides, versions } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import type { VersionRow } from '#server/decks/decks.repo.ts';
import { deckNotFound } from '#server/errors.ts';
import { renderJobOf } from '#server/packages/package-rows.ts';
import type { ChangeSummary } from '#shared/versions.ts';
import type { ShownSlide, SlideToCompare } from './compare-slides.ts';

/** A slide of a version, with what is shown of it. */
export interface ComparedRow extends SlideToCompare {
  readonly versionId: string;
  /** Among the slides of the version. Null if it is not rendered. */
  readonly position: number | null;
  /** The slide of the package. */
  readonly index: number;
  /** Null if the version is not rendered. */
  readonly title: string | null;
  readonly hasPicture: boolean;
}

/** SQL of comparisons of versions. */
export class ComparisonRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The slides of versions as people see them, each version in its order. A version that is not rendered has those of its package. */
  async slidesOf(versionIds: readonly string[], db: Database | Transaction = this.#db): Promise<Map<string, ComparedRow[]>> {
    const rows = await db
      .select({
        versionId: slides.versionId,
        slideKey: slides.slideKey,
        digest: slides.digest,
        index: slides.index,
        inner: renderedSlides.inner,
        innerName: renderedSlides.innerName,
        title: renderedSlides.title,
        position: renderedSlides.position,
        // Texts and miniatures of a version can have over 50 MB.
        contentDigest: sql<string | null>`md5(${renderedSlides.content})`,
        miniatureDigest: sql<string | null>`md5(${renderedSlides.miniature})`,
        hasPicture: sql<boolean>`${renderedSlides.sizeBytes} is not null`,
      })
      .from(slides)
      .leftJoin(renderedSlides, and(eq(renderedSlides.versionId, slides.versionId), eq(renderedSlides.slideIndex, slides.index)))
      .where(inArray(slides.versionId, [...versionIds]))
      .orderBy(slides.versionId, slides.index, renderedSlides.position);
    return Map.groupBy(rows, ({ versionId }) => versionId);
  }

  /**
   * What slides show, in the same order. Call it for a few slides at a time.
   *
   * @throws AppError DECK_NOT_FOUND if the deck was deleted after the slides were listed
   */
  async shownBy(listed: readonly ComparedRow[], db: Database | Transaction = this.#db): Promise<ShownSlide[]> {
    const places = [...Map.groupBy(listed, ({ versionId }) => versionId)].map(([versionId, of]) => {
      const positions = of.flatMap(({ position }) => position ?? []);
      return and(eq(renderedSlides.versionId, versionId), inArray(renderedSlides.position, positions));
    });
    const { versionId, position, content, miniature } = renderedSlides;
    const rows = await db
      .select({ versionId, position, content, miniature })
      .from(renderedSlides)
      .where(or(...places));
    const found = new Map(rows.map((row) => [keyOf(row), row]));
    return listed.map((slide) => {
      const shown = found.get(keyOf(slide));
      if (shown === undefined) throw deckNotFound();
      return shown;
    });
  }

  /** Queues a render job for versions that have none, because they were not current when the server first had a renderer. */
  async render(pair: readonly VersionRow[]): Promise<void> {
    await this.#db.insert(renderJobs).values(pair.map(renderJobOf)).onConflictDoNothing();
  }

  /** A version, the one before it and the one after it, as far as there are any, by number. */
  async adjacent(
    tx: Transaction,
    { deckId, versionId }: { readonly deckId: string; readonly versionId: string },
  ): Promise<{ id: string; number: number; fingerprint: string }[]> {
    const number = sql`(select ${versions.number} from ${versions} where ${versions.id} = ${versionId})`;
    return tx
      .select({ id: versions.id, number: versions.number, fingerprint: versions.fingerprint })
      .from(versions)
      .where(and(eq(versions.deckId, deckId), between(versions.number, sql`${number} - 1`, sql`${number} + 1`)))
      .orderBy(versions.number);
  }

  async record(tx: Transaction, versionId: string, changes: ChangeSummary): Promise<void> {
    await tx.update(versions).set({ changes }).where(eq(versions.id, versionId));
  }
}

function keyOf({ versionId, position }: Pick<ComparedRow, 'versionId' | 'position'>): string {
  return `${versionId} ${position}`;
}
