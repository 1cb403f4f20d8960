import { randomUUID } from 'node:crypto';
import { RendererUnavailableError } from 'deck-renderer';
import type { Logger } from 'pino';
import { isUnavailable } from '#server/db/faults.ts';
import { AppError } from '#server/errors.ts';
import { inSpan } from '#server/spans.ts';
import { readNotice } from '#server/feed/notices.ts';
import { StorageError } from '#server/storage/storage-errors.ts';
import { deckToRender } from './deck-to-render.ts';
import type { Attempt, RenderJobsRepo } from './render-jobs.repo.ts';
import type { RenderWork } from './render-work.ts';

interface Dependencies {
  readonly repo: RenderJobsRepo;
  /** What is done in each kind of job. */
  readonly work: Readonly<Record<Attempt['kind'], RenderWork>>;
  /** The addresses at which decks play for the renderer. */
  readonly addresses: {
    /** Null if the deck is gone. */
    readonly grant: (job: Attempt) => Promise<string | null>;
    /** Called after a job has ended, and with it the address. */
    readonly forget: (job: Attempt) => void;
  };
  readonly log: Logger;
}

/** How many jobs this process runs at once. The limit of all processes together is in the repository. */
const RUNNING_MAX = 2;
/** How often the queue is looked at. New versions are announced, but the end of another instance is not. */
const LOOK_MILLISECONDS = 15_000;
/** A third of the lease. */
const RENEW_MILLISECONDS = 20_000;
/** How long jobs wait after the renderer, the store or the database could not be reached. */
const PAUSE_MILLISECONDS = 30_000;
/** The renderer has its own limits, which are shorter. */
const JOB_MILLISECONDS = 600_000;

/**
 * Claims jobs, keeps their leases and gives them up; the work itself depends on their kind. Any number of instances may do this at once: each job is in the
 * database, and belongs to the attempt that has its lease. An attempt that was cut off leaves nothing but a lease that expires, and
 * possibly a blob, which the sweep removes.
 */
export class RenderQueue {
  readonly #dependencies: Dependencies;
  readonly #stop = new AbortController();
  /** The jobs that run. Each value extends the lease, or ends the work if the job is lost. */
  readonly #running = new Map<Promise<void>, () => Promise<void>>();
  /** Set while it works. */
  #timer: NodeJS.Timeout | undefined;
  #filling: Promise<void> | null = null;
  #isWoken = false;
  #pausedUntil = 0;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  start(): void {
    if (this.#stop.signal.aborted) return;
    this.#timer = setInterval(this.wake, LOOK_MILLISECONDS).unref();
    this.wake();
  }

  /** Gives back the jobs that run: another process begins with them again. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#filling;
    await Promise.all(this.#running.keys());
  }

  /** Call this when there may be another job. */
  readonly wake = (): void => {
    if (this.#timer === undefined) return;
    this.#isWoken = true;
    this.#filling ??= this.#fill().finally(() => (this.#filling = null));
  };

  /** For notices about decks and jobs: a version is announced as a change of its deck. */
  readonly onNotice = (payload: string): void => {
    const notice = readNotice(payload);
    if (notice?.kind === 'jobs') {
      this.wake();
      for (const renew of this.#running.values()) void renew();
    } else if (notice?.kind === 'listed' || (notice?.kind === 'change' && notice.part === 'decks')) this.wake();
  };

  /** Claims jobs until this process runs as many as it may, or there is none. Never rejects. */
  async #fill(): Promise<void> {
    const { repo, log } = this.#dependencies;
    try {
      while (this.#isWoken) {
        this.#isWoken = false;
        while (this.#mayClaim()) {
          const job = await repo.claim(randomUUID());
          if (job === null) break;
          if (this.#isPaused()) await repo.giveUp(job, null);
          else this.#begin(job);
        }
      }
    } catch (err) {
      log.warn({ err }, 'the queue of render jobs cannot be read at the moment');
    }
  }

  #mayClaim(): boolean {
    return !this.#stop.signal.aborted && this.#running.size < RUNNING_MAX && !this.#isPaused();
  }

  /** A pause may also begin while a job is being claimed. */
  #isPaused(): boolean {
    return performance.now() < this.#pausedUntil;
  }

  #begin(job: Attempt): void {
    const { repo, log } = this.#dependencies;
    const lost = new AbortController();
    const renew = () =>
      repo.renew(job).then(
        (isHeld) => (isHeld ? undefined : lost.abort()),
        (err: unknown) => log.warn({ err }, 'the lease of a render job was not renewed'),
      );
    const renewing = setInterval(() => void renew(), RENEW_MILLISECONDS);
    const work = this.#work(job, lost.signal).finally(() => {
      clearInterval(renewing);
      this.#running.delete(work);
      this.wake();
    });
    this.#running.set(work, renew);
  }

  /** Never rejects: if the database is away, the lease expires. */
  async #work(job: Attempt, lost: AbortSignal): Promise<void> {
    const { addresses, log } = this.#dependencies;
    try {
      const signal = AbortSignal.any([this.#stop.signal, lost, AbortSignal.timeout(JOB_MILLISECONDS)]);
      await inSpan('render job', { 'lectern.job': job.kind }, () => this.#render(job, signal));
    } catch (fault) {
      await this.#giveUp(job, fault).catch((err: unknown) => log.warn({ err }, 'a render job is free when its lease expires'));
    } finally {
      addresses.forget(job);
    }
  }

  async #render(job: Attempt, signal: AbortSignal): Promise<void> {
    const { repo, addresses, work } = this.#dependencies;
    const [version, baseUrl] = [await repo.find(job), await addresses.grant(job)];
    if (version === null || baseUrl === null) await repo.giveUp(job, null);
    else await work[job.kind].run(job, { deck: deckToRender(version, baseUrl), manifest: version.manifest }, signal);
  }

  async #giveUp(job: Attempt, fault: unknown): Promise<void> {
    const { repo, log } = this.#dependencies;
    const isStopping = this.#stop.signal.aborted;
    const isOurs = isStopping || isOurFault(fault);
    if (isOurs) this.#pausedUntil = performance.now() + PAUSE_MILLISECONDS;
    const isHeld = await repo.giveUp(job, isOurs ? null : 'unexpected');
    if (isHeld && !isStopping) log.warn({ err: fault, versionId: job.versionId }, 'a version could not be rendered');
  }
}

/** Whether something that all jobs need does not work, so that no deck is the cause. `AppError`: the disk is full. */
function isOurFault(fault: unknown): boolean {
  return (
    fault instanceof RendererUnavailableError ||
    fault instanceof StorageError ||
    fault instanceof AppError ||
    isUnavailable(fault)
  );
}
