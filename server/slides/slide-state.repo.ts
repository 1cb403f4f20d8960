import { and, asc, desc, eq, gt, isNotNull, lte, notInArray, type SQL, sql } from 'drizzle-orm';
import { decks, type SlideStateTable, slides, users, versions } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { advance } from '#server/feed/advance.ts';
import type { Range } from '#server/feed/feed-source.ts';
import type { FeedPart } from '#server/feed/notices.ts';
import { personOf } from '#server/people.ts';
import type { Person } from '#shared/roles.ts';

/** What the team keeps on one slide. */
export interface SlideState {
  /** The slide's identity: see `slides.slideKey`. */
  readonly slideKey: string;
  readonly slideIndex: number;
  readonly value: string;
  readonly revision: number;
  readonly updatedAt: Date;
  readonly updatedBy: Person;
}

/** What the team keeps on a slide that is not in the version that was asked for. */
export interface UnplacedState extends SlideState {
  readonly versionId: string;
}

/** A numbered change of what the team keeps on a slide of the current version. */
export interface SlideChange {
  readonly seq: number;
  readonly versionId: string;
  readonly slideKey: string;
  readonly slideIndex: number;
  /** Null: deleted. */
  readonly state: SlideState | null;
}

/** Where and on what condition something is written. */
export interface Write {
  readonly deckId: string;
  readonly slideIndex: number;
  readonly userId: string;
  /** Must still be the deck's current version. */
  readonly versionId?: string | undefined;
  /** Must still be the revision; 0: there is nothing yet. */
  readonly ifRevision?: number | undefined;
}

/** Why a write finds no slide to write on. */
export interface Misplaced {
  readonly outcome: 'deck-gone' | 'version-changed' | 'no-such-slide';
}

export type WriteOutcome =
  | { readonly outcome: 'written'; readonly state: SlideState | null }
  | { readonly outcome: 'overtaken'; readonly current: SlideState | null }
  | Misplaced;

/**
 * What belongs to a write and happens in its transaction; what it throws undoes all of it. It returns what leaves the
 * write's number on the rows that it wrote itself: see `advance`.
 */
export type Companion = (tx: Transaction, slideKey: string) => Promise<readonly SQL[]>;

/** SQL of a table that keeps one value per slide: notes and annotations. */
export class SlideStateRepo {
  readonly #db: Database;
  readonly #table: SlideStateTable;
  readonly #part: FeedPart;

  /** @param part whose changes these are to the deck's watchers. */
  constructor(db: Database, table: SlideStateTable, part: FeedPart) {
    this.#db = db;
    this.#table = table;
    this.#part = part;
  }

