/** Sends something to the receivers in the set. */
type Deliver<Receiver> = (readers: ReadonlySet<Receiver>) => void;

interface Waiting<Receiver> {
  readonly deliver: Deliver<Receiver>;
  readonly resolve: () => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * Delivers events of a deck to the receivers that may read it. The rights are looked up after the events are known. A change that
 * was committed after a loss of rights is therefore never delivered to the user who lost them, on any instance. Deliveries that
 * wait when a lookup starts share it. Deliveries keep their order.
 */
export class Delivery<Receiver> {
  readonly #readers: () => Promise<ReadonlySet<Receiver>>;
  #waiting: Waiting<Receiver>[] = [];
  #isBusy = false;

  /** @param readers looks up which receivers may read the deck now */
  constructor(readers: () => Promise<ReadonlySet<Receiver>>) {
    this.#readers = readers;
  }

  /** Resolves when it is delivered. Rejects without delivering anything if the rights cannot be looked up. */
  run(deliver: Deliver<Receiver>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ deliver, resolve, reject });
      if (!this.#isBusy) void this.#workOff();
    });
  }

  async #workOff(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) {
      const together = this.#waiting;
      this.#waiting = [];
      await this.#deliver(together);
    }
    this.#isBusy = false;
  }

  async #deliver(together: readonly Waiting<Receiver>[]): Promise<void> {
    try {
      const readers = await this.#readers();
      for (const { deliver, resolve } of together) {
        deliver(readers);
        resolve();
      }
    } catch (fault) {
      for (const { reject } of together) reject(fault);
    }
  }
}
