/** Wakes one waiting caller. Several requests before a wake-up count as one, and a request without a waiting caller is kept. */
export class WakeUp {
  #requested = Promise.withResolvers<void>();

  request = (): void => this.#requested.resolve();

  async requested(): Promise<void> {
    await this.#requested.promise;
    this.#requested = Promise.withResolvers();
  }
}
