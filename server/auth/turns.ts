/** Runs work one at a time for each key, in the order in which it was asked for. Different keys do not wait for each other. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** The outcome of `work`, which starts when all earlier work for `key` has ended, well or not. */
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
