import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/connect.ts';
import { LIVE_CHANNEL, type Notice } from './notices.ts';

/** Tells every instance, after the commit, that lists with this deck have changed. Changes that take a number (`advance`) do so by themselves. */
export async function announceListed(tx: Transaction, deckId: string): Promise<void> {
  const notice = JSON.stringify({ kind: 'listed', deckId } satisfies Notice);
  await tx.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${notice})`);
}
