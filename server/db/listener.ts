import type { Sql } from 'postgres';
import { openClient } from './client.ts';

interface Hearer {
  readonly onNotice: (payload: string) => void;
  /** Also when the line was lost and is there again: what was said meanwhile was not heard. */
  readonly onConnected: () => void;
}

/** The one connection of this process that hears notifications. It leads to PostgreSQL itself: a pooler between transactions would lose them. */
export class Listener {
  readonly #url: string;
  readonly #hearers = new Map<string, Hearer[]>();
  #client: Sql;

  constructor(url: string) {
    this.#url = url;
    this.#client = this.#open();
  }

  /** Hears a channel from now on; resolves once it does. The line is renewed by itself. */
  async listen(channel: string, onNotice: Hearer['onNotice'], onConnected: Hearer['onConnected']): Promise<void> {
    const hearer = { onNotice, onConnected };
    this.#hearers.set(channel, [...(this.#hearers.get(channel) ?? []), hearer]);
    await this.#client.listen(channel, onNotice, onConnected);
  }

  /** For a line that seems open and is dead. */
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

  /** Opens no connection by itself: `listen` does. */
  #open(): Sql {
    return openClient(this.#url, { max: 1, max_lifetime: null, statementTimeoutMs: 0 });
  }
}
