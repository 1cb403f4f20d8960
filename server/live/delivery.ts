/** Passes something on to those of its receivers who are in the set. */
type Deliver<Receiver> = (readers: ReadonlySet<Receiver>) => void;

interface Waiting<Receiver> {
  readonly deliver: Deliver<Receiver>;
  readonly resolve: () => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * Delivers what has happened in a deck to those who may read it. The rights are looked up after it is known what there is
 * to deliver: a change that came after the loss of a right is therefore never delivered past that loss, on whichever
 * instance it was committed. Whatever waits when a lookup begins shares it. Deliveries keep their order.
 */
export class Delivery<Receiver> {
  readonly #readers: () => Promise<ReadonlySet<Receiver>>;
  #waiting: Waiting<Receiver>[] = [];
  #isBusy = false;

  /** @param readers looks up which receivers may read the deck at this moment */
  constructor(readers: () => Promise<ReadonlySet<Receiver>>) {
    this.#readers = readers;
  }

  /** Resolves when it is delivered; rejects, and delivers nothing, when the rights cannot be looked up. */
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
