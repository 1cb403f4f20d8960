import pLimit, { type LimitFunction } from 'p-limit';
import { validationFailed } from '#server/errors.ts';
import type { Holding } from '#server/http/held-bytes.ts';
import { JsonText } from '#shared/json-text.ts';
import { KIB, MIB } from '#shared/limits.ts';

/** Calls of one request that are worked on at a time: each may hold a large result before it is counted. */
const CALLS_AT_ONCE = 4;
/** What the results of one request may take together. One call alone is bounded by what it is about. */
const RESULTS_MAX = 16 * MIB;
/** Results up to this size are not counted for the process: no number of connections makes them a danger. */
const SMALL_MAX = 64 * KIB;

/**
 * What the answer to one request takes in memory: the results of its calls are counted as they come, and once they are too
 * much together the calls that are left are refused. So a batch costs no more than a few large calls, whatever it asks for.
 */
export class AnswerBudget {
  readonly #hold: () => Holding;
  #held: Holding | null = null;
  #bytes = 0;
  #hasFirst = false;
  #others: LimitFunction | null = null;

  /** @param hold begins to count what this process holds for the answer, until it is sent; asked for by large answers only */
  constructor(hold: () => Holding) {
    this.#hold = hold;
  }

  /**
   * @param call one call of the request
   * @param resultOf what it has given back
   * @throws AppError VALIDATION_FAILED when earlier calls of the request have taken all there is, UNAVAILABLE when all
   *   answers under way have
   */
  run<Outcome>(call: () => Promise<Outcome>, resultOf: (outcome: Outcome) => unknown): Promise<Outcome> {
    const counted = () => this.#counted(call, resultOf);
    // Most requests are one call; only the calls of a batch wait for each other.
    if (this.#hasFirst) return (this.#others ??= pLimit(CALLS_AT_ONCE - 1))(counted);
    this.#hasFirst = true;
    return counted();
  }

  async #counted<Outcome>(call: () => Promise<Outcome>, resultOf: (outcome: Outcome) => unknown): Promise<Outcome> {
    if (this.#bytes > RESULTS_MAX) {
      throw validationFailed([{ path: '', message: 'The results of this batch are too large together; ask for less at once' }]);
    }
    const outcome = await call();
    const bytes = bytesOf(resultOf(outcome));
    this.#bytes += bytes;
    if (bytes > SMALL_MAX) (this.#held ??= this.#hold()).add(bytes);
    return outcome;
  }
}

/** About what a value takes as JSON. It is not printed for that: a result is printed once, when it is sent. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (value instanceof JsonText) return value.text.length;
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 2;
  if (Array.isArray(value)) for (const item of value) bytes += bytesOf(item) + 1;
  else for (const [name, member] of Object.entries(value)) bytes += name.length + 4 + bytesOf(member);
  return bytes;
}
