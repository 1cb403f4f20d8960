import pLimit, { type LimitFunction } from 'p-limit';
import { validationFailed } from '#server/errors.ts';
import type { Holding } from '#server/http/held-bytes.ts';
import { JsonText } from '#shared/json-text.ts';
import { KIB, MIB } from '#shared/limits.ts';

/** The calls of one request that run at the same time. Each may hold a large result before it is counted. */
const CALLS_AT_ONCE = 4;
/** The maximum total size of the results of one request. The result of a single call has its own limit. */
const RESULTS_MAX = 16 * MIB;
/** Results up to this size are not counted for the process: they are harmless with any number of connections. */
const SMALL_MAX = 64 * KIB;

/**
 * The memory for the response to one request. The results of its calls are counted when they arrive. Once they are too large together,
 * the remaining calls are refused. A batch thus never takes more memory than a few large calls.
 */
export class AnswerBudget {
  readonly #hold: () => Holding;
  #held: Holding | null = null;
  #bytes = 0;
  #hasFirst = false;
  #others: LimitFunction | null = null;

  /** @param hold begins to count the memory that the process holds for the response until it is sent; called for large results only */
  constructor(hold: () => Holding) {
    this.#hold = hold;
  }

  /**
   * @param call one call of the request
   * @param resultOf the result in the outcome of the call
   * @throws AppError VALIDATION_FAILED when earlier calls of the request have used up its budget, UNAVAILABLE when all responses
   *   together have used up the budget of the process
   */
  run<Outcome>(call: () => Promise<Outcome>, resultOf: (outcome: Outcome) => unknown): Promise<Outcome> {
    const counted = () => this.#counted(call, resultOf);
    // Most requests are one call. Only the calls of a batch wait for each other.
    if (this.#hasFirst) return (this.#others ??= pLimit(CALLS_AT_ONCE - 1))(counted);
    this.#hasFirst = true;
    return counted();
  }

  async #counted<Outcome>(call: () => Promise<Outcome>, resultOf: (outcome: Outcome) => unknown): Promise<Outcome> {
    if (this.#bytes > RESULTS_MAX) {
      throw validationFailed([
        { path: '', message: 'The results of this batch are too large together. Send fewer calls in one batch.' },
      ]);
    }
    const outcome = await call();
    const bytes = bytesOf(resultOf(outcome));
    this.#bytes += bytes;
    if (bytes > SMALL_MAX) (this.#held ??= this.#hold()).add(bytes);
    return outcome;
  }
}

/** The approximate size of a value as JSON. The value is not serialized for this; that happens once, when it is sent. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (value instanceof JsonText) return value.text.length;
  if (typeof value !== 'object' || value === null) return 8;
  let bytes = 2;
  if (Array.isArray(value)) for (const item of value) bytes += bytesOf(item) + 1;
  else for (const [name, member] of Object.entries(value)) bytes += name.length + 4 + bytesOf(member);
  return bytes;
}
