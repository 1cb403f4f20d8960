/** Bytes per second over the last few seconds: short enough to follow the network, long enough for a stable display. */
export class UploadRate {
  static readonly WINDOW_MS = 3000;
  readonly #samples: { at: number; bytes: number }[] = [];

  add(bytes: number, at: number): void {
    this.#samples.push({ at, bytes });
    while (this.#samples.length > 2 && at - (this.#samples[0]?.at ?? at) > UploadRate.WINDOW_MS) this.#samples.shift();
  }

  bytesPerSecond(): number {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.at === first.at) return 0;
    return ((last.bytes - first.bytes) / (last.at - first.at)) * 1000;
  }
}
