import { and, eq, inArray, sql } from 'drizzle-orm';
import { links, talkAudiences, talks } from '#drizzle/schema/index.ts';
import type { Transaction } from '#server/db/connect.ts';

/** The code of the short address, for a talk that shows it. The link that was opened first, as lists have it. */
export const audienceCode = sql<string | null>`case when ${talks.blank} = 'address' then (
  select ${talkAudiences.code} from ${links} join ${talkAudiences} on ${talkAudiences.linkId} = ${links.id}
  where ${links.deckId} = ${talks.deckId} and ${talkAudiences.presenterId} = ${talks.presenterId}
  order by ${talkAudiences.openedAt}, ${talkAudiences.linkId} limit 1) end`;

/** Visitors stay with the talk: links that were opened for its audience follow the new presenter. The deck's row must be locked. */
export async function handOverAudiences(
  tx: Transaction,
  { deckId, presenterId }: Pick<typeof talks.$inferSelect, 'deckId' | 'presenterId'>,
  newPresenterId: string,
): Promise<void> {
  if (presenterId === null) return;
  const ofDeck = tx.select({ id: links.id }).from(links).where(eq(links.deckId, deckId));
  await tx
    .update(talkAudiences)
    .set({ presenterId: newPresenterId })
    .where(and(eq(talkAudiences.presenterId, presenterId), inArray(talkAudiences.linkId, ofDeck)));
}
