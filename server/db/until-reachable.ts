import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable } from './faults.ts';

export interface WaitOptions {
  /** Receives one line whenever the delay grows, not for every attempt. */
  readonly log: (line: string) => void;
  /** Stops the wait: the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

const FIRST_DELAY_MS = 100;
/** The longest delay: the server is up within 5 s of the database's return. */
const LONGEST_DELAY_MS = 3_200;

/**
 * Runs work that needs the database, and repeats it while the database is unreachable.
 * @throws every other error immediately.
 */
export async function untilReachable<Result>(work: () => Promise<Result>, { log, signal }: WaitOptions): Promise<Result> {
  let announced = 0;
  for (let step = FIRST_DELAY_MS; ; step = Math.min(step * 2, LONGEST_DELAY_MS)) {
    signal?.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isUnavailable(error)) throw error;
      if (step > announced) log(`The database is out of reach (${String(error)}); trying again every ${step / 1_000} s.`);
      announced = step;
    }
    await delay(step, undefined, { ...(signal && { signal }) });
  }
}
