import { and, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { decks, links, playbackGrants, users, versions } from '#drizzle/schema/index.ts';
import type { ChangeableDeck } from '#server/access/granted-deck.ts';
import { type HeldDeck, holdDeck } from '#server/access/hold-deck.ts';
import type { AuditTrail, Recorder } from '#server/audit-trail/audit-trail.repo.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { pageOrder } from '#server/db/ordered.ts';
import { AppError, versionNotFound } from '#server/errors.ts';
import { decodeCursor, encodeCursor, instantOf, toPage, type Page, type PageRequest } from '#server/pagination.ts';
import type { AuditKind } from '#shared/audit-kinds.ts';
import { LINKS_MAX } from '#shared/limits.ts';

export type LinkRow = typeof links.$inferSelect & { readonly createdByName: string | null };
export type LinkChanges = Partial<Omit<typeof links.$inferInsert, 'id' | 'deckId' | 'createdAt' | 'createdById'>>;

const columns = { ...getTableColumns(links), createdByName: users.name };

/** SQL of links, for the members who make and change them. Every change checks the right to edit the deck in its transaction. */
export class LinksRepo {
  readonly #db: Database;
  readonly #trail: AuditTrail;

  constructor(db: Database, trail: AuditTrail) {
    this.#db = db;
    this.#trail = trail;
  }

  /** Newest first. @throws AppError VALIDATION_FAILED for a cursor of another list */
  async list({ id: deckId }: ChangeableDeck, { limit, cursor }: PageRequest): Promise<Page<LinkRow>> {
    const list = JSON.stringify(['links', deckId]);
    const position = decodeCursor(list, cursor);
    const after =
      position && sql`(${links.createdAt}, ${links.id}) < (${instantOf(position).toISOString()}::timestamptz, ${position.id})`;
    const rows = await this.#db
      .select(columns)
      .from(links)
      .leftJoin(users, eq(users.id, links.createdById))
      .where(and(eq(links.deckId, deckId), after ?? undefined))
      .orderBy(pageOrder(limit, desc(links.createdAt), desc(links.id)));
    return toPage(rows, limit, (last) => encodeCursor(list, { key: last.createdAt.toISOString(), id: last.id }));
  }

  async find({ id: deckId }: ChangeableDeck, linkId: string): Promise<LinkRow | null> {
    const [row] = await this.#select(this.#db, deckId, linkId);
    return row ?? null;
  }

  /** @throws AppError as `holdDeck`, VERSION_NOT_FOUND, LIMIT_REACHED */
  async insert(deck: ChangeableDeck, { id, ...wish }: LinkChanges & { readonly id: string }): Promise<LinkRow> {
    return this.#trail.transaction(async (tx, record) => {
      // Two requests that create links wait for each other here, so that together they cannot exceed the limit.
      const held = await holdDeck(tx, deck, 'no key update');
      if ((await tx.$count(links, eq(links.deckId, held.id))) >= LINKS_MAX)
        throw new AppError('LIMIT_REACHED', `This deck has ${LINKS_MAX} links. Delete one first.`, { limit: LINKS_MAX });
      await requireVersion(tx, held.id, wish.versionId);
      const row = { ...wish, id, deckId: held.id, createdAt: new Date(), createdById: held.actor.userId };
      const [inserted] = await tx.insert(links).values(row).returning();
      if (inserted === undefined) throw new Error('a link was not written');
      await recordLink(tx, record, 'link.created', held, inserted);
      return { ...inserted, createdByName: held.actor.name };
    });
  }

  /**
   * A change of the password also ends the playback addresses that visitors got with the old one.
   *
   * @returns null if the deck has no such link
   * @throws AppError as `holdDeck`, VERSION_NOT_FOUND
   */
  async update(deck: ChangeableDeck, linkId: string, changes: LinkChanges): Promise<LinkRow | null> {
    return this.#trail.transaction(async (tx, record) => {
      const held = await holdDeck(tx, deck, 'share');
      await requireVersion(tx, held.id, changes.versionId);
      if (Object.keys(changes).length > 0) {
        const isIt = and(eq(links.deckId, held.id), eq(links.id, linkId));
        const [changed] = await tx.update(links).set(changes).where(isIt).returning();
        if (changed === undefined) return null;
        if (changes.passwordHash !== undefined) await tx.delete(playbackGrants).where(eq(playbackGrants.linkId, linkId));
        await recordLink(tx, record, 'link.changed', held, changed, Object.keys(changes));
      }
      const [row] = await this.#select(tx, held.id, linkId);
      return row ?? null;
    });
  }

  /** False if the deck has no such link. @throws AppError as `holdDeck` */
  async remove(deck: ChangeableDeck, linkId: string): Promise<boolean> {
    return this.#trail.transaction(async (tx, record) => {
      const held = await holdDeck(tx, deck, 'share');
      const [removed] = await tx
        .delete(links)
        .where(and(eq(links.deckId, held.id), eq(links.id, linkId)))
        .returning();
      if (removed === undefined) return false;
      await recordLink(tx, record, 'link.deleted', held, removed);
      return true;
    });
  }

  #select(db: Database | Transaction, deckId: string, linkId: string) {
    return db
      .select(columns)
      .from(links)
      .leftJoin(users, eq(users.id, links.createdById))
      .where(and(eq(links.deckId, deckId), eq(links.id, linkId)));
  }
}

/** @throws AppError VERSION_NOT_FOUND */
async function requireVersion(tx: Transaction, deckId: string, versionId: string | null | undefined): Promise<void> {
  if (versionId == null) return;
  const isOfDeck = and(eq(versions.deckId, deckId), eq(versions.id, versionId));
  const [version] = await tx.select({ id: versions.id }).from(versions).where(isOfDeck);
  if (version === undefined) throw versionNotFound();
}

async function recordLink(
  tx: Transaction,
  record: Recorder,
  kind: Extract<AuditKind, `link.${string}`>,
  { id: deckId, actor }: HeldDeck,
  link: Pick<LinkRow, 'id' | 'name'>,
  changed: readonly string[] = [],
): Promise<void> {
  const [deck] = await tx.select({ title: decks.title }).from(decks).where(eq(decks.id, deckId));
  if (deck === undefined) throw new Error('a deck whose row is locked does not exist');
  const details = { deckId, title: deck.title, link: { id: link.id, name: link.name } };
  const person = { id: actor.userId, name: actor.name };
  if (kind === 'link.changed') await record({ kind, actor: person, details: { ...details, fields: changed.map(fieldOf) } });
  else await record({ kind, actor: person, details });
}

/** The name of a column as the API calls the field. */
function fieldOf(column: string): string {
  return column === 'passwordHash' ? 'password' : column;
}
