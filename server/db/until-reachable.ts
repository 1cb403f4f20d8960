import pRetry from 'p-retry';
import { isUnavailable } from './faults.ts';

export interface WaitOptions {
  /** Receives one line whenever the delay grows, not for every attempt. */
  readonly log: (line: string) => void;
  /** Stops the wait: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const FIRST_DELAY_MS = 100;
const DOUBLINGS = 5;
/** The longest delay: the server is up within 5 s of the database's return. */
const LONGEST_DELAY_MS = FIRST_DELAY_MS * 2 ** DOUBLINGS;

/**
 * Runs work that needs the database, and repeats it while the database is unreachable.
 * @throws every other error immediately.
 */
export async function untilReachable<Result>(work: () => Promise<Result>, { log, signal }: WaitOptions): Promise<Result> {
  return pRetry(work, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: FIRST_DELAY_MS,
    maxTimeout: LONGEST_DELAY_MS,
    ...(signal && { signal }),
    shouldRetry: ({ error }) => isUnavailable(error),
    onFailedAttempt({ error, attemptNumber }) {
      signal?.throwIfAborted();
      if (!isUnavailable(error) || attemptNumber > DOUBLINGS + 1) return;
      const delay = FIRST_DELAY_MS * 2 ** (attemptNumber - 1);
      log(`The database cannot be reached (${String(error)}); trying again in ${String(delay / 1_000)} s.`);
    },
  });
}