  /** What there is on the slides of a version of the deck, the current one when none is named, in their order. */
  async list(deckId: string, versionId?: string): Promise<SlideState[]> {
    const rows = await this.#select(this.#db, versionId)
      .where(and(eq(decks.id, deckId), isNotNull(this.#table.value)))
      .orderBy(asc(slides.index));
    return rows.flatMap(toState);
  }

  /** What hangs on slides that this version does not have, each with the latest version that had its slide; by position there. */
  async listUnplaced(deckId: string, ofVersion?: string): Promise<UnplacedState[]> {
    const table = this.#table;
    const placed = this.#db
      .select({ key: slides.slideKey })
      .from(slides)
      .innerJoin(decks, eq(slides.versionId, ofVersion ?? decks.currentVersionId))
      .where(eq(decks.id, deckId));
    const rows = await this.#db
      .selectDistinctOn([table.slideKey], { ...stateColumns(table), versionId: versions.id })
      .from(table)
      .innerJoin(slides, eq(slides.slideKey, table.slideKey))
      .innerJoin(versions, and(eq(versions.id, slides.versionId), eq(versions.deckId, deckId)))
      .leftJoin(users, eq(users.id, table.updatedById))
      .where(and(eq(table.deckId, deckId), isNotNull(table.value), notInArray(table.slideKey, placed)))
      .orderBy(table.slideKey, desc(versions.number));
    const states = rows.flatMap(({ versionId, ...row }) => toState(row).map((state) => ({ ...state, versionId })));
    return states.toSorted((a, b) => a.slideIndex - b.slideIndex);
  }

  /** What has changed on slides of the current version, by number. No two have the same: a write is about one slide. */
  async changesSince(deckId: string, { since, upTo }: Range, limit: number): Promise<SlideChange[]> {
    const table = this.#table;
    const rows = await this.#db
      .select({ ...stateColumns(table), seq: table.seq, versionId: slides.versionId })
      .from(table)
      .innerJoin(decks, eq(decks.id, table.deckId))
      .innerJoin(slides, and(eq(slides.versionId, decks.currentVersionId), eq(slides.slideKey, table.slideKey)))
      .leftJoin(users, eq(users.id, table.updatedById))
      .where(and(eq(table.deckId, deckId), gt(table.seq, since), lte(table.seq, upTo)))
      .orderBy(asc(table.seq))
      .limit(limit);
    return rows.map(({ seq, versionId, ...row }) => {
      const [state = null] = toState(row);
      return { seq, versionId, slideKey: row.slideKey, slideIndex: row.slideIndex, state };
    });
  }

  /** Writes `value`, or deletes what is there when it is null, under the write's conditions and in one transaction. */
  async write(write: Write, value: string | null, companion?: Companion): Promise<WriteOutcome> {
    return this.#db.transaction(async (tx) => {
      const place = await locateSlide(tx, write);
      if ('outcome' in place) return place;
      const put = await this.#put(tx, write, place.slideKey, value);
      if (put === 'overtaken') return { outcome: 'overtaken', current: await this.find(tx, write) };
      if (put === 'written') {
        const stamps = (await companion?.(tx, place.slideKey)) ?? [];
        await this.count(tx, write.deckId, place.slideKey, stamps);
      }
      return { outcome: 'written', state: await this.find(tx, write) };
    });
  }

  /**
   * Numbers a change of this slide, whose row is held.
   *
   * @param stamps what leaves the number on other rows
   * @param sets what else the change sets in the row: SQL assignments
   */
  async count(tx: Transaction, deckId: string, slideKey: string, stamps: readonly SQL[], sets?: SQL): Promise<void> {
    const here = and(eq(this.#table.deckId, deckId), eq(this.#table.slideKey, slideKey));
    const others = sets === undefined ? sql`` : sql`, ${sets}`;
    const stamp = sql`update ${this.#table} set seq = next.seq${others} from next where ${here}`;
    await advance(tx, deckId, this.#part, [stamp, ...stamps]);
  }

  /** Overtaken: the condition on the revision does not hold. One statement, so that of two at once one sees the other. */
  async #put(
    tx: Transaction,
    write: Write,
    slideKey: string,
    value: string | null,
  ): Promise<'written' | 'nothing' | 'overtaken'> {
    const change = { value, updatedAt: new Date(), updatedById: write.userId };
    const counted = { ...change, revision: sql`${this.#table.revision} + 1` };
    const unchanged = revisionIs(this.#table, write.ifRevision);
    if (value === null || (write.ifRevision ?? 0) > 0) {
      const here = and(eq(this.#table.deckId, write.deckId), eq(this.#table.slideKey, slideKey));
      const updated = await tx
        .update(this.#table)
        .set(counted)
        .where(and(here, isNotNull(this.#table.value), unchanged))
        .returning({ revision: this.#table.revision });
      if (updated.length === 1) return 'written';
      // Deleting what is not there is done already, unless a certain revision of it was meant.
      const isDone = value === null && (write.ifRevision ?? 0) === 0 && !(await this.#exists(tx, write));
      return isDone ? 'nothing' : 'overtaken';
    }
    const put = await tx
      .insert(this.#table)
      .values({ deckId: write.deckId, slideKey, revision: 1, ...change })
      .onConflictDoUpdate({
        target: [this.#table.deckId, this.#table.slideKey],
        set: counted,
        ...(unchanged && { setWhere: unchanged }),
      })
      .returning({ revision: this.#table.revision });
    return put.length === 1 ? 'written' : 'overtaken';
  }

  async #exists(tx: Transaction, write: Write): Promise<boolean> {
    return (await this.find(tx, write)) !== null;
  }

  async find(
    tx: Database | Transaction,
    { deckId, slideIndex }: Pick<Write, 'deckId' | 'slideIndex'>,
  ): Promise<SlideState | null> {
    const rows = await this.#select(tx).where(
      and(eq(decks.id, deckId), eq(slides.index, slideIndex), isNotNull(this.#table.value)),
    );
    return rows.flatMap(toState)[0] ?? null;
  }

  #select(db: Database | Transaction, versionId?: string) {
    const table = this.#table;
    return db
      .select(stateColumns(table))
      .from(decks)
      .innerJoin(slides, eq(slides.versionId, versionId ?? decks.currentVersionId))
      .innerJoin(table, and(eq(table.deckId, decks.id), eq(table.slideKey, slides.slideKey)))
      .leftJoin(users, eq(users.id, table.updatedById));
  }
}

/** The slide that a write is meant for, held fast: the share lock keeps the version current until it is committed. */
export async function locateSlide(
  tx: Transaction,
  write: Pick<Write, 'deckId' | 'slideIndex' | 'versionId'>,
): Promise<{ slideKey: string } | Misplaced> {
  const [deck] = await tx
    .select({ versionId: decks.currentVersionId })
    .from(decks)
    .where(eq(decks.id, write.deckId))
    .for('share');
  if (deck === undefined) return { outcome: 'deck-gone' };
  if (write.versionId !== undefined && write.versionId !== deck.versionId) return { outcome: 'version-changed' };
  const [slide] = await tx
    .select({ slideKey: slides.slideKey })
    .from(slides)
    .where(and(eq(slides.versionId, deck.versionId), eq(slides.index, write.slideIndex)));
  return slide ?? { outcome: 'no-such-slide' };
}

function stateColumns(table: SlideStateTable) {
  return {
    slideKey: slides.slideKey,
    slideIndex: slides.index,
    value: table.value,
    revision: table.revision,
    updatedAt: table.updatedAt,
    updatedById: table.updatedById,
    updatedByName: users.name,
  };
}

function revisionIs(table: SlideStateTable, ifRevision: number | undefined): SQL | undefined {
  if (ifRevision === undefined) return undefined;
  // A client may name numbers that no revision reaches; they compare like any other.
  return ifRevision === 0 ? sql`${table.value} is null` : sql`${table.revision} = ${ifRevision}::bigint`;
}

interface Row extends Omit<SlideState, 'value' | 'updatedBy'> {
  readonly value: string | null;
  readonly updatedById: string | null;
  readonly updatedByName: string | null;
}

function toState({ value, updatedById, updatedByName, ...row }: Row): SlideState[] {
  if (value === null) return [];
  return [{ ...row, value, updatedBy: personOf(updatedById, updatedByName) }];
}
