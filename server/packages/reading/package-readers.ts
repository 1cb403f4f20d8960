import { availableParallelism } from 'node:os';
import { FORMAT_LIMITS, type PackageFault } from 'deck-format';
import type { Logger } from 'pino';
import { AppError, unavailable } from '#server/errors.ts';
import { inSpan } from '#server/spans.ts';
import { MIB } from '#shared/limits.ts';
import type { ReadAnswer, ReadRequest } from './protocol.ts';
import type { VerifiedPackage } from './read-package.ts';
import { type ReadJob, ReadSchedule } from './read-schedule.ts';
import { ReaderEndedError, ReaderProcess } from './reader-process.ts';

interface Dependencies {
  readonly log: Logger;
  /** The maximum size of a package in bytes. */
  readonly maxBytes: number;
}

/** Options that replace the defaults of reading. */
export interface ReadingOptions {
  /** The program of the processes: a module that calls `serveReads`. */
  readonly program?: URL;
  /** How long a new process may take until it is ready. */
  readonly startMilliseconds?: number;
  /** The maximum time in milliseconds for a package of a size in bytes. */
  readonly timeLimit?: (sizeBytes: number) => number;
}

/** What the readers do now. */
export interface ReaderFacts {
  readonly running: number;
  readonly waiting: number;
  readonly processes: number;
}

interface Reading extends ReadJob {
  readonly request: ReadRequest;
  readonly answered: PromiseWithResolvers<ReadAnswer>;
}

const READER = new URL('reader.ts', import.meta.url);
/** One more than the number of cores: while the others read large packages, one is free for small ones. */
const PROCESSES = Math.min(Math.max(availableParallelism(), 2), 4) + 1;
/** A process that is not ready after this time was started on a machine that is too busy. */
const START_MILLISECONDS = 60_000;
/** A process that has been idle for this long is ended. */
const IDLE_MILLISECONDS = 60_000;

/** The maximum compression ratio of deflate. */
const DEFLATE_RATIO_MAX = 1032;
/** The minimum time limit for a package, also on a busy machine. */
const LEAST_MILLISECONDS = 20_000;
/** The number of bytes that are unpacked and checked per millisecond, at a twentieth of the usual speed. */
const SLOWEST_RATE = (8 * MIB) / 1000;

/**
 * Reads uploaded packages in separate processes, several at once and in a fair order. A package that harms its reader affects only that
 * upload: a process that takes too long or too much memory is ended and replaced.
 */
export class PackageReaders {
  readonly #dependencies: Dependencies;
  readonly #options: Required<ReadingOptions>;
  readonly #schedule = new ReadSchedule<Reading>(PROCESSES);
  #idle: { readonly reader: ReaderProcess; readonly timer: NodeJS.Timeout }[] = [];
  readonly #all = new Set<ReaderProcess>();

  constructor(dependencies: Dependencies, options: ReadingOptions = {}) {
    this.#dependencies = dependencies;
    this.#options = { program: READER, startMilliseconds: START_MILLISECONDS, timeLimit: timeLimitOf, ...options };
  }

  /**
   * Opens the file at `path` as a package and verifies every byte of it.
   *
   * @param userId the user who uploads it; users take turns
   * @throws AppError INVALID_PACKAGE, INVALID_MANIFEST or UNSAFE_PATH, with a message for the deck's author; UNAVAILABLE on a machine that is too busy
   */
  async read(userId: string, { path, sizeBytes }: { path: string; sizeBytes: number }): Promise<VerifiedPackage> {
    const { maxBytes } = this.#dependencies;
    const reading = { userId, sizeBytes, request: { path, maxBytes }, answered: Promise.withResolvers<ReadAnswer>() };
    this.#schedule.add(reading);
    this.#startNext();
    const answer = await inSpan('read package', { 'lectern.bytes': sizeBytes }, () => reading.answered.promise).catch(
      (error: unknown) => this.#explainEnd(error),
    );
    if (answer.kind === 'verified') return answer.package;
    throw answer.kind === 'refused' ? toAppError(answer.fault, answer.message) : new Error(answer.report);
  }

  /** How many packages are read and wait now, and how many processes there are. */
  get facts(): ReaderFacts {
    return { ...this.#schedule.counts, processes: this.#all.size };
  }

  /** Ends all processes. No upload may be running. */
  close(): void {
    for (const { timer } of this.#idle) clearTimeout(timer);
    for (const reader of this.#all) reader.end();
  }

  #startNext(): void {
    for (let next = this.#schedule.next(); next !== null; next = this.#schedule.next()) void this.#run(next);
  }

  async #run(reading: Reading): Promise<void> {
    try {
      reading.answered.resolve(await this.#readWith(reading));
    } catch (error) {
      reading.answered.reject(error);
    } finally {
      this.#schedule.finish(reading);
      this.#startNext();
    }
  }

  async #readWith({ request, sizeBytes }: Reading): Promise<ReadAnswer> {
    const reader = this.#take();
    try {
      return await reader.read(request, this.#options.timeLimit(sizeBytes));
    } finally {
      this.#giveBack(reader);
    }
  }

  /** Takes the most recently used process, so that the others can end, or starts one. */
  #take(): ReaderProcess {
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.timer);
      if (kept.reader.usable) return kept.reader;
      this.#all.delete(kept.reader);
    }
    const reader = new ReaderProcess(this.#options.program, this.#options.startMilliseconds);
    this.#all.add(reader);
    return reader;
  }

  #giveBack(reader: ReaderProcess): void {
    if (!reader.usable) return void this.#all.delete(reader);
    this.#idle.push({ reader, timer: setTimeout(() => this.#retire(reader), IDLE_MILLISECONDS).unref() });
  }

  #retire(reader: ReaderProcess): void {
    this.#idle = this.#idle.filter((idle) => idle.reader !== reader);
    this.#all.delete(reader);
    reader.end();
  }

  /** @throws AppError INVALID_PACKAGE if the package took too much time or memory, UNAVAILABLE if its reader did not start in time */
  #explainEnd(error: unknown): never {
    if (!(error instanceof ReaderEndedError)) throw error;
    // The process has not seen the package.
    if (error.reason === 'start') throw unavailable(error);
    const sentence = OVER_LIMIT[error.reason];
    if (sentence === null) throw error;
    this.#dependencies.log.warn({ err: error }, 'a package was refused because its reader had to be ended');
    throw new AppError('INVALID_PACKAGE', sentence, { reason: 'E_TOO_LARGE' }, { cause: error });
  }
}

const OVER_LIMIT = {
  time: 'This package takes too long to verify. Make it smaller, or split it into several decks.',
  memory: 'This package takes too much memory to verify. Make its manifest smaller, or split it into several decks.',
  failure: null,
};

/** The time that a valid package of this size can take on a very busy machine. */
function timeLimitOf(sizeBytes: number): number {
  const unpackedBytes = Math.min(sizeBytes * DEFLATE_RATIO_MAX, FORMAT_LIMITS.totalBytes);
  return LEAST_MILLISECONDS + unpackedBytes / SLOWEST_RATE;
}

function toAppError(fault: PackageFault, message: string): AppError {
  const reason = fault.code;
  switch (fault.code) {
    case 'E_BAD_MANIFEST':
    case 'E_UNSUPPORTED_SCHEMA':
      return new AppError('INVALID_MANIFEST', message, { reason, issues: fault.issues });
    case 'E_PATH_TRAVERSAL':
      return new AppError('UNSAFE_PATH', message, { reason, path: fault.path });
    default:
      return new AppError('INVALID_PACKAGE', message, { reason });
  }
}
