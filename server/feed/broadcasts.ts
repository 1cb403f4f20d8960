import { sql } from 'drizzle-orm';
import type { Database, Transaction } from '#server/db/connect.ts';
import type { EphemeralEvent } from '#shared/live.ts';
import { LIVE_CHANNEL, type Notice } from './notices.ts';

/** PostgreSQL's own limit is 8,000. */
const NOTICE_MAX_BYTES = 7_900;

/**
 * Sends short-lived events to a deck's watchers on every instance. They are not stored: a client that is not connected misses
 * them.
 */
export class Broadcasts {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * @param to a user whose windows alone get the event; null: everyone who watches the deck
   * @param db a transaction that holds the right to publish this; the event is sent when it commits
   */
  async publish(event: EphemeralEvent, to: string | null = null, db: Database | Transaction = this.#db): Promise<void> {
    const notice = JSON.stringify({ kind: 'broadcast', event, to } satisfies Notice);
    if (Buffer.byteLength(notice) > NOTICE_MAX_BYTES) throw new Error(`a ${event.kind} event is too large to be passed on`);
    await db.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${notice})`);
  }
}
