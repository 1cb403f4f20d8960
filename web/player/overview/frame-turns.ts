/** How many frames load at once: more only make each other slower, and the one that is looked at last. */
const AT_ONCE = 4;

/** Lets a few through at a time, in the order in which they came. */
class Turns {
  readonly #waiting = new Set<() => void>();
  #running = 0;

  /** Calls back when it is this one's turn. What it gives is to be called when the turn is over, or not wanted any more. */
  ask(begin: () => void): () => void {
    let state: 'waiting' | 'running' | 'over' = 'waiting';
    const start = () => {
      state = 'running';
      this.#running += 1;
      begin();
    };
    this.#waiting.add(start);
    this.#next();
    return () => {
      if (state === 'waiting') this.#waiting.delete(start);
      if (state === 'running') this.#running -= 1;
      state = 'over';
      this.#next();
    };
  }

  #next(): void {
    for (const start of this.#waiting) {
      if (this.#running >= AT_ONCE) return;
      this.#waiting.delete(start);
      start();
    }
  }
}

export const frameTurns = new Turns();
