import type { Manifest } from 'deck-format';
import { PASSING_FAILURES } from 'deck-renderer';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, not, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { decks, deckSettings, packages, playbackGrants, renderedSlides, renderJobs, versions } from '#drizzle/schema/index.ts';
import { isInTrash } from '#server/access/readable-by.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { advance } from '#server/feed/advance.ts';
import { RENDER_PRIORITY } from '#server/packages/package-rows.ts';

/** An attempt at a job. Once another attempt has taken over the job, this one changes nothing any more. */
export interface Attempt {
  readonly id: string;
  /** A random id of the attempt. */
  readonly holder: string;
  readonly deckId: string;
  readonly versionId: string;
  readonly kind: (typeof renderJobs.$inferSelect)['kind'];
  /** The export that the job makes; null for pictures. */
  readonly exportId: string | null;
}

/** What is rendered. */
export interface VersionToRender {
  readonly manifest: Manifest;
  readonly slideSelector: string | null;
}

/** A slide as people see it, without its version. */
export type NewRenderedSlide = Omit<typeof renderedSlides.$inferInsert, 'versionId'>;

/** What earlier parts of a job have made of a deck that is rendered in parts. */
export interface EarlierParts {
  /** How many there are. */
  readonly parts: number;
  /** All of their pictures. Null: there are none. */
  readonly blobKey: string | null;
  /** The size of the blob in bytes. */
  readonly sizeBytes: number;
  /** The number of characters of all texts. */
  readonly textLength: number;
  /** The slides that this part makes, in the order of the deck: those that no part has come to or, after all of them, those that are tried again. */
  readonly left: readonly NewRenderedSlide[];
  /** Whether the slides are tried again. There is no other part after that. */
  readonly isLastTry: boolean;
  /** How many slides are tried again after those that are left. */
  readonly laterTries: number;
  /** The number of all slides. */
  readonly total: number;
}

/** What an attempt has made. */
export interface Outcome {
  /** The slides that were found or, after earlier parts, those that were left. */
  readonly slides: readonly NewRenderedSlide[];
  /** Null: there is no picture. */
  readonly blobKey: string | null;
  /** Why it did not come to its end; null: it did. */
  readonly error: string | null;
  /** Whether the rest is made by another part, after all other jobs. */
  readonly goesOn: boolean;
}

/** How many jobs there are on all instances together. */
export interface JobCounts {
  readonly queued: number;
  readonly running: number;
  /** How long the oldest one has waited; 0 if none waits. */
  readonly oldestSeconds: number;
}

/** How many jobs may run at the same time, on all instances together. A browser needs a processor and several hundred MB. */
const RUNNING_MAX = 2;
/** How often a job is tried. A deck that ends its renderer must not be tried for ever. */
export const ATTEMPTS_MAX = 3;
/** How long an attempt keeps its job without renewing it. */
const LEASE = sql`now() + interval '60 seconds'`;
/** The key of the advisory lock under which jobs are claimed: otherwise two instances could both start the last one allowed. */
export const CLAIM_LOCK = 7_305_808_492;
/** The error of a job whose renderer or server ended in each attempt. */
const LOST = 'lost';

// Literals, as in the partial indexes.
const isQueued = sql`${renderJobs.state} = 'queued'`;
const isRunning = sql`${renderJobs.state} = 'running'`;
const stopped = { holder: null, leaseUntil: null };
/** A slide that no attempt has come to. */
const isOpen = and(isNull(renderedSlides.offset), isNull(renderedSlides.failure));
const hasPassingFailure = inArray(renderedSlides.failure, [...PASSING_FAILURES]);

/** Called in the transaction that stores what was made of a version. The row of its deck is locked. */
export type RenderedHook = (tx: Transaction, version: Pick<Attempt, 'deckId' | 'versionId'>) => Promise<void>;

/** SQL of the queue of render jobs, and of what jobs of the kind `pictures` have made. */
export class RenderJobsRepo {
  readonly #db: Database;
  readonly #rendered: RenderedHook;

  constructor(db: Database, rendered: RenderedHook) {
    this.#db = db;
    this.#rendered = rendered;
  }

