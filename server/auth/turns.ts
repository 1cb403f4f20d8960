/** Runs work one at a time per key, in the order of the calls. Different keys do not wait for each other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Returns the result of `work`, which starts when all earlier work for `key` has succeeded or failed. */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key);
    const current = before === undefined ? work() : before.then(work, work);
    this.#last.set(key, current);
    const forget = () => {
      if (this.#last.get(key) === current) this.#last.delete(key);
    };
    current.then(forget, forget);
    return current;
  }
}
