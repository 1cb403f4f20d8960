import { and, eq, getTableColumns } from 'drizzle-orm';
import { renderedSlides, renderJobs } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';

/** A slide without what is only compared and searched. */
export type RenderedSlideRow = Omit<typeof renderedSlides.$inferSelect, 'content' | 'miniature'>;

/** Where a picture is. */
export interface PictureRow {
  readonly position: number;
  readonly blobKey: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

/** Which slide. Without `inner`, the first one in the slide's document. */
export interface SlidePlace {
  readonly slideIndex: number;
  readonly inner?: number | undefined;
}

/** SQL of what the renderer has made. */
export class SlidesRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** In the order of the deck. Empty if the version is not rendered. */
  async list(versionId: string): Promise<RenderedSlideRow[]> {
    const { content: _content, miniature: _miniature, ...columns } = getTableColumns(renderedSlides);
    return this.#db
      .select(columns)
      .from(renderedSlides)
      .where(eq(renderedSlides.versionId, versionId))
      .orderBy(renderedSlides.position);
  }

  /** Null if there is no such slide, or no picture of it. */
  async findPicture(versionId: string, { slideIndex, inner }: SlidePlace): Promise<PictureRow | null> {
    const [row] = await this.#db
      .select({
        position: renderedSlides.position,
        offset: renderedSlides.offset,
        sizeBytes: renderedSlides.sizeBytes,
        blobKey: renderJobs.blobKey,
      })
      .from(renderedSlides)
      .innerJoin(renderJobs, and(eq(renderJobs.versionId, versionId), eq(renderJobs.kind, 'pictures')))
      .where(
        and(
          eq(renderedSlides.versionId, versionId),
          eq(renderedSlides.slideIndex, slideIndex),
          inner === undefined ? undefined : eq(renderedSlides.inner, inner),
        ),
      )
      .orderBy(renderedSlides.position)
      .limit(1);
    if (row === undefined) return null;
    const { position, offset, sizeBytes, blobKey } = row;
    return offset === null || sizeBytes === null || blobKey === null ? null : { position, offset, sizeBytes, blobKey };
  }
}
