/** A package that is to be read. */
export interface ReadJob {
  readonly userId: string;
  readonly sizeBytes: number;
}

interface Waiting<Job> {
  readonly job: Job;
  /** How many packages that came later were started before this one. */
  overtaken: number;
}

/**
 * A package up to this size is small. Deflate packs 1,032 bytes into one at best, so a small package unpacks to 64 MiB at
 * most: a second of work.
 */
const SMALL_BYTES = 64 * 1024;
/** Whoever was overtaken so often is next. */
const OVERTAKEN_MAX = 16;

/**
 * Decides which package is read next. It knows no clock and starts nothing itself.
 *
 * - The last slot is for small packages, and each person has one large package read at a time.
 * - First come those people who have the fewest packages being read, then the smallest packages, then the oldest.
 * - A package that was overtaken 16 times goes before all others, so that a stream of small ones never keeps it out.
 */
export class ReadSchedule<Job extends ReadJob> {
  readonly #slots: number;
  readonly #waiting: Waiting<Job>[] = [];
  readonly #running = new Set<Job>();

  /** @param slots packages read at once: 2 or more, since large ones leave one free */
  constructor(slots: number) {
    this.#slots = slots;
  }

  add(job: Job): void {
    this.#waiting.push({ job, overtaken: 0 });
  }

  /** Takes the next package off the queue; it counts as being read until `finish`. Null while none may start. */
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

  /** Sorting is stable, so that equals stay in the order in which they came. */
  readonly #compare = ({ job: a }: Waiting<Job>, { job: b }: Waiting<Job>): number =>
    this.#runningOf(a.userId) - this.#runningOf(b.userId) || a.sizeBytes - b.sizeBytes;

  #runningOf(userId: string): number {
    return [...this.#running].filter((job) => job.userId === userId).length;
  }
}

function isLarge({ sizeBytes }: ReadJob): boolean {
  return sizeBytes > SMALL_BYTES;
}
