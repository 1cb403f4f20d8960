import { and, between, eq, inArray, sql } from 'drizzle-orm';
import { renderedSlides, renderJobs, slides, versions } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import type { VersionRow } from '#server/decks/decks.repo.ts';
import { renderJobOf } from '#server/packages/package-rows.ts';
import type { ChangeSummary } from '#shared/versions.ts';
import type { SlideToCompare } from './compare-slides.ts';

/** A slide of a version, with what is shown of it. */
export interface ComparedRow extends SlideToCompare {
  readonly versionId: string;
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
        content: renderedSlides.content,
        miniature: renderedSlides.miniature,
        hasPicture: sql<boolean>`${renderedSlides.sizeBytes} is not null`,
      })
      .from(slides)
      .leftJoin(renderedSlides, and(eq(renderedSlides.versionId, slides.versionId), eq(renderedSlides.slideIndex, slides.index)))
      .where(inArray(slides.versionId, [...versionIds]))
      .orderBy(slides.versionId, slides.index, renderedSlides.position);
    return Map.groupBy(rows, ({ versionId }) => versionId);
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
