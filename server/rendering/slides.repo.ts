import { and, eq, getTableColumns } from 'drizzle-orm';
import { renderedSlides, renderJobs } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';

/** A slide without what is only compared and searched. */
export type RenderedSlideRow = Omit<typeof renderedSlides.$inferSelect, 'content' | 'speakerNotes' | 'miniature'>;

/** A slide, and where its picture is. */
export interface FoundSlide extends Pick<RenderedSlideRow, 'position' | 'slideIndex' | 'inner' | 'steps'> {
  /** Null if there is none. */
  readonly picture: PicturePlace | null;
}

/** A part of a blob, in bytes. */
export interface PicturePlace {
  readonly blobKey: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

/** The job that makes the pictures of a version. */
export type PictureJob = Pick<typeof renderJobs.$inferSelect, 'state' | 'error' | 'slidesDone' | 'slidesTotal'>;

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
    const { content: _content, speakerNotes: _notes, miniature: _miniature, ...columns } = getTableColumns(renderedSlides);
    return this.#db
      .select(columns)
      .from(renderedSlides)
      .where(eq(renderedSlides.versionId, versionId))
      .orderBy(renderedSlides.position);
  }

  /** Null if the version has no job. */
  async findJob(versionId: string): Promise<PictureJob | null> {
    const { state, error, slidesDone, slidesTotal } = renderJobs;
    const [job] = await this.#db
      .select({ state, error, slidesDone, slidesTotal })
      .from(renderJobs)
      .where(and(eq(renderJobs.versionId, versionId), eq(renderJobs.kind, 'pictures')));
    return job ?? null;
  }

  /** Null if the renderer has found no such slide. */
  async find(versionId: string, { slideIndex, inner }: SlidePlace): Promise<FoundSlide | null> {
    const [row] = await this.#db
      .select({
        position: renderedSlides.position,
        slideIndex: renderedSlides.slideIndex,
        inner: renderedSlides.inner,
        steps: renderedSlides.steps,
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
    const { offset, sizeBytes, blobKey, ...slide } = row;
    const hasPicture = offset !== null && sizeBytes !== null && blobKey !== null;
    return { ...slide, picture: hasPicture ? { offset, sizeBytes, blobKey } : null };
  }
}
