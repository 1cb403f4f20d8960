import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * Asks until the answer is neither false nor null nor an error; for what happens in other processes.
 * @throws Error that says how long was waited, with the last error as its cause.
 */
export async function eventually<Answer>(ask: () => Answer | Promise<Answer>, limitMs = 15_000): Promise<NonNullable<Answer>> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const { answer, error } = await attempt(ask);
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`still not so after ${limitMs} ms`, { cause: error });
    await delay(POLL_MS);
  }
}

async function attempt<Answer>(ask: () => Answer | Promise<Answer>): Promise<{ answer?: Answer; error?: unknown }> {
  try {
    return { answer: await ask() };
  } catch (error) {
    return { error };
  }
}
