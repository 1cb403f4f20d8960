import { availableParallelism } from 'node:os';
import { FORMAT_LIMITS, type PackageFault } from 'deck-format';
import type { Logger } from 'pino';
import { AppError, unavailable } from '#server/errors.ts';
import { inSpan } from '#server/spans.ts';
import { MIB } from '#shared/limits.ts';
import type { ReadAnswer, ReadRequest } from './protocol.ts';
import type { VerifiedPackage } from './read-package.ts';
import { type ReadJob, ReadSchedule } from './read-schedule.ts';
import type { ReaderPool } from './reader-pool.ts';
import { ReaderEndedError } from './reader-process.ts';

interface Dependencies {
  readonly log: Logger;
  /** The maximum size of a package in bytes. */
  readonly maxBytes: number;
  readonly pool: ReaderPool;
  /** The maximum time in milliseconds for a package of a size in bytes, if it is not the usual one. */
  readonly timeLimit?: ((sizeBytes: number) => number) | undefined;
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

/** One more than the number of cores: while the others read large packages, one is free for small ones. */
const PROCESSES = Math.min(Math.max(availableParallelism(), 2), 4) + 1;

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
  readonly #schedule = new ReadSchedule<Reading>(PROCESSES);

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
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
    return { ...this.#schedule.counts, processes: this.#dependencies.pool.size };
  }

  #startNext(): void {
    for (let next = this.#schedule.next(); next !== null; next = this.#schedule.next()) void this.#run(next);
  }

  async #run(reading: Reading): Promise<void> {
    const { pool, timeLimit = timeLimitOf } = this.#dependencies;
    const { request, sizeBytes } = reading;
    try {
      reading.answered.resolve(await pool.with((reader) => reader.read(request, timeLimit(sizeBytes))));
    } catch (error) {
      reading.answered.reject(error);
    } finally {
      this.#schedule.finish(reading);
      this.#startNext();
    }
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
    case 'E_NOT_ZIP':
      return new AppError('INVALID_PACKAGE', message, { reason, rule: fault.rule });
    default:
      return new AppError('INVALID_PACKAGE', message, { reason });
  }
}
