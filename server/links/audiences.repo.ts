import { and, asc, eq, gt, isNull, not, or, sql } from 'drizzle-orm';
import { deckFeeds, decks, links, talkAudiences, talkQuestions, talks, users } from '#drizzle/schema/index.ts';
import type { ChangeableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import { isInTrash } from '#server/access/readable-by.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { announceAudience } from '#server/feed/announce-listed.ts';
import type { ShownQuestion } from '#shared/questions.ts';

export type AudienceRow = typeof talkAudiences.$inferSelect & { readonly presenterName: string };

/** What visitors of a link are told of its talk, and what that depends on, all of the same moment. */
export interface LinkTalkRow extends Pick<
  typeof links.$inferSelect,
  'deckId' | 'paused' | 'expiresAt' | 'passwordHash' | 'showDrawings'
> {
  readonly linkId: string;
  /** Null: the link is not open for an audience. */
  readonly audience: AudienceTalkRow | null;
  /** The number of the deck's last change. */
  readonly seq: number;
}

/** The audience of a link, with the talk that it follows. */
export interface AudienceTalkRow {
  /** Of the short address. */
  readonly code: string;
  readonly presenterName: string;
  readonly beginsAt: Date | null;
  /** The running talk of the presenter or, if there is none, the one that ended last since the link was opened. */
  readonly talk: Pick<
    typeof talks.$inferSelect,
    'id' | 'versionId' | 'place' | 'blank' | 'takesQuestions' | 'takesReactions' | 'revision' | 'endedAt' | 'leftAt'
  > | null;
  /** The question that the talk shows. */
  readonly question: ShownQuestion | null;
}

/** Talks that show their address at the moment. */
export interface ShownAddresses {
  /** Tells those who follow a talk of the deck that its address may be another one. The deck's row must be locked. */
  addressChanged(tx: Transaction, deckId: string): Promise<void>;
}

/** SQL of links that are open for the audience of a talk. */
export class AudiencesRepo {
  readonly #db: Database;
  readonly #shown: ShownAddresses;

  constructor(db: Database, shown: ShownAddresses) {
    this.#db = db;
    this.#shown = shown;
  }

  /** At most as many as the deck has links. */
  async list({ id: deckId }: ChangeableDeck): Promise<AudienceRow[]> {
    return this.#db
      .select({
        linkId: talkAudiences.linkId,
        presenterId: talkAudiences.presenterId,
        code: talkAudiences.code,
        openedAt: talkAudiences.openedAt,
        beginsAt: talkAudiences.beginsAt,
        presenterName: users.name,
      })
      .from(links)
      .innerJoin(talkAudiences, eq(talkAudiences.linkId, links.id))
      .innerJoin(users, eq(users.id, talkAudiences.presenterId))
      .where(eq(links.deckId, deckId))
      .orderBy(asc(talkAudiences.openedAt), asc(talkAudiences.linkId));
  }

  /**
   * Opens a link for the audience of the actor's talk on the deck. If it was open for another presenter, it is not any more.
   *
   * @param code for the short address, unless the link is open already
   * @returns null if the deck has no such link
   * @throws AppError as `holdDeck`
   */
  async open(deck: ChangeableDeck, linkId: string, code: string, beginsAt: Date | null): Promise<AudienceRow | null> {
    return this.#db.transaction(async (tx) => {
      const held = await holdDeck(tx, deck, 'share');
      const [link] = await tx
        .select({ id: links.id })
        .from(links)
        .where(and(eq(links.deckId, held.id), eq(links.id, linkId)))
        .for('key share');
      if (link === undefined) return null;
      const row = { presenterId: held.actor.userId, openedAt: sql`now()`, beginsAt };
      const [opened] = await tx
        .insert(talkAudiences)
        .values({ ...row, linkId, code })
        .onConflictDoUpdate({ target: talkAudiences.linkId, set: row })
        .returning();
      if (opened === undefined) throw new Error('an audience was not written');
      await announceAudience(tx, held.id);
      await this.#shown.addressChanged(tx, held.id);
      return { ...opened, presenterName: held.actor.name };
    });
  }

  /** False if the deck has no such link that is open for an audience. @throws AppError as `holdDeck` */
  async close(deck: ChangeableDeck, linkId: string): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      const held = await holdDeck(tx, deck, 'share');
      const ofDeck = sql`exists (select from ${links} where ${links.id} = ${talkAudiences.linkId} and ${links.deckId} = ${held.id})`;
      const closed = await tx
        .delete(talkAudiences)
        .where(and(eq(talkAudiences.linkId, linkId), ofDeck))
        .returning({ linkId: talkAudiences.linkId });
      if (closed.length === 0) return false;
      await announceAudience(tx, held.id);
      await this.#shown.addressChanged(tx, held.id);
      return true;
    });
  }

  /** The id of the link that is open for an audience with this code. */
  async linkWith(code: string): Promise<string | null> {
    const [row] = await this.#db.select({ linkId: talkAudiences.linkId }).from(talkAudiences).where(eq(talkAudiences.code, code));
    return row?.linkId ?? null;
  }

  /** The links with these ids that exist and whose decks are not in the trash, whether they work or not. */
  async talksOf(linkIds: readonly string[]): Promise<LinkTalkRow[]> {
    const { id, versionId, place, blank, questionId, takesQuestions, takesReactions, revision, endedAt, leftAt } = talks;
    const latest = this.#db
      .select({ id, versionId, place, blank, questionId, takesQuestions, takesReactions, revision, endedAt, leftAt })
      .from(talks)
      .where(
        and(
          eq(talks.deckId, links.deckId),
          eq(talks.presenterId, talkAudiences.presenterId),
          or(isNull(talks.endedAt), gt(talks.endedAt, talkAudiences.openedAt)),
        ),
      )
      .orderBy(sql`${talks.endedAt} desc nulls first`)
      .limit(1)
      .as('latest');
    const ids = sql`any (array(select jsonb_array_elements_text(${JSON.stringify(linkIds)}::text::jsonb)))`;
    const rows = await this.#db
      .select({
        linkId: links.id,
        deckId: links.deckId,
        paused: links.paused,
        expiresAt: links.expiresAt,
        passwordHash: links.passwordHash,
        showDrawings: links.showDrawings,
        code: talkAudiences.code,
        presenterName: users.name,
        beginsAt: talkAudiences.beginsAt,
        talk: {
          id: latest.id,
          versionId: latest.versionId,
          place: latest.place,
          blank: latest.blank,
          takesQuestions: latest.takesQuestions,
          takesReactions: latest.takesReactions,
          revision: latest.revision,
          endedAt: latest.endedAt,
          leftAt: latest.leftAt,
        },
        question: { id: talkQuestions.id, text: talkQuestions.body, name: talkQuestions.name },
        seq: deckFeeds.seq,
      })
      .from(links)
      .innerJoin(decks, and(eq(decks.id, links.deckId), not(isInTrash())))
      .leftJoin(talkAudiences, eq(talkAudiences.linkId, links.id))
      .leftJoin(users, eq(users.id, talkAudiences.presenterId))
      .leftJoinLateral(latest, sql`true`)
      .leftJoin(talkQuestions, and(eq(talkQuestions.id, latest.questionId), eq(latest.blank, 'question')))
      .leftJoin(deckFeeds, eq(deckFeeds.deckId, links.deckId))
      .where(sql`${links.id} = ${ids}`);
    return rows.map(({ code, presenterName, beginsAt, talk, question, seq, ...link }) => ({
      ...link,
      audience: code === null || presenterName === null ? null : { code, presenterName, beginsAt, talk, question },
      seq: seq ?? 0,
    }));
  }
}
