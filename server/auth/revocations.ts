import type { Sql } from 'postgres';
import type { Logger } from 'pino';
import type { Listener } from '#server/db/listener.ts';

const CHANNEL = 'lectern_revocations';

/**
 * Tells every instance that somebody has lost something: a session or key has ended, a deck is gone or no longer
 * theirs to read. Whoever keeps the outcome of a check in memory forgets it then. It says that, not what: such moments
 * are rare, and checking anew is cheap.
 *
 * A lost connection loses notifications, so memories need a short life of their own besides.
 */
export class Revocations {
  readonly #sql: Sql;
  readonly #listener: Listener;
  readonly #log: Logger;
  readonly #listeners = new Set<() => void>();

  constructor(sql: Sql, listener: Listener, log: Logger) {
    this.#sql = sql;
    this.#listener = listener;
    this.#log = log;
  }

  /** Hears of other instances from now on. The connection is renewed by itself; what was missed counts as a revocation. */
  async listen(): Promise<void> {
    await this.#listener.listen(CHANNEL, this.#forget, this.#forget);
  }

  onRevoked(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Call it once the change is committed. Here it takes effect at once. Never fails: what is revoked is revoked. */
  async announce(): Promise<void> {
    this.#forget();
    await this.#sql
      .notify(CHANNEL, '')
      .catch((err: unknown) => this.#log.warn({ err }, 'other instances will learn of a revocation later'));
  }

  #forget = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
