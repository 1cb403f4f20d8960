import type { DeckDetail } from '#shared/decks.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { Note } from '#shared/notes.ts';
import { noteKey } from '#web/lib/deck-records.ts';
import { api } from '#web/lib/trpc.ts';
import { outbox } from '#web/outbox/outbox.ts';
import { provideSender } from '#web/outbox/senders.ts';
import { slideRef } from '#web/outbox/slide-ids.ts';
import type { UnsentNote } from '#web/outbox/unsent.ts';
import type { NotePlace } from '#web/stage/position/inner-slides.ts';
import { NoteAutosave } from './note-autosave.ts';
import { sendNote } from './send-note.ts';
import { showNote } from './shown-notes.ts';

provideSender.note(sendNote);

/** Which note of a deck it is. */
type NoteRef = Pick<NotePlace, 'slideIndex' | 'inner'>;

/** The notes of a deck that were opened during this visit. Unsaved text is kept when the slide changes. */
export class NoteBook {
  readonly #deck: DeckDetail;
  readonly #open = new Map<string, { readonly at: NoteRef; readonly page: NoteAutosave }>();

  constructor(deck: DeckDetail) {
    this.#deck = deck;
  }

  /** The note of a slide, if it is open already. */
  opened(place: NoteRef): NoteAutosave | undefined {
    return this.#open.get(noteKey(place))?.page;
  }

  /** Opens the note of a slide, with unsaved text that an earlier visit or a crashed window left. */
  async open(place: NotePlace, stored: Note | null): Promise<NoteAutosave> {
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

  flush(): void {
    for (const { page } of this.#open.values()) void page.flush();
  }

  /** Closes all notes; the outbox sends what is still unsaved. */
  close(): void {
    for (const { at, page } of this.#open.values()) {
      page.stop();
      if (page.isUnsaved()) outbox.releaseNote(this.#at(at));
    }
  }

  /** Saves with `keepalive` requests, the only ones that outlive the page. If they fail, the drafts on the device remain. */
  flushOnLeaving(): void {
    for (const { at, page } of this.#open.values()) {
      const { text, status } = page.state();
      if (status.is !== 'dirty' && status.is !== 'retrying' && status.is !== 'saving') continue;
      // A save that is still running will increase the revision by one.
      const revision = page.base().revision + (status.is === 'saving' ? 1 : 0);
      const query = at.inner === null ? '' : `?inner=${encodeURIComponent(at.inner)}`;
      void fetch(`/api/decks/${encodeURIComponent(this.#deck.id)}/notes/${at.slideIndex}${query}`, {
        method: 'PUT',
        keepalive: true,
        headers: { 'content-type': 'application/json', 'if-match': `"${revision}"` },
        body: JSON.stringify({ body: text, versionId: this.#deck.currentVersionId }),
      }).catch(() => undefined);
    }
  }

  #begin({ slideIndex, inner, startingText }: NotePlace, stored: Note | null, left: UnsentNote | null): NoteAutosave {
    const at = this.#at({ slideIndex, inner });
    const page = new NoteAutosave({
      stored,
      startingText,
      left,
      save: (body, ifRevision) => saveNote({ ...at, body, ifRevision }),
      draft: {
        keep: (text, base) => outbox.keepNote(slideRef(this.#deck, slideIndex), { inner, text, base }),
        drop: () => outbox.dropNote(at),
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

interface NoteWrite extends NoteRef {
  readonly deckId: string;
  readonly versionId: string;
  readonly body: string;
  readonly ifRevision: number;
}

async function saveNote({ deckId: id, inner, ...write }: NoteWrite): Promise<Note> {
  const saved = await api.notes.set.mutate({ id, inner: inner ?? undefined, ...write });
  showNote(saved);
  return saved;
}
