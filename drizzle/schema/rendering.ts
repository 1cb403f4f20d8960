import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytes, instant } from './columns.ts';
import { versions } from './decks.ts';
import { deckExports } from './exports.ts';

/**
 * What the renderer does with a version, and the outcome. The job that makes its pictures is written with the version, so that each version
 * has one; it is never deleted before its version. An export has a job of its own, which is deleted with it.
 */
export const renderJobs = pgTable(
  'render_jobs',
  {
    id: text('id').primaryKey(),
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    /** `pictures`: a picture of every slide. `export`: a file for one person. */
    kind: text('kind').$type<'pictures' | 'export'>().notNull(),
    /** The export that the job makes. Null for pictures. */
    exportId: text('export_id')
      .unique('render_jobs_export_unique')
      .references(() => deckExports.id, { onDelete: 'cascade' }),
    /** Jobs with the highest number run first, and of those the newest. */
    priority: integer('priority').notNull(),
    /** `failed`: it was tried as often as it may be. `error` says why it failed last. */
    state: text('state').$type<'queued' | 'running' | 'done' | 'failed'>().notNull(),
    /** How often a renderer has begun with it. */
    attempts: integer('attempts').notNull().default(0),
    /** How many parts were stored of a deck that is rendered in parts. The job goes on after them. */
    parts: integer('parts').notNull().default(0),
    /** How many slides have been rendered, of all that were found. Null until they are known. Written while the job runs. */
    slidesDone: integer('slides_done'),
    slidesTotal: integer('slides_total'),
    /** The attempt that has the lease. Only this attempt may write the outcome. Null unless it is running. */
    holder: text('holder'),
    /** A running attempt extends its lease. After this time, another instance may take over. */
    leaseUntil: instant('lease_until'),
    /** Why the last attempt did not come to its end. */
    error: text('error'),
    createdAt: instant('created_at').notNull().defaultNow(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** The blob with all pictures of the version, one after the other, or with the exported file. Null if there is none. */
    blobKey: text('blob_key').unique('render_jobs_blob_key_unique'),
  },
  (table) => [
    index('render_jobs_version').on(table.versionId, table.kind),
    uniqueIndex('render_jobs_version_pictures')
      .on(table.versionId)
      .where(sql`${table.kind} = 'pictures'`),
    // Literals, because a partial index is used only for conditions without parameters.
    index('render_jobs_queued')
      .on(table.priority, table.createdAt)
      .where(sql`${table.state} = 'queued'`),
    index('render_jobs_running')
      .on(table.leaseUntil)
      .where(sql`${table.state} = 'running'`),
    index('render_jobs_failed')
      .on(table.endedAt, table.id)
      .where(sql`${table.state} = 'failed'`),
    check('render_jobs_kind_known', sql`${table.kind} in ('pictures', 'export')`),
    check('render_jobs_kind_has_export', sql`(${table.kind} = 'export') = (${table.exportId} is not null)`),
    check('render_jobs_state_known', sql`${table.state} in ('queued', 'running', 'done', 'failed')`),
    check('render_jobs_slides_counted', sql`num_nonnulls(${table.slidesDone}, ${table.slidesTotal}) in (0, 2)`),
    check('render_jobs_holder_runs', sql`(${table.state} = 'running') = (${table.holder} is not null)`),
  ],
);

/** The slides of a version as people see them, in order, as the renderer has found them. */
export const renderedSlides = pgTable(
  'rendered_slides',
  {
    versionId: text('version_id')
      .notNull()
      .references(() => versions.id, { onDelete: 'cascade' }),
    /** From 0. */
    position: integer('position').notNull(),
    /** The slide of the package, from 0. */
    slideIndex: integer('slide_index').notNull(),
    /** The slide inside the slide's document, from 0. Null if the document is one slide. */
    inner: integer('inner'),
    title: text('title').notNull(),
    /** The name of an inner slide (`shared/inner-names`). Null if the document does not say. */
    innerName: text('inner_name'),
    /** The text on the slide. Null: unknown, because there is no picture. */
    content: text('content'),
    /** The speaker notes of an inner slide, as the document reports them. Null: unknown, because there is no picture, or from before they were stored. */
    speakerNotes: text('speaker_notes'),
    /** The picture, reduced to a few cells, as in the protocol of the renderer. Null if no two pictures of the slide are the same. */
    miniature: bytes('miniature'),
    /** The number of steps. 0: none. Null: unknown, because there is no picture. */
    steps: integer('steps'),
    /** The picture after the last step: its size in pixels and its place in the blob. All are null if there is none. */
    width: integer('width'),
    height: integer('height'),
    offset: bigint('offset', { mode: 'number' }),
    sizeBytes: integer('size_bytes'),
    /** Why the last attempt made no picture, as in the protocol of the renderer, or `refused`: it is too large or no picture. Null: there is one, or no attempt has come to the slide. */
    failure: text('failure'),
  },
  (table) => [
    primaryKey({ columns: [table.versionId, table.position] }),
    check(
      'rendered_slides_whole_picture',
      sql`num_nonnulls(${table.width}, ${table.height}, ${table.offset}, ${table.sizeBytes}) in (0, 4)`,
    ),
  ],
);