  /**
   * Begins an attempt at the next job. Null if there is none, or if as many run as may. Jobs whose lease has expired are free again,
   * because their server has stopped. Decks in the trash are left out.
   *
   * @param holder a new random id
   */
  async claim(holder: string): Promise<Attempt | null> {
    return this.#db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${CLAIM_LOCK})`);
      await tx
        .update(renderJobs)
        .set({ ...stopped, ...nextState(LOST), endedAt: new Date() })
        .where(and(isRunning, lt(renderJobs.leaseUntil, sql`now()`)));
      const [running] = await tx.select({ jobs: count() }).from(renderJobs).where(isRunning);
      if ((running?.jobs ?? 0) >= RUNNING_MAX) return null;
      const [job] = await tx
        .select({
          id: renderJobs.id,
          deckId: versions.deckId,
          versionId: versions.id,
          kind: renderJobs.kind,
          exportId: renderJobs.exportId,
        })
        .from(renderJobs)
        .innerJoin(versions, eq(versions.id, renderJobs.versionId))
        .innerJoin(decks, eq(decks.id, versions.deckId))
        .where(and(isQueued, not(isInTrash())))
        .orderBy(desc(renderJobs.priority), desc(renderJobs.createdAt))
        .limit(1)
        // A row that is locked is being deleted with its deck.
        .for('update', { of: renderJobs, skipLocked: true });
      if (job === undefined) return null;
      await tx
        .update(renderJobs)
        .set({
          state: 'running',
          holder,
          leaseUntil: LEASE,
          attempts: sql`${renderJobs.attempts} + 1`,
          startedAt: new Date(),
          endedAt: null,
        })
        .where(eq(renderJobs.id, job.id));
      return { ...job, holder };
    });
  }

  /** The jobs of all instances that run and that wait. */
  async count(): Promise<JobCounts> {
    const [queued] = await this.#db
      .select({ jobs: count(), seconds: sql<number | null>`extract(epoch from now() - min(${renderJobs.createdAt}))::float8` })
      .from(renderJobs)
      .where(isQueued);
    const [running] = await this.#db.select({ jobs: count() }).from(renderJobs).where(isRunning);
    return { queued: queued?.jobs ?? 0, running: running?.jobs ?? 0, oldestSeconds: queued?.seconds ?? 0 };
  }

  /** Null if the deck was deleted. */
  async find({ versionId, deckId }: Pick<Attempt, 'versionId' | 'deckId'>): Promise<VersionToRender | null> {
    const [row] = await this.#db
      .select({ manifest: packages.manifest, slideSelector: deckSettings.slideSelector })
      .from(packages)
      .leftJoin(deckSettings, eq(deckSettings.deckId, deckId))
      .where(eq(packages.versionId, versionId));
    return row ?? null;
  }

  /** What earlier parts of the job have made; null if this is the first one. */
  async findEarlier({ id, versionId }: Attempt): Promise<EarlierParts | null> {
    const [job] = await this.#db
      .select({ parts: renderJobs.parts, blobKey: renderJobs.blobKey })
      .from(renderJobs)
      .where(eq(renderJobs.id, id));
    if (job === undefined || job.parts === 0) return null;
    const isOfVersion = eq(renderedSlides.versionId, versionId);
    const [made] = await this.#db
      .select({
        open: sql`count(*) filter (where ${isOpen})`.mapWith(Number),
        passing: sql`count(*) filter (where ${hasPassingFailure})`.mapWith(Number),
        sizeBytes: sql`coalesce(max(${renderedSlides.offset} + ${renderedSlides.sizeBytes}), 0)`.mapWith(Number),
        textLength: sql`coalesce(sum(length(${renderedSlides.content})), 0)`.mapWith(Number),
        total: count(),
      })
      .from(renderedSlides)
      .where(isOfVersion);
    if (made === undefined) return null;
    const { open, passing, ...sums } = made;
    const isLastTry = open === 0;
    const left = await this.#db
      .select()
      .from(renderedSlides)
      .where(and(isOfVersion, isLastTry ? hasPassingFailure : isOpen))
      .orderBy(asc(renderedSlides.position));
    return { ...job, ...sums, left, isLastTry, laterTries: isLastTry ? 0 : passing };
  }

  /** Records how far an attempt is. Returns false if the attempt has lost its job. */
  async advance(attempt: Attempt, { done, total }: { readonly done: number; readonly total: number }): Promise<boolean> {
    const advanced = await this.#db
      .update(renderJobs)
      .set({ slidesDone: done, slidesTotal: total })
      .where(isOf(attempt))
      .returning({ id: renderJobs.id });
    return advanced.length === 1;
  }

  /** Extends the lease. Returns false if the attempt has lost its job, or the deck is gone. */
  async renew(attempt: Attempt): Promise<boolean> {
    const renewed = await this.#db
      .update(renderJobs)
      .set({ leaseUntil: LEASE })
      .where(isOf(attempt))
      .returning({ id: renderJobs.id });
    return renewed.length === 1;
  }

  /**
   * Ends an attempt that has made nothing. The job is tried again after all others, unless it was tried often enough.
   *
   * @param error null: the deck is not the cause, so the attempt does not count
   * @returns false if the attempt has lost its job
   */
  async giveUp(attempt: Attempt, error: string | null): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const given = await tx
        .update(renderJobs)
        .set(
          error === null
            ? { ...stopped, state: 'queued', attempts: sql`${renderJobs.attempts} - 1` }
            : { ...stopped, ...nextState(error), endedAt: new Date() },
        )
        .where(isOf(attempt))
        .returning({ id: renderJobs.id });
      await removeGrant(tx, attempt);
      return given.length === 1;
    });
  }

  /** Whether this is the last attempt. */
  async isLast(attempt: Attempt): Promise<boolean> {
    const [job] = await this.#db.select({ attempts: renderJobs.attempts }).from(renderJobs).where(isOf(attempt));
    return job !== undefined && job.attempts >= ATTEMPTS_MAX;
  }

  /**
   * Stores what an attempt has made, and announces the change of the deck.
   *
   * @returns false without any change if the attempt has lost its job, or the deck is in the trash or gone
   */
  async finish(attempt: Attempt, { slides, blobKey, error, goesOn }: Outcome): Promise<boolean> {
    const { deckId, versionId } = attempt;
    return this.#db.transaction(async (tx) => {
      // The deck first: a deck is locked before its versions and their jobs when it is deleted.
      const [deck] = await tx
        .select({ id: decks.id })
        .from(decks)
        .where(and(eq(decks.id, deckId), not(isInTrash())))
        .for('no key update');
      if (deck === undefined) return false;
      const leave = goesOn ? setAside : endJob;
      if (!(await leave(tx, attempt, { blobKey, error }))) return false;
      await writeSlides(tx, versionId, slides);
      await countSlides(tx, attempt);
      await this.#rendered(tx, attempt);
      await advance(tx, deckId, 'decks');
      return true;
    });
  }
}

