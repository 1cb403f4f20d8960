import type { Capability } from 'deck-format';
import { and, desc, eq, sql } from 'drizzle-orm';
import { deckSettings, deckTrust, packages } from '#drizzle/schema/index.ts';
import type { ChangeableDeck, ReadableDeck } from '#server/access/granted-deck.ts';
import { holdDeck } from '#server/access/hold-deck.ts';
import type { Database } from '#server/db/connect.ts';
import { DECK_TRUST_MAX } from '#shared/limits.ts';

type TrustRow = typeof deckTrust.$inferSelect;
type Answer = Pick<TrustRow, 'hosts' | 'capabilities'>;
type Settings = Pick<typeof deckSettings.$inferSelect, 'hosts' | 'slideSelector'>;

/** SQL of what users allow decks to do. */
export class TrustRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(userId: string, fingerprint: string): Promise<Answer | null> {
    const [row] = await this.#db
      .select({ hosts: deckTrust.hosts, capabilities: deckTrust.capabilities })
      .from(deckTrust)
      .where(and(eq(deckTrust.userId, userId), eq(deckTrust.fingerprint, fingerprint)));
    return row ?? null;
  }

  /** What applies to everyone who opens the deck. */
  async settings(deckId: string): Promise<Settings> {
    const [row] = await this.#db
      .select({ hosts: deckSettings.hosts, slideSelector: deckSettings.slideSelector })
      .from(deckSettings)
      .where(eq(deckSettings.deckId, deckId));
    return row ?? { hosts: null, slideSelector: null };
  }

  /** Stores what applies to everyone. Fields that are not given stay unchanged. @throws AppError as `holdDeck` */
  async settle(deck: ChangeableDeck, settings: Partial<Settings>): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const { id: deckId } = await holdDeck(tx, deck, 'share');
      await tx
        .insert(deckSettings)
        .values({ deckId, ...settings })
        .onConflictDoUpdate({ target: deckSettings.deckId, set: { ...settings, updatedAt: new Date() } });
    });
  }

  /** Stores the reader's answer. Fields that are not given stay unchanged. @throws AppError as `holdDeck` */
  async keep(deck: ReadableDeck, fingerprint: string, answer: Partial<Answer>): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const { actor } = await holdDeck(tx, deck, 'share');
      await tx
        .insert(deckTrust)
        .values({ userId: actor.userId, fingerprint, hosts: [], ...answer })
        .onConflictDoUpdate({
          target: [deckTrust.userId, deckTrust.fingerprint],
          set: { ...answer, updatedAt: new Date() },
        });
      const beyond = tx
        .select({ userId: deckTrust.userId, fingerprint: deckTrust.fingerprint })
        .from(deckTrust)
        .where(eq(deckTrust.userId, actor.userId))
        .orderBy(desc(deckTrust.updatedAt))
        .offset(DECK_TRUST_MAX)
        .for('update', { skipLocked: true });
      await tx.delete(deckTrust).where(sql`(${deckTrust.userId}, ${deckTrust.fingerprint}) in ${beyond}`);
    });
  }

  /** The capabilities that a version's manifest requires. */
  async requiredBy(versionId: string): Promise<Capability[]> {
    const [row] = await this.#db
      .select({ requires: sql<Capability[] | null>`${packages.manifest} #> '{compat,requires}'` })
      .from(packages)
      .where(eq(packages.versionId, versionId));
    return row?.requires ?? [];
  }
}
