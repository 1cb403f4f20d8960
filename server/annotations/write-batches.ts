interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: unknown) => void;
}

interface Options<Item, Result> {
  /** Processes all items, or none if it rejects. Every item gets its result. */
  readonly work: (items: readonly Item[]) => Promise<Result>;
  readonly weigh: (item: Item) => number;
  /** The maximum total weight of the items of one call of `work`. A single item may exceed it. */
  readonly weightMax: number;
}

/**
 * Processes the items for one key in batches, one batch after the other. Items that arrive during a batch form the next one. Requests
 * that would wait for the same lock thus share one transaction. If a batch of several items fails, its items are processed one by one.
 */
export class WriteBatches<Item, Result> {
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

  /** The number of items at the start of the queue that form the next batch. */
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
