import type { Sql } from 'postgres';
import { openClient } from './client.ts';

interface Hearer {
  readonly onNotice: (payload: string) => void;
  /** Also called after a lost connection has been restored: notifications sent in between were missed. */
  readonly onConnected: () => void;
}

/**
 * The only connection of this process that receives notifications. It connects to PostgreSQL directly, because a pooler in
 * transaction mode would lose them.
 */
export class Listener {
  readonly #url: string;
  readonly #hearers = new Map<string, Hearer[]>();
  #client: Sql;

  constructor(url: string) {
    this.#url = url;
    this.#client = this.#open();
  }

  /** Subscribes to a channel; resolves once the subscription is active. A lost connection is restored automatically. */
  async listen(channel: string, onNotice: Hearer['onNotice'], onConnected: Hearer['onConnected']): Promise<void> {
    const hearer = { onNotice, onConnected };
    this.#hearers.set(channel, [...(this.#hearers.get(channel) ?? []), hearer]);
    await this.#client.listen(channel, onNotice, onConnected);
  }

  /** Replaces a connection that seems open but is dead. */
  async renew(): Promise<void> {
    const old = this.#client;
    this.#client = this.#open();
    await old.end({ timeout: 0 });
    const all = [...this.#hearers].flatMap(([channel, hearers]) => hearers.map((hearer) => ({ channel, ...hearer })));
    await Promise.all(all.map(({ channel, onNotice, onConnected }) => this.#client.listen(channel, onNotice, onConnected)));
  }

  async close(): Promise<void> {
    await this.#client.end({ timeout: 0 });
  }

  /** Creates a client. The connection is opened by `listen`. */
  #open(): Sql {
    return openClient(this.#url, { max: 1, max_lifetime: null, statementTimeoutMs: 0 });
  }
}
