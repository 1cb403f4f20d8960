interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: unknown) => void;
}

interface Options<Item, Result> {
  /** Does all of them, or none when it rejects. One result for all. */
  readonly work: (items: readonly Item[]) => Promise<Result>;
  readonly weigh: (item: Item) => number;
  /** Of what is done in one go; one item is done however heavy it is. */
  readonly weightMax: number;
}

/**
 * Does what concerns one thing one after the other, and what comes while it is busy together: those who would wait for
 * the same lock cost one transaction instead of one each. Where one of several fails, each is done for itself.
 */
export class Gathering<Item, Result> {
  readonly #options: Options<Item, Result>;
  readonly #waiting = new Map<string, Waiting<Item, Result>[]>();

  constructor(options: Options<Item, Result>) {
    this.#options = options;
  }

  run(key: string, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(key);
      const mine = { item, resolve, reject };
      if (waiting !== undefined) return void waiting.push(mine);
      const queue = [mine];
      this.#waiting.set(key, queue);
      return void this.#workOff(key, queue);
    });
  }

  async #workOff(key: string, queue: Waiting<Item, Result>[]): Promise<void> {
    while (queue.length > 0) await this.#do(queue.splice(0, this.#countOf(queue)));
    this.#waiting.delete(key);
  }

  /** How many of the first ones are done together. */
  #countOf(queue: readonly Waiting<Item, Result>[]): number {
    const { weigh, weightMax } = this.#options;
    let weight = 0;
    const tooMany = queue.findIndex(({ item }) => (weight += weigh(item)) > weightMax);
    return tooMany === -1 ? queue.length : Math.max(1, tooMany);
  }

  async #do(some: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const result = await this.#options.work(some.map(({ item }) => item));
      for (const { resolve } of some) resolve(result);
    } catch (fault) {
      if (some.length === 1) some[0]?.reject(fault);
      else for (const one of some) await this.#do([one]);
    }
  }
}
