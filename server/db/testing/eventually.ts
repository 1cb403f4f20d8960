import { setTimeout as delay } from 'node:timers/promises';

const POLL_MILLISECONDS = 20;
/**
 * Below the time limit of a test (vitest.config.ts), so that a failure names the condition. It is not a performance requirement.
 */
const GIVE_UP_MILLISECONDS = 300_000;

/**
 * Polls until the answer is not false, null, undefined or an error. For events in other processes.
 *
 * @throws Error after 300 seconds, with the last error as its cause
 */
export async function eventually<Answer>(ask: () => Answer | Promise<Answer>): Promise<NonNullable<Answer>> {
  const deadline = performance.now() + GIVE_UP_MILLISECONDS;
  for (;;) {
    const { answer, error } = await attempt(ask);
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (performance.now() > deadline)
      throw new Error(`still not so after ${GIVE_UP_MILLISECONDS} ms: ${ask.toString()}`, { cause: error });
    await delay(POLL_MILLISECONDS);
  }
}

async function attempt<Answer>(ask: () => Answer | Promise<Answer>): Promise<{ answer?: Answer; error?: unknown }> {
  try {
    return { answer: await ask() };
  } catch (error) {
    return { error };
  }
}
