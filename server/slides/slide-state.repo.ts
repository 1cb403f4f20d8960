import { and, asc, desc, eq, gt, inArray, isNotNull, lte, notInArray, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { decks, type SlideStateTable, slides, users, versions } from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { type HeldDeck, holdDeck } from '#server/access/hold-deck.ts';
import { compiledSql } from '#server/db/compiled.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { advance, advanceSql } from '#server/feed/advance.ts';
import type { Range } from '#server/feed/feed-source.ts';
import { personOf } from '#server/people.ts';
import type { Person } from '#shared/people.ts';
import { assertWithinLimits, type Part, type PartName, PARTS } from './deck-limits.repo.ts';
import { holdsForNothing, type RevisionCondition } from './revision-condition.ts';
import { compiledPut, holdsForRow, type Put } from './slide-put.repo.ts';

/** The team's record on one slide, or on a slide inside it: a note or an annotation. */
export interface SlideState {
  /** The slide's identity: see `slides.slideKey`. */
  readonly slideKey: string;
  readonly slideIndex: number;
  /** The slide inside this one; empty for the slide as a whole. */
  readonly inner: string;
  readonly value: string;
  /** The size of `value`. */
  readonly bytes: number;
  readonly revision: number;
  readonly updatedAt: Date;
  readonly updatedBy: Person;
}

/** Which records are read, and whether with their values. */
interface Reading {
  /** The version whose slides are meant. Default: the current version. */
  readonly versionId?: string | undefined;
  /** Reads only the records of these slides. */
  readonly slideKeys?: readonly string[];
  /** Leaves out the values; they are then empty. */
  readonly outline?: boolean;
}

/** A record on a slide that the requested version does not have. `versionId` is the latest version that has the slide. */
export interface UnplacedState extends SlideState {
  readonly versionId: string;
}

/** A numbered change of the record on a slide of the current version. */
export interface SlideChange {
  readonly seq: number;
  readonly versionId: string;
  readonly slideKey: string;
  readonly slideIndex: number;
  readonly inner: string;
  /** Null: deleted. */
  readonly state: SlideState | null;
}

/** The place and the condition of a write. */
export interface Write {
  readonly slideIndex: number;
  /** The slide inside it; without it the slide as a whole. */
  readonly inner?: string | undefined;
  /** If given, it must still be the deck's current version. */
  readonly versionId?: string | undefined;
  readonly condition: RevisionCondition;
}

/** Why a write finds no slide. */
export interface Misplaced {
  readonly outcome: 'version-changed' | 'no-such-slide';
}

export type WriteOutcome =
  | { readonly outcome: 'written'; readonly state: SlideState | null }
  | { readonly outcome: 'overtaken'; readonly current: SlideState | null }
  | Misplaced;

/**
 * Further changes that belong to a write and run in its transaction. If `write` throws, everything is rolled back. It returns SQL that
 * stores the number of the write on the rows that it has written: see `advance`.
 */
export interface Companion {
  readonly write: (tx: Transaction, deck: HeldDeck, written: Written) => Promise<readonly SQL[]>;
  /** The ids of other users that the written rows will refer to. */
  readonly people?: readonly string[];
}

/** The record of a slide after a write. */
interface Written {
  readonly slideKey: string;
  readonly inner: string;
  readonly revision: number;
  /** Null: deleted. */
  readonly value: string | null;
  readonly updatedAt: Date;
}

type Counted = { readonly deckIds: string; readonly deckId: string; readonly slideKey: string; readonly inner: string };

/** A change of a slide that gets a number. */
interface Counting {
  /** SQL that stores the number on other rows: see `advance`. */
  readonly stamps: readonly SQL[];
  /** Further SQL assignments in the slide's row. */
  readonly sets?: SQL;
  /** Whether it adds anything. A change that only removes is never refused. */
  readonly grows: boolean;
}

/** SQL of a table that stores one value per slide: notes or annotations. */
export class SlideStateRepo {
  readonly #db: Database;
  readonly #table: SlideStateTable;
  readonly #part: Part;
  readonly #set: Put;
  /** Like `#set`, but changes only a record that exists. */
  readonly #change: Put;
  /** `count` for a change of only the slide's row. */
  readonly #countAlone: ReturnType<typeof compiledSql<Counted, unknown>>;

  /** @param part what the table stores */
  constructor(db: Database, table: SlideStateTable, part: PartName) {
    this.#db = db;
    this.#table = table;
    this.#part = PARTS[part];
    this.#set = compiledPut(table, false);
    this.#change = compiledPut(table, true);
    this.#countAlone = compiledSql((parameter) =>
      advanceSql(parameter('deckIds'), part, [this.#stamp(parameter('deckId'), parameter('slideKey'), parameter('inner'))]),
    );
  }

  /** The records on the slides of a version of the deck, in the order of the slides. */
  async list(deckId: string, reading: Reading = {}): Promise<SlideState[]> {
    const rows = await this.#select(this.#db, reading)
      .where(and(eq(decks.id, deckId), isNotNull(this.#table.value), among(this.#table, reading)))
      .orderBy(asc(slides.index), asc(this.#table.inner));
    return rows.flatMap(toState);
  }

  /** The records on slides that this version does not have, in the order of their positions in `UnplacedState.versionId`. */
  async listUnplaced(deckId: string, reading: Reading = {}): Promise<UnplacedState[]> {
    const table = this.#table;
    const placed = this.#db
      .select({ key: slides.slideKey })
      .from(slides)
      .innerJoin(decks, eq(slides.versionId, reading.versionId ?? decks.currentVersionId))
      .where(eq(decks.id, deckId));
    const rows = await this.#db
      .selectDistinctOn([table.slideKey, table.inner], { ...stateColumns(table, reading), versionId: versions.id })
      .from(table)
      .innerJoin(slides, eq(slides.slideKey, table.slideKey))
      .innerJoin(versions, and(eq(versions.id, slides.versionId), eq(versions.deckId, deckId)))
      .leftJoin(users, eq(users.id, table.updatedById))
      .where(and(eq(table.deckId, deckId), isNotNull(table.value), notInArray(table.slideKey, placed), among(table, reading)))
      .orderBy(table.slideKey, table.inner, desc(versions.number));
    const states = rows.flatMap(({ versionId, ...row }) => toState(row).map((state) => ({ ...state, versionId })));
    return states.toSorted((a, b) => a.slideIndex - b.slideIndex || (a.inner < b.inner ? -1 : 1));
  }

  /** The changes on slides of the current version, in the order of their numbers. Numbers are unique: a write changes one slide. */
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
      return { seq, versionId, slideKey: row.slideKey, slideIndex: row.slideIndex, inner: row.inner, state };
    });
  }

  /**
   * Writes `value`, or deletes the record if `value` is null, in one transaction and only if the condition holds.
   *
   * @throws AppError as `holdDeck`
   */
  async write(readable: ReadableDeck, write: Write, value: string | null, companion?: Companion): Promise<WriteOutcome> {
    return this.#db.transaction(async (tx) => {
      const deck = await holdDeck(tx, readable, 'share', companion?.people);
      const { slideIndex, versionId } = write;
      if (versionId !== undefined && versionId !== deck.currentVersionId) return { outcome: 'version-changed' };
      const written = await this.#put(tx, deck, write, value);
      if (written === null) return this.#nothingWritten(tx, deck, write, value);
      const stamps = (await companion?.write(tx, deck, written)) ?? [];
      if (stamps.length === 0) await this.#countAlone(tx, { deckIds: JSON.stringify([deck.id]), ...written, deckId: deck.id });
      else await this.#count(tx, deck.id, written, stamps);
      if (value !== null) await assertWithinLimits(tx, this.#table, this.#part, deck.id);
      return { outcome: 'written', state: value === null ? null : stateWritten(deck, slideIndex, { ...written, value }) };
    });
  }

  /** Finds out why no row was written: no such slide, the condition does not hold, or the record to delete does not exist. */
  async #nothingWritten(tx: Transaction, deck: HeldDeck, write: Write, value: string | null): Promise<WriteOutcome> {
    const slide = await locateSlide(tx, deck, write);
    if ('outcome' in slide) return slide;
    const current = await this.find(tx, { deckId: deck.id, slideIndex: write.slideIndex, inner: write.inner });
    const isDone = value === null && holdsForNothing(write.condition) && current === null;
    return isDone ? { outcome: 'written', state: null } : { outcome: 'overtaken', current };
  }

  /**
   * Numbers a change of this slide as a whole, whose row is locked, and updates its stored size.
   *
   * @throws AppError LIMIT_REACHED when the change adds something and the deck exceeds a limit
   */
  async count(tx: Transaction, deckId: string, slideKey: string, { stamps, sets, grows }: Counting): Promise<void> {
    await this.#count(tx, deckId, { slideKey, inner: '' }, stamps, sets);
    if (grows) await assertWithinLimits(tx, this.#table, this.#part, deckId);
  }

  async #count(
    tx: Transaction,
    deckId: string,
    { slideKey, inner }: Pick<Written, 'slideKey' | 'inner'>,
    stamps: readonly SQL[],
    sets?: SQL,
  ): Promise<void> {
    await advance(tx, deckId, this.#part.name, [this.#stamp(deckId, slideKey, inner, sets), ...stamps]);
  }

  #stamp(deckId: string | Placeholder, slideKey: string | Placeholder, inner: string | Placeholder, sets?: SQL): SQL {
    const here = and(eq(this.#table.deckId, deckId), eq(this.#table.slideKey, slideKey), eq(this.#table.inner, inner));
    const others = sets === undefined ? sql`` : sql`, ${sets}`;
    const bytes = sql`coalesce(octet_length(${this.#table.value}), 0) + ${this.#part.bytesBeside(deckId, slideKey)}`;
    return sql`update ${this.#table} set seq = next.seq, bytes = ${bytes}${others} from next where ${here}`;
  }

  /**
   * Returns null if no row was written. The statement that writes also finds the slide and checks the condition, so that one of two
   * simultaneous writes sees the other.
   */
  async #put(tx: Transaction, deck: HeldDeck, write: Write, value: string | null): Promise<Written | null> {
    const { condition, slideIndex, inner = '' } = write;
    const onlyThere = value === null || !holdsForNothing(condition);
    const holds = holdsForRow(condition, this.#table);
    const compiled = onlyThere ? this.#change : this.#set;
    const put = holds === undefined ? compiled : compiledPut(this.#table, onlyThere, holds);
    const updatedAt = new Date();
    const { id: deckId, currentVersionId: versionId, actor } = deck;
    const [row] = await put(tx, { deckId, versionId, slideIndex, inner, value, updatedAt, userId: actor.userId });
    return row === undefined ? null : { ...row, value, updatedAt };
  }

  async find(
    tx: Database | Transaction,
    { deckId, slideIndex, inner = '' }: { readonly deckId: string } & Pick<Write, 'slideIndex' | 'inner'>,
  ): Promise<SlideState | null> {
    const rows = await this.#select(tx).where(
      and(eq(decks.id, deckId), eq(slides.index, slideIndex), eq(this.#table.inner, inner), isNotNull(this.#table.value)),
    );
    return rows.flatMap(toState)[0] ?? null;
  }

  #select(db: Database | Transaction, reading: Reading = {}) {
    const table = this.#table;
    return db
      .select(stateColumns(table, reading))
      .from(decks)
      .innerJoin(slides, eq(slides.versionId, reading.versionId ?? decks.currentVersionId))
      .innerJoin(table, and(eq(table.deckId, decks.id), eq(table.slideKey, slides.slideKey)))
      .leftJoin(users, eq(users.id, table.updatedById));
  }
}

/** The written record as `find` would return it. */
function stateWritten(
  { actor }: HeldDeck,
  slideIndex: number,
  { slideKey, inner, revision, updatedAt, value }: Written & { readonly value: string },
): SlideState {
  const updatedBy = { id: actor.userId, name: actor.name };
  return { slideKey, slideIndex, inner, value, bytes: Buffer.byteLength(value), revision, updatedAt, updatedBy };
}

/** Finds the slide of a write. The lock on the deck keeps its version current until the write is committed. */
export async function locateSlide(
  tx: Transaction,
  { currentVersionId }: Pick<HeldDeck, 'currentVersionId'>,
  { versionId, slideIndex }: Pick<Write, 'slideIndex' | 'versionId'>,
): Promise<{ slideKey: string } | Misplaced> {
  if (versionId !== undefined && versionId !== currentVersionId) return { outcome: 'version-changed' };
  const [slide] = await tx
    .select({ slideKey: slides.slideKey })
    .from(slides)
    .where(and(eq(slides.versionId, currentVersionId), eq(slides.index, slideIndex)));
  return slide ?? { outcome: 'no-such-slide' };
}

function among(table: SlideStateTable, { slideKeys }: Reading): SQL | undefined {
  return slideKeys && inArray(table.slideKey, [...slideKeys]);
}

function stateColumns(table: SlideStateTable, { outline = false }: Reading = {}) {
  const empty = sql`case when ${table.value} is not null then '' end`;
  return {
    slideKey: slides.slideKey,
    slideIndex: slides.index,
    inner: table.inner,
    value: sql<string | null>`${outline ? empty : table.value}`,
    bytes: sql<number>`coalesce(octet_length(${table.value}), 0)`,
    revision: table.revision,
    updatedAt: table.updatedAt,
    updatedById: table.updatedById,
    updatedByName: users.name,
  };
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
