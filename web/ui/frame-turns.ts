/** How many frames load at once: more only make each other slower, and the one that is looked at last. */
const AT_ONCE = 4;

/** Lets a few through at a time, in the order in which they came, and each in a task of its own: what people do comes in between. */
export class Turns {
  readonly #waiting = new Set<() => void>();
  #running = 0;
  #isDue = false;

  /** Calls back when it is this one's turn. What it gives is to be called when the turn is over, or not wanted any more. */
  ask(begin: () => void): () => void {
    let state: 'waiting' | 'running' | 'over' = 'waiting';
    const start = () => {
      state = 'running';
      this.#running += 1;
      begin();
    };
    this.#waiting.add(start);
    this.#goOn();
    return () => {
      if (state === 'waiting') this.#waiting.delete(start);
      if (state === 'running') this.#running -= 1;
      state = 'over';
      this.#goOn();
    };
  }

  #goOn(): void {
    if (this.#isDue || this.#running >= AT_ONCE || this.#waiting.size === 0) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      const [first] = this.#waiting;
      if (first === undefined) return;
      this.#waiting.delete(first);
      first();
      this.#goOn();
    });
  }
}

export const frameTurns = new Turns();
