import type { Sql } from 'postgres';
import type { Logger } from 'pino';
import type { Listener } from '#server/db/listener.ts';

const CHANNEL = 'lectern_revocations';

/**
 * Tells every instance that access was lost: a session or key has ended, or a deck was removed or is no longer readable for a user.
 * Instances then clear the results of checks that they keep in memory. The notification does not say what was revoked: revocations
 * are rare, and checking again is cheap.
 *
 * Notifications are lost while the connection is down, so such results must also expire after a short time.
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

  /** Starts to listen to other instances. Reconnects by itself; a reconnect counts as a revocation, because some may have been missed. */
  async listen(): Promise<void> {
    await this.#listener.listen(CHANNEL, this.#forget, this.#forget);
  }

  onRevoked(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Call this after the change is committed. It takes effect on this instance at once. It never fails: the change stands anyway. */
  async announce(): Promise<void> {
    this.#forget();
    await announceRevocation(this.#sql).catch((err: unknown) =>
      this.#log.warn({ err }, 'other instances will learn of a revocation later'),
    );
  }

  #forget = (): void => {
    for (const listener of this.#listeners) listener();
  };
}

/** Tells all instances that something was revoked. */
export async function announceRevocation(sql: Sql): Promise<void> {
  await sql.notify(CHANNEL, '');
}
