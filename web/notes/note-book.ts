import type { DeckDetail } from '#shared/decks.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { Note } from '#shared/notes.ts';
import { noteKey } from '#web/lib/deck-records.ts';
import { outbox } from '#web/outbox/outbox.ts';
import { provideSender } from '#web/outbox/senders.ts';
import { slideRef } from '#web/outbox/slide-ids.ts';
import type { UnsentNote } from '#web/outbox/unsent.ts';
import type { NotePlace } from '#web/stage/position/inner-slides.ts';
import { EditedNote } from './edited-note.ts';
import { onNoteProgress, saveOnLeaving, sendNote } from './note-sending.ts';

provideSender.note(sendNote);

/** Which note of a deck it is. */
type NoteRef = Pick<NotePlace, 'slideIndex' | 'inner'>;

/** The notes of a deck that were opened during this visit. Unsaved text is kept when the slide changes. */
export class NoteBook {
  readonly #deck: DeckDetail;
  readonly #open = new Map<string, { readonly at: NoteRef; readonly page: EditedNote }>();
  /** Notes that were typed here and saved in a newer version, which has become current meanwhile. */
  readonly #savedInNewer = new Set<string>();

  constructor(deck: DeckDetail) {
    this.#deck = deck;
  }

  /** The note of a slide, if it is open already. */
  opened(place: NoteRef): EditedNote | undefined {
    return this.#open.get(noteKey(place))?.page;
  }

  /** Whether the note has text that is not in this version: it is unsaved, or it was saved in a newer version. */
  hasOwnText(place: NoteRef): boolean {
    return this.#savedInNewer.has(noteKey(place)) || (this.opened(place)?.isUnsaved() ?? false);
  }

  /** Opens the note of a slide, with unsaved text that an earlier visit or a crashed window left. */
  async open(place: NotePlace, stored: Note | null): Promise<EditedNote> {
    const left = await outbox.adoptNote(this.#at(place));
    return this.opened(place) ?? this.#begin(place, stored, left);
  }

  /** Applies a live change of a note; `note` is null if it was deleted. */
  applyEvent(event: Extract<LiveEvent, { kind: 'note' }>): void {
    if (event.versionId === this.#deck.currentVersionId) this.opened(event)?.refresh(event.note);
  }

  /** Applies all notes as the server has them now. */
  refresh(notes: readonly Note[]): void {
    for (const note of notes) this.opened(note)?.refresh(note);
  }

  /** Tells the editors what becomes of their drafts. Returns a function that stops this. */
  followDrafts(): () => void {
    const stops = [
      onNoteProgress(({ id, versionId }, progress) => {
        for (const [key, { at, page }] of this.#open) {
          if (outbox.noteId(this.#at(at)) !== id) continue;
          if (progress.is === 'written' && versionId !== this.#deck.currentVersionId) this.#savedInNewer.add(key);
          page.receive(progress);
        }
      }),
      outbox.onFailure(() => {
        for (const { page } of this.#open.values()) page.wait();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  flush(): void {
    for (const { page } of this.#open.values()) page.flush();
  }

  /** Closes all notes; the outbox sends what is still unsaved. */
  close(): void {
    for (const { at, page } of this.#open.values()) {
      page.stop();
      if (page.isUnsaved()) outbox.releaseNote(this.#at(at));
    }
  }

  /** Saves what the outbox can no longer send because the page is being left. */
  saveOnLeaving(): void {
    for (const { at, page } of this.#open.values()) {
      const { status } = page.state();
      const draft = outbox.draftOf(this.#at(at));
      if (draft === undefined || (status.is !== 'dirty' && status.is !== 'retrying' && status.is !== 'saving')) continue;
      // A request that is still running will increase the revision by one.
      saveOnLeaving(draft, draft.base.revision + (status.is === 'saving' ? 1 : 0));
    }
  }

  #begin({ slideIndex, inner, startingText }: NotePlace, stored: Note | null, left: UnsentNote | null): EditedNote {
    const at = this.#at({ slideIndex, inner });
    const page = new EditedNote({
      stored,
      startingText,
      left,
      draft: {
        keep: ({ text, base }) => outbox.keepNote(slideRef(this.#deck, slideIndex), { inner, text, base }),
        send: () => outbox.sendNote(at),
        drop: () => outbox.dropNote(at),
        stored: () => outbox.draftOf(at) ?? null,
      },
    });
    this.#open.set(noteKey(at), { at, page });
    return page;
  }

  #at({ slideIndex, inner }: NoteRef) {
    const { id: deckId, currentVersionId: versionId } = this.#deck;
    return { deckId, slideIndex, inner, versionId };
  }
}
