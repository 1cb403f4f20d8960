import type { Actor } from '#server/auth/actor.ts';
import type { DecksService } from '#server/decks/decks.service.ts';
import { slideNotFound } from '#server/errors.ts';
import type { Companion, SlideStateRepo } from '#server/slides/slide-state.repo.ts';
import { type SlideStates, SlideStateService, type SlideTarget, type StatesWanted } from '#server/slides/slide-state.service.ts';
import type { Note, NoteState } from '#shared/notes.ts';
import type { NoteHistoryRepo } from './note-history.repo.ts';
import { serializeNote } from './notes.serializer.ts';
import { notesMarkdown } from './notes-markdown.ts';

interface Dependencies {
  readonly states: SlideStateRepo;
  readonly history: NoteHistoryRepo;
  readonly decks: DecksService;
}

/** The team's notes: one plain text per slide, with its history. */
export class NotesService {
  readonly #states: SlideStateService<Note>;
  readonly #repo: SlideStateRepo;
  readonly #history: NoteHistoryRepo;
  readonly #decks: DecksService;

  constructor({ states, history, decks }: Dependencies) {
    this.#states = new SlideStateService(states, decks, async (deckId, shown) =>
      shown.map((state) => serializeNote(deckId, state)),
    );
    this.#repo = states;
    this.#history = history;
    this.#decks = decks;
  }

  list(actor: Actor, wanted: StatesWanted): Promise<SlideStates<Note>> {
    return this.#states.list(actor, wanted);
  }

  /** The notes on the slides of a version. The caller has checked that it may be read. */
  async ofVersion(deckId: string, versionId: string): Promise<Note[]> {
    const states = await this.#repo.list(deckId, { versionId });
    return states.map((state) => serializeNote(deckId, state));
  }

  set(actor: Actor, { body, ...target }: SlideTarget & { readonly body: string }): Promise<Note> {
    return this.#states.set(actor, target, body, this.#recorded);
  }

  remove(actor: Actor, target: SlideTarget): Promise<void> {
    return this.#states.remove(actor, target, this.#recorded);
  }

  /** The states of a note with author and time, newest first. @throws AppError DECK_NOT_FOUND, SLIDE_NOT_FOUND */
  async history(actor: Actor, { id, slideIndex, inner }: Pick<SlideTarget, 'id' | 'slideIndex' | 'inner'>): Promise<NoteState[]> {
    const deck = await this.#decks.readable(actor, id);
    const states = await this.#history.list(deck.id, slideIndex, inner);
    if (states === null) throw slideNotFound();
    return states.map(({ revision, body, changedAt, changedBy }) => ({
      revision,
      body,
      changedAt: changedAt.toISOString(),
      changedBy,
    }));
  }

  /** All notes of a deck as one Markdown document. @throws AppError DECK_NOT_FOUND */
  async markdown(actor: Actor, deckId: string): Promise<{ readonly title: string; readonly text: string }> {
    const [deck, { items, unplaced }] = await Promise.all([this.#decks.detail(actor, deckId), this.list(actor, { id: deckId })]);
    return { title: deck.title, text: notesMarkdown(deck, items, unplaced) };
  }

  /** Records a change of a note in its history, in the same transaction. */
  readonly #recorded: Companion = {
    write: async (tx, { id: deckId, actor }, { slideKey, inner, revision, value, updatedAt }) => {
      const state = { deckId, slideKey, inner, revision, body: value, changedAt: updatedAt, changedById: actor.userId };
      await this.#history.record(tx, state);
      return [];
    },
  };
}
