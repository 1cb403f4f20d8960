import { type SQL, sql } from 'drizzle-orm';
import { decks, links, talkAudiences, talks } from '#drizzle/schema/index.ts';

/** The running talk that is open to the joined link. A presenter has at most one running talk on a deck. */
const ofOpenTalk = sql`from ${talkAudiences} join ${talks} on ${talks.deckId} = ${links.deckId}
  and ${talks.presenterId} = ${talkAudiences.presenterId} and ${talks.endedAt} is null where ${talkAudiences.linkId} = ${links.id}`;

/** Whether a talk that is open to the joined link is running. */
export const hasOpenTalk: SQL<boolean> = sql<boolean>`exists (select ${ofOpenTalk})`;

/**
 * The id of the version that the joined link shows: during a talk that is open to it, the version of the talk, otherwise the one that was
 * chosen for the link, or the current one. No other SQL decides it.
 *
 * @param current the id of the current version, if the deck is not joined
 */
export function versionShownByLink(current: SQL | string = sql`${decks.currentVersionId}`): SQL<string> {
  return sql<string>`coalesce((select ${talks.versionId} ${ofOpenTalk}), ${links.versionId}, ${current})`;
}
