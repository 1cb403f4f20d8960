import { and, desc, eq, sql } from 'drizzle-orm';
import { decks, noteHistory, slides, users } from '#drizzle/schema/index.ts';
import { compiledSql } from '#server/db/compiled.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { personOf } from '#server/people.ts';
import { DECK_NOTE_STATES_MAX, NOTE_STATES_MAX } from '#shared/limits.ts';
import type { Person } from '#shared/people.ts';

/** A state of a note. */
export interface PastNote {
  readonly revision: number;
  /** Null after a deletion. */
  readonly body: string | null;
  readonly changedAt: Date;
  readonly changedBy: Person;
}

/** The editor saves every second. What one user saves within this time of their first save is one state. */
const SITTING_SECONDS = 5 * 60;

/** SQL of the history of notes. */
export class NoteHistoryRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * The states of a slide's note, newest first; null when the current version has no such slide.
   *
   * @param inner the slide inside it; empty for the slide as a whole
   */
  async list(deckId: string, slideIndex: number, inner = ''): Promise<PastNote[] | null> {
    const rows = await this.#db
      .select({ state: noteHistory, changedByName: users.name })
      .from(decks)
      .innerJoin(slides, and(eq(slides.versionId, decks.currentVersionId), eq(slides.index, slideIndex)))
      .leftJoin(
        noteHistory,
        and(eq(noteHistory.deckId, decks.id), eq(noteHistory.slideKey, slides.slideKey), eq(noteHistory.inner, inner)),
      )
      .leftJoin(users, eq(users.id, noteHistory.changedById))
      .where(eq(decks.id, deckId))
      .orderBy(desc(noteHistory.revision));
    if (rows.length === 0) return null;
    return rows.flatMap(({ state, changedByName }) =>
      state === null ? [] : [{ ...state, changedBy: personOf(state.changedById, changedByName) }],
    );
  }

  /** Records the new state of a note. The same transaction has written the row of the note, which is therefore locked. */
  async record(tx: Transaction, state: NewState): Promise<void> {
    await recordState(tx, state);
  }
}

/** The new state of a note. `body` is null after a deletion. */
type NewState = Pick<typeof noteHistory.$inferSelect, 'deckId' | 'slideKey' | 'inner' | 'revision' | 'body' | 'changedAt'> & {
  readonly changedById: string;
};

/**
 * One statement, because other writers of the slide wait for this transaction. It runs after the statement that locks the row of the
 * note, so it sees what earlier holders of the lock have written.
 *
 * The oldest states of the note and of the deck are removed. States of other notes that other transactions have locked are left to the
 * next call.
 *
 * A text that has less than half the length of the previous one is always a new state: users may want the previous text back.
 */
const recordState = compiledSql<NewState, never>((parameter) => {
  const ofNote = sql`${noteHistory.deckId} = ${parameter('deckId')} and ${noteHistory.slideKey} = ${parameter('slideKey')}
    and ${noteHistory.inner} = ${parameter('inner')}`;
  // The text can be long, so it is sent only once.
  const body = sql`(select body from given)`;
  const changedAt = sql`${parameter('changedAt')}::timestamptz`;
  return sql`
    with given as (select ${parameter('body')}::text as body), latest as (
      select revision as latest_revision, body is not distinct from ${body} as is_same,
        changed_by_id = ${parameter('changedById')} and ${changedAt} - began_at < make_interval(secs => ${sql.raw(String(SITTING_SECONDS))})
          and body is not null and coalesce(length(${body}), 0) * 2 >= length(body) as continues
      from ${noteHistory} where ${ofNote} order by revision desc limit 1
    ), continued as (
      update ${noteHistory}
      set revision = ${parameter('revision')}, body = ${body}, changed_at = ${changedAt}, changed_by_id = ${parameter('changedById')}
      from latest where ${ofNote} and revision = latest_revision and continues and not is_same
    ), added as (
      insert into ${noteHistory} (deck_id, slide_key, "inner", revision, body, began_at, changed_at, changed_by_id)
      select ${parameter('deckId')}::text, ${parameter('slideKey')}::text, ${parameter('inner')}::text, ${parameter('revision')}::integer, ${body},
        ${changedAt}, ${changedAt}, ${parameter('changedById')}::text
      where not exists (select from latest where is_same or continues)
      returning revision
    )
    delete from ${noteHistory} where ${noteHistory.deckId} = ${parameter('deckId')} and exists (select from added) and (
      ${ofNote} and revision in (
        select revision from ${noteHistory} where ${ofNote} order by revision desc offset ${sql.raw(String(NOTE_STATES_MAX - 1))}
      )
      or (slide_key, "inner", revision) in (
        select slide_key, "inner", revision from ${noteHistory} where ${noteHistory.deckId} = ${parameter('deckId')}
        order by changed_at desc offset ${sql.raw(String(DECK_NOTE_STATES_MAX - 1))} for update skip locked
      )
    )`;
});