/**
 * Ends a job and its playback address, in the transaction that stores what was made. The row of the deck is locked.
 *
 * @returns false without any change if the attempt has lost its job
 */
export async function endJob(
  tx: Transaction,
  attempt: Attempt,
  { blobKey, error }: Pick<Outcome, 'blobKey' | 'error'>,
): Promise<boolean> {
  return leaveJob(tx, attempt, { state: error === null ? 'done' : 'failed', error, blobKey, endedAt: new Date() });
}

/** Queues the rest of a job, after all others. It has its attempts again, because the deck has not ended its renderer. */
async function setAside(
  tx: Transaction,
  attempt: Attempt,
  { blobKey, error }: Pick<Outcome, 'blobKey' | 'error'>,
): Promise<boolean> {
  const parts = sql`${renderJobs.parts} + 1`;
  return leaveJob(tx, attempt, { state: 'queued', priority: RENDER_PRIORITY.later, attempts: 0, parts, error, blobKey });
}

async function leaveJob(tx: Transaction, attempt: Attempt, outcome: PgUpdateSetSource<typeof renderJobs>): Promise<boolean> {
  const left = await tx
    .update(renderJobs)
    .set({ ...stopped, ...outcome })
    .where(isOf(attempt))
    .returning({ id: renderJobs.id });
  if (left.length === 0) return false;
  await removeGrant(tx, attempt);
  return true;
}

/** Writes how many slides a version has as people count them, and whether the first one has a picture. */
async function countSlides(tx: Transaction, { deckId, versionId }: Attempt): Promise<void> {
  const { position, offset } = renderedSlides;
  const [shown = { shownSlideCount: null, hasPicture: false }] = await tx
    .select({
      shownSlideCount: sql<number | null>`nullif(count(*), 0)::int`,
      hasPicture: sql<boolean>`coalesce(bool_or(${position} = 0 and ${isNotNull(offset)}), false)`,
    })
    .from(renderedSlides)
    .where(eq(renderedSlides.versionId, versionId));
  await tx.update(versions).set(shown).where(eq(versions.id, versionId));
  await tx
    .update(decks)
    .set(shown)
    .where(and(eq(decks.id, deckId), eq(decks.currentVersionId, versionId)));
}

/** Writes slides, and what a later part has made of slides that were found by the first one. */
async function writeSlides(tx: Transaction, versionId: string, slides: readonly NewRenderedSlide[]): Promise<void> {
  if (slides.length === 0) return;
  await tx
    .insert(renderedSlides)
    .values(slides.map((slide) => ({ ...slide, versionId })))
    .onConflictDoUpdate({
      target: [renderedSlides.versionId, renderedSlides.position],
      set: {
        content: sql`excluded.content`,
        speakerNotes: sql`excluded.speaker_notes`,
        miniature: sql`excluded.miniature`,
        steps: sql`excluded.steps`,
        width: sql`excluded.width`,
        height: sql`excluded.height`,
        offset: sql`excluded."offset"`,
        sizeBytes: sql`excluded.size_bytes`,
        failure: sql`excluded.failure`,
      },
    });
}

/** After an attempt that has failed. */
function nextState(error: string) {
  const isLast = sql`${renderJobs.attempts} >= ${ATTEMPTS_MAX}`;
  return {
    state: sql`case when ${isLast} then 'failed' else 'queued' end`,
    priority: RENDER_PRIORITY.later,
    error,
  };
}

/** The playback address of a job ends with its attempt. */
async function removeGrant(tx: Transaction, { id }: Attempt): Promise<void> {
  await tx.delete(playbackGrants).where(eq(playbackGrants.jobId, id));
}

/** The job of an attempt, unless it has lost it. */
export function isOf({ id, holder }: Attempt) {
  return and(eq(renderJobs.id, id), eq(renderJobs.holder, holder));
}
