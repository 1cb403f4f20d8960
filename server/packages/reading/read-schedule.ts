/** A package to read. */
export interface ReadJob {
  readonly userId: string;
  readonly sizeBytes: number;
}

interface Waiting<Job> {
  readonly job: Job;
  /** The number of later packages that were started before this one. */
  overtaken: number;
}

/**
 * A package up to this size is small. The maximum ratio of deflate is 1,032, so a small package unpacks to at most 64 MiB, which takes
 * about a second.
 */
const SMALL_BYTES = 64 * 1024;
/** A package that was overtaken this many times is next. */
const OVERTAKEN_MAX = 16;

/**
 * Decides which package is read next. It uses no clock and starts nothing itself.
 *
 * - The last slot is for small packages, and one large package per user is read at a time.
 * - Users with the fewest packages being read come first, then the smallest packages, then the oldest.
 * - A package that was overtaken 16 times comes before all others, so that small ones cannot delay it forever.
 */
export class ReadSchedule<Job extends ReadJob> {
  readonly #slots: number;
  readonly #waiting: Waiting<Job>[] = [];
  readonly #running = new Set<Job>();

  /** @param slots the number of packages that are read at once: at least 2, because large ones leave one free */
  constructor(slots: number) {
    this.#slots = slots;
  }

  get counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#running.size, waiting: this.#waiting.length };
  }

  add(job: Job): void {
    this.#waiting.push({ job, overtaken: 0 });
  }

  /** Removes the next package from the queue. It counts as being read until `finish`. Null if none may start. */
  next(): Job | null {
    if (this.#running.size >= this.#slots) return null;
    const candidates = this.#waiting.filter(({ job }) => this.#mayStart(job));
    const chosen = candidates.find(({ overtaken }) => overtaken >= OVERTAKEN_MAX) ?? candidates.toSorted(this.#compare)[0];
    if (chosen === undefined) return null;
    const at = this.#waiting.indexOf(chosen);
    for (const passed of this.#waiting.slice(0, at)) passed.overtaken += 1;
    this.#waiting.splice(at, 1);
    this.#running.add(chosen.job);
    return chosen.job;
  }

  finish(job: Job): void {
    this.#running.delete(job);
  }

  #mayStart(job: Job): boolean {
    if (!isLarge(job)) return true;
    const large = [...this.#running].filter(isLarge);
    return large.length < this.#slots - 1 && large.every(({ userId }) => userId !== job.userId);
  }

  /** Sorting is stable, so that equal ones stay in the order of their arrival. */
  readonly #compare = ({ job: a }: Waiting<Job>, { job: b }: Waiting<Job>): number =>
    this.#runningOf(a.userId) - this.#runningOf(b.userId) || a.sizeBytes - b.sizeBytes;

  #runningOf(userId: string): number {
    return [...this.#running].filter((job) => job.userId === userId).length;
  }
}

function isLarge({ sizeBytes }: ReadJob): boolean {
  return sizeBytes > SMALL_BYTES;
}
