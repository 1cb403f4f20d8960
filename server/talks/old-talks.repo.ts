import { and, not, sql } from 'drizzle-orm';
import { links, talkAudiences, talkQuestions, talks } from '#drizzle/schema/index.ts';
import type { Database } from '#server/db/connect.ts';

const hasQuestions = sql`exists (select from ${talkQuestions} where ${talkQuestions.talkId} = ${talks.id})`;

/** SQL that removes what is left of talks after a time. */
export class OldTalksRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Closes links to the audience of a talk that ended 24 hours ago, or has not begun 24 hours after it was to begin or, without such a time,
   * after the link was opened. They show their decks as other links do.
   */
  async closeAudiences(): Promise<void> {
    // Not a parameter, so that the planner knows how few links are that old.
    const before = sql.raw(`now() - interval '24 hours'`);
    const isNeeded = sql`exists (select from ${links} join ${talks} on ${talks.deckId} = ${links.deckId}
      where ${links.id} = ${talkAudiences.linkId} and ${talks.presenterId} = ${talkAudiences.presenterId}
        and (${talks.endedAt} is null or ${talks.endedAt} >= ${before}))`;
    await this.#db
      .delete(talkAudiences)
      .where(sql`greatest(${talkAudiences.openedAt}, ${talkAudiences.beginsAt}) < ${before} and not ${isNeeded}`);
  }

  /** Removes talks that ended so long ago that no client needs to learn of it. Talks with questions are kept with them. */
  async removeEnded(days: number): Promise<void> {
    // Not a parameter, so that the planner knows how few talks are that old.
    const before = sql.raw(`now() - make_interval(days => ${String(days)})`);
    await this.#db.delete(talks).where(and(sql`${talks.endedAt} < ${before}`, not(hasQuestions)));
  }
}
