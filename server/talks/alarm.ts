/** Rung any number of times, it wakes whoever waits once. A ring that nobody waited for is kept. */
export class Alarm {
  #rung = Promise.withResolvers<void>();

  ring = (): void => this.#rung.resolve();

  async rung(): Promise<void> {
    await this.#rung.promise;
    this.#rung = Promise.withResolvers();
  }
}
