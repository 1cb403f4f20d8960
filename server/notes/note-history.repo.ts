import { and, desc, eq, notInArray } from 'drizzle-orm';
import { decks, noteHistory, notes, slides, users } from '#drizzle/schema/index.ts';
import type { Database, Transaction } from '#server/db/connect.ts';
import { personOf } from '#server/people.ts';
import { NOTE_STATES_MAX } from '#shared/limits.ts';
import type { Person } from '#shared/roles.ts';

/** How somebody left a note. */
export interface PastNote {
  readonly revision: number;
  /** Null: deleted. */
  readonly body: string | null;
  readonly changedAt: Date;
  readonly changedBy: Person;
}

/** Typing saves every second; what one person saves within this time of their first save is one state. */
const SITTING_MILLISECONDS = 5 * 60_000;

type Row = typeof noteHistory.$inferSelect;
type Place = Pick<Row, 'deckId' | 'slideKey'>;

/** SQL of what notes were. */
export class NoteHistoryRepo {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The states of a slide's note, newest first; null when the current version has no such slide. */
  async list(deckId: string, slideIndex: number): Promise<PastNote[] | null> {
    const rows = await this.#db
      .select({ state: noteHistory, changedByName: users.name })
      .from(decks)
      .innerJoin(slides, and(eq(slides.versionId, decks.currentVersionId), eq(slides.index, slideIndex)))
      .leftJoin(noteHistory, and(eq(noteHistory.deckId, decks.id), eq(noteHistory.slideKey, slides.slideKey)))
      .leftJoin(users, eq(users.id, noteHistory.changedById))
      .where(eq(decks.id, deckId))
      .orderBy(desc(noteHistory.revision));
    if (rows.length === 0) return null;
    return rows.flatMap(({ state, changedByName }) =>
      state === null ? [] : [{ ...state, changedBy: personOf(state.changedById, changedByName) }],
    );
  }

  /** Writes down what the note has become in this transaction, in which its row is written and locked. */
  async record(tx: Transaction, place: Place): Promise<void> {
    const [note] = await tx
      .select()
      .from(notes)
      .where(and(eq(notes.deckId, place.deckId), eq(notes.slideKey, place.slideKey)));
    if (note === undefined) throw new Error('what was just written is not there');
    const state = {
      ...place,
      revision: note.revision,
      body: note.value,
      changedAt: note.updatedAt,
      changedById: note.updatedById,
    };
    const latest = await this.#latest(tx, place);
    if (latest?.body === state.body) return;
    if (latest !== undefined && isSameSitting(latest, state)) {
      await tx.update(noteHistory).set(state).where(at(latest));
    } else {
      await tx.insert(noteHistory).values({ ...state, beganAt: state.changedAt });
      await this.#prune(tx, place);
    }
  }

  async #latest(tx: Transaction, place: Place): Promise<Row | undefined> {
    const [latest] = await tx.select().from(noteHistory).where(of(place)).orderBy(desc(noteHistory.revision)).limit(1);
    return latest;
  }

  async #prune(tx: Transaction, place: Place): Promise<void> {
    const kept = tx
      .select({ revision: noteHistory.revision })
      .from(noteHistory)
      .where(of(place))
      .orderBy(desc(noteHistory.revision))
      .limit(NOTE_STATES_MAX);
    await tx.delete(noteHistory).where(and(of(place), notInArray(noteHistory.revision, kept)));
  }
}

const of = ({ deckId, slideKey }: Place) => and(eq(noteHistory.deckId, deckId), eq(noteHistory.slideKey, slideKey));
const at = ({ revision, ...place }: Row) => and(of(place), eq(noteHistory.revision, revision));

/** A state that most of the text has gone from stands for itself: that is what somebody wants back. */
function isSameSitting(latest: Row, next: Omit<Row, 'beganAt'>): boolean {
  const [before, after] = [latest.body?.length ?? 0, next.body?.length ?? 0];
  const elapsed = next.changedAt.getTime() - latest.beganAt.getTime();
  return latest.changedById === next.changedById && elapsed < SITTING_MILLISECONDS && latest.body !== null && after >= before / 2;
}
