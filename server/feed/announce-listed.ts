import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/connect.ts';
import { LIVE_CHANNEL, type Notice } from './notices.ts';

/** Tells every instance, after the commit, that lists with this deck have changed. Changes that take a number (`advance`) do so by themselves. */
export async function announceListed(tx: Transaction, deckId: string): Promise<void> {
  await announce(tx, { kind: 'listed', deckId });
}

/** The same for a change of lists that is not about one deck. @param userId whose lists; null: those of everyone */
export async function announceLists(tx: Transaction, userId: string | null): Promise<void> {
  await announce(tx, { kind: 'lists', userId });
}

/** Tells every instance, after the commit, that links of this deck were opened for an audience, or closed. */
export async function announceAudience(tx: Transaction, deckId: string): Promise<void> {
  await announce(tx, { kind: 'audience', deckId });
}

async function announce(tx: Transaction, notice: Notice): Promise<void> {
  await tx.execute(sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify(notice)})`);
}
