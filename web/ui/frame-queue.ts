/** How many frames load at once. More would slow each other down and delay the visible one. */
const AT_ONCE = 4;

/** Starts frames in order, a few at a time and each in its own task, so that the browser can handle input in between. */
export class FrameQueue {
  readonly #waiting = new Set<() => void>();
  #running = 0;
  #isDue = false;

  /** Calls `begin` when the frame may load. The returned function must be called when it has loaded or is not wanted any more. */
  add(begin: () => void): () => void {
    let state: 'waiting' | 'running' | 'over' = 'waiting';
    const start = () => {
      state = 'running';
      this.#running += 1;
      begin();
    };
    this.#waiting.add(start);
    this.#startNext();
    return () => {
      if (state === 'waiting') this.#waiting.delete(start);
      if (state === 'running') this.#running -= 1;
      state = 'over';
      this.#startNext();
    };
  }

  #startNext(): void {
    if (this.#isDue || this.#running >= AT_ONCE || this.#waiting.size === 0) return;
    this.#isDue = true;
    setTimeout(() => {
      this.#isDue = false;
      const [first] = this.#waiting;
      if (first === undefined) return;
      this.#waiting.delete(first);
      first();
      this.#startNext();
    });
  }
}

export const frameQueue = new FrameQueue();
