/** Wakes one waiting caller. Several rings before a wake-up count as one, and a ring without a waiting caller is kept. */
export class Alarm {
  #rung = Promise.withResolvers<void>();

  ring = (): void => this.#rung.resolve();

  async rung(): Promise<void> {
    await this.#rung.promise;
    this.#rung = Promise.withResolvers();
  }
}
