import {
  and,
  asc,
  type Column,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  lte,
  notInArray,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { decks, type SlideStateTable, slides, users, versions } from '#drizzle/schema/index.ts';
import type { ReadableDeck } from '#server/access/granted-deck.ts';
import { type HeldDeck, holdDeck } from '#server/access/hold-deck.ts';
import { compiledSql } from '#server/db/compiled.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { advance, advanceSql } from '#server/feed/advance.ts';
import type { Range } from '#server/feed/feed-source.ts';
import { personOf } from '#server/people.ts';
import type { Person } from '#shared/roles.ts';
import { assertRoom, type Part, type PartName, PARTS } from './deck-room.repo.ts';
import { holdsForNothing, type RevisionCondition } from './revision-condition.ts';

/** What the team keeps on one slide. */
export interface SlideState {
  /** The slide's identity: see `slides.slideKey`. */
  readonly slideKey: string;
  readonly slideIndex: number;
  readonly value: string;
  /** Of the value. */
  readonly bytes: number;
  readonly revision: number;
  readonly updatedAt: Date;
  readonly updatedBy: Person;
}

/** Which states are read, and what of them. */
interface Reading {
  /** Whose slides count; the current version without it. */
  readonly versionId?: string | undefined;
  /** Of these slides; of all without it. */
  readonly slideKeys?: readonly string[];
  /** Leaves the values out: they are empty then. */
  readonly outline?: boolean;
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
  readonly slideIndex: number;
  /** Must still be the deck's current version. */
  readonly versionId?: string | undefined;
  readonly condition: RevisionCondition;
}

/** Why a write finds no slide to write on. */
export interface Misplaced {
  readonly outcome: 'version-changed' | 'no-such-slide';
}

export type WriteOutcome =
  | { readonly outcome: 'written'; readonly state: SlideState | null }
  | { readonly outcome: 'overtaken'; readonly current: SlideState | null }
  | Misplaced;

/**
 * What belongs to a write and happens in its transaction; what it throws undoes all of it. It returns what leaves the
 * write's number on the rows that it wrote itself: see `advance`.
 */
export interface Companion {
  readonly write: (tx: Transaction, deck: HeldDeck, written: Written) => Promise<readonly SQL[]>;
  /** People to whom it will refer, beside who writes. */
  readonly people?: readonly string[];
}

/** What a write has made of a slide's record. */
interface Written {
  readonly slideKey: string;
  readonly revision: number;
  /** Null: deleted. */
  readonly value: string | null;
  readonly updatedAt: Date;
}

/** What is written, and where. */
type PutValues = {
  readonly deckId: string;
  readonly versionId: string;
  readonly slideIndex: number;
  readonly value: string | null;
  readonly updatedAt: Date;
  readonly userId: string;
};
type PutRow = Pick<Written, 'slideKey' | 'revision'>;
type Put = ReturnType<typeof compiledSql<PutValues, PutRow>>;
type Counted = { readonly deckIds: string; readonly deckId: string; readonly slideKey: string };

/** A change of a slide that is to be numbered. */
interface Counting {
  /** What leaves the number on other rows: see `advance`. */
  readonly stamps: readonly SQL[];
  /** What else the change sets in the slide's row: SQL assignments. */
  readonly sets?: SQL;
  /** Whether it adds anything. What only takes away is never refused. */
  readonly grows: boolean;
}

/** SQL of a table that keeps one value per slide: notes and annotations. */
export class SlideStateRepo {
  readonly #db: Database;
  readonly #table: SlideStateTable;
  readonly #part: Part;
  readonly #set: Put;
  /** The same where there must be a record. */
  readonly #change: Put;
  /** `count` for a change of the slide's row alone. */
  readonly #countAlone: ReturnType<typeof compiledSql<Counted, unknown>>;

  /** @param part what the table keeps */
  constructor(db: Database, table: SlideStateTable, part: PartName) {
    this.#db = db;
    this.#table = table;
    this.#part = PARTS[part];
    this.#set = compiledPut(table, false);
    this.#change = compiledPut(table, true);
    this.#countAlone = compiledSql((parameter) =>
      advanceSql(parameter('deckIds'), part, [this.#stamp(parameter('deckId'), parameter('slideKey'))]),
    );
  }

  /** What there is on the slides of a version of the deck, the current one when none is named, in their order. */
  async list(deckId: string, reading: Reading = {}): Promise<SlideState[]> {
    const rows = await this.#select(this.#db, reading)
      .where(and(eq(decks.id, deckId), isNotNull(this.#table.value), among(this.#table, reading)))
      .orderBy(asc(slides.index));
    return rows.flatMap(toState);
  }

  /** What hangs on slides that this version does not have, each with the latest version that had its slide; by position there. */
  async listUnplaced(deckId: string, reading: Reading = {}): Promise<UnplacedState[]> {
    const table = this.#table;
    const placed = this.#db
      .select({ key: slides.slideKey })
      .from(slides)
      .innerJoin(decks, eq(slides.versionId, reading.versionId ?? decks.currentVersionId))
      .where(eq(decks.id, deckId));
    const rows = await this.#db
      .selectDistinctOn([table.slideKey], { ...stateColumns(table, reading), versionId: versions.id })
      .from(table)
      .innerJoin(slides, eq(slides.slideKey, table.slideKey))
      .innerJoin(versions, and(eq(versions.id, slides.versionId), eq(versions.deckId, deckId)))
      .leftJoin(users, eq(users.id, table.updatedById))
      .where(and(eq(table.deckId, deckId), isNotNull(table.value), notInArray(table.slideKey, placed), among(table, reading)))
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

  /**
   * Writes `value`, or deletes what is there when it is null, under the write's conditions and in one transaction.
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
      else await this.#count(tx, deck.id, written.slideKey, stamps);
      if (value !== null) await assertRoom(tx, this.#table, this.#part, deck.id);
      return { outcome: 'written', state: value === null ? null : stateWritten(deck, slideIndex, { ...written, value }) };
    });
  }

  /** Why no row was written: there is no such slide, the condition does not hold, or what is deleted is not there anyway. */
  async #nothingWritten(tx: Transaction, deck: HeldDeck, write: Write, value: string | null): Promise<WriteOutcome> {
    const slide = await locateSlide(tx, deck, write);
    if ('outcome' in slide) return slide;
    const current = await this.find(tx, { deckId: deck.id, slideIndex: write.slideIndex });
    const isDone = value === null && holdsForNothing(write.condition) && current === null;
    return isDone ? { outcome: 'written', state: null } : { outcome: 'overtaken', current };
  }

  /**
   * Numbers a change of this slide, whose row is held, and notes how much is kept for it by now.
   *
   * @throws AppError LIMIT_REACHED when the change adds something and more is kept for the deck than may be
   */
  async count(tx: Transaction, deckId: string, slideKey: string, { stamps, sets, grows }: Counting): Promise<void> {
    await this.#count(tx, deckId, slideKey, stamps, sets);
    if (grows) await assertRoom(tx, this.#table, this.#part, deckId);
  }

  async #count(tx: Transaction, deckId: string, slideKey: string, stamps: readonly SQL[], sets?: SQL): Promise<void> {
    await advance(tx, deckId, this.#part.name, [this.#stamp(deckId, slideKey, sets), ...stamps]);
  }

  #stamp(deckId: string | Placeholder, slideKey: string | Placeholder, sets?: SQL): SQL {
    const here = and(eq(this.#table.deckId, deckId), eq(this.#table.slideKey, slideKey));
    const others = sets === undefined ? sql`` : sql`, ${sets}`;
    const bytes = sql`coalesce(octet_length(${this.#table.value}), 0) + ${this.#part.bytesBeside(deckId, slideKey)}`;
    return sql`update ${this.#table} set seq = next.seq, bytes = ${bytes}${others} from next where ${here}`;
  }

  /** Null: no row was written. The slide's row and the condition are looked up by the write itself, so that of two at once one sees the other. */
  async #put(tx: Transaction, deck: HeldDeck, write: Write, value: string | null): Promise<Written | null> {
    const { condition, slideIndex } = write;
    const onlyThere = value === null || !holdsForNothing(condition);
    const holds = holdsForRow(condition, this.#table);
    const compiled = onlyThere ? this.#change : this.#set;
    const put = holds === undefined ? compiled : compiledPut(this.#table, onlyThere, holds);
    const updatedAt = new Date();
    const { id: deckId, currentVersionId: versionId, actor } = deck;
    const [row] = await put(tx, { deckId, versionId, slideIndex, value, updatedAt, userId: actor.userId });
    return row === undefined ? null : { ...row, value, updatedAt };
  }

  async find(
    tx: Database | Transaction,
    { deckId, slideIndex }: { readonly deckId: string; readonly slideIndex: number },
  ): Promise<SlideState | null> {
    const rows = await this.#select(tx).where(
      and(eq(decks.id, deckId), eq(slides.index, slideIndex), isNotNull(this.#table.value)),
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

/**
 * Writes the record of the slide at a position of a version.
 *
 * @param onlyThere writes only where there is a record, which is not the case after a deletion
 * @param holds a further condition on the row
 */
function compiledPut(table: SlideStateTable, onlyThere: boolean, holds?: SQL): Put {
  return compiledSql((parameter) => {
    const nameOf = (column: Column) => sql.identifier(column.name);
    const atPlace = sql`${slides.versionId} = ${parameter('versionId')} and ${slides.index} = ${parameter('slideIndex')}`;
    const value = sql`${parameter('value')}::text`;
    const updatedAt = sql`${parameter('updatedAt')}::timestamptz`;
    const userId = sql`${parameter('userId')}::text`;
    const counted = sql`${nameOf(table.revision)} = ${table.revision} + 1`;
    const written = sql`returning ${table.slideKey} as "slideKey", ${table.revision} as revision`;
    if (onlyThere) {
      return sql`
        update ${table} set ${counted}, ${nameOf(table.value)} = ${value}, ${nameOf(table.updatedAt)} = ${updatedAt},
          ${nameOf(table.updatedById)} = ${userId}
        from ${slides}
        where ${atPlace} and ${table.deckId} = ${parameter('deckId')} and ${table.slideKey} = ${slides.slideKey}
          and ${table.value} is not null and ${holds ?? sql`true`}
        ${written}`;
    }
    const place = [table.deckId, table.slideKey].map(nameOf);
    const changed = [table.value, table.updatedAt, table.updatedById].map(nameOf);
    const proposed = changed.map((name) => sql`${name} = excluded.${name}`);
    return sql`
      insert into ${table} (${sql.join([...place, ...changed, nameOf(table.revision)], sql`, `)})
      select ${parameter('deckId')}::text, ${slides.slideKey}, ${value}, ${updatedAt}, ${userId}, 1 from ${slides} where ${atPlace}
      on conflict (${sql.join(place, sql`, `)}) do update set ${counted}, ${sql.join(proposed, sql`, `)} where ${holds ?? sql`true`}
      ${written}`;
  });
}

/** The record as a reader finds it. */
function stateWritten(
  { actor }: HeldDeck,
  slideIndex: number,
  { slideKey, revision, updatedAt, value }: Written & { readonly value: string },
): SlideState {
  const updatedBy = { id: actor.userId, name: actor.name };
  return { slideKey, slideIndex, value, bytes: Buffer.byteLength(value), revision, updatedAt, updatedBy };
}

/** The slide that a write is meant for. The deck's lock keeps its version current until the write is committed. */
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
    value: sql<string | null>`${outline ? empty : table.value}`,
    bytes: sql<number>`coalesce(octet_length(${table.value}), 0)`,
    revision: table.revision,
    updatedAt: table.updatedAt,
    updatedById: table.updatedById,
    updatedByName: users.name,
  };
}

/** The condition on a row, which may hold a record or, with a null value, none. Undefined: there is no condition. */
function holdsForRow({ ifMatch, ifNoneMatch }: RevisionCondition, { value, revision }: SlideStateTable): SQL | undefined {
  const isThere = sql`${value} is not null`;
  const isOneOf = (revisions: readonly number[]) => {
    const wanted = revisions.filter((each) => each > 0);
    // A client may name numbers that no revision reaches; they compare like any other.
    return wanted.length === 0 ? sql`false` : sql`(${isThere} and ${revision} in ${wanted.map((each) => sql`${each}::bigint`)})`;
  };
  const conditions: SQL[] = [];
  if (ifMatch === '*') conditions.push(isThere);
  else if (ifMatch !== undefined)
    conditions.push(ifMatch.includes(0) ? sql`(not (${isThere}) or ${isOneOf(ifMatch)})` : isOneOf(ifMatch));
  if (ifNoneMatch === '*') conditions.push(sql`not (${isThere})`);
  else if (ifNoneMatch !== undefined) conditions.push(sql`not ${isOneOf(ifNoneMatch)}`);
  return conditions.length === 0 ? undefined : sql.join(conditions, sql` and `);
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
