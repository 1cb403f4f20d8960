import type { DeckDetail } from '#shared/decks.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { Note } from '#shared/notes.ts';
import { api } from '#web/lib/trpc.ts';
import { outbox } from '#web/outbox/outbox.ts';
import { slideRef } from '#web/outbox/slide-ids.ts';
import type { UnsentNote } from '#web/outbox/unsent.ts';
import { NoteAutosave } from './note-autosave.ts';
import { showNote } from './shown-notes.ts';

/** The notes of one deck that were opened in this visit: text that is not saved yet survives turning the slide. */
export class NoteBook {
  readonly #deck: DeckDetail;
  readonly #open = new Map<number, NoteAutosave>();

  constructor(deck: DeckDetail) {
    this.#deck = deck;
  }

  /** The page of a slide that is open already. */
  opened(slideIndex: number): NoteAutosave | undefined {
    return this.#open.get(slideIndex);
  }

  /** Opens the page of a slide: with what an earlier visit or a crashed window has left of it, if it has. */
  async open(slideIndex: number, stored: Note | null): Promise<NoteAutosave> {
    const left = await outbox.adoptNote(this.#at(slideIndex));
    return this.opened(slideIndex) ?? this.#begin(slideIndex, stored, left);
  }

  /** Somebody has changed a note: null, if they have deleted it. */
  hear(event: Extract<LiveEvent, { kind: 'note' }>): void {
    if (event.versionId === this.#deck.currentVersionId) this.#open.get(event.slideIndex)?.refresh(event.note);
  }

  /** All notes as the server has them now. */
  refresh(notes: readonly Note[]): void {
    for (const note of notes) this.#open.get(note.slideIndex)?.refresh(note);
  }

  flush(): void {
    for (const page of this.#open.values()) void page.flush();
  }

  /** The deck is left: what is still unsaved is sent by the outbox. */
  close(): void {
    for (const [slideIndex, page] of this.#open) {
      page.stop();
      if (page.isUnsaved()) outbox.releaseNote(this.#at(slideIndex));
    }
  }

  /** When the page goes away only a `keepalive` request still leaves it. What it does not achieve, the draft on the device will. */
  flushOnLeaving(): void {
    for (const [slideIndex, page] of this.#open) {
      const { text, status } = page.state();
      if (status.is !== 'dirty' && status.is !== 'retrying' && status.is !== 'saving') continue;
      // An older text that is still on its way makes one revision more.
      const revision = page.base().revision + (status.is === 'saving' ? 1 : 0);
      void fetch(`/api/decks/${encodeURIComponent(this.#deck.id)}/notes/${slideIndex}`, {
        method: 'PUT',
        keepalive: true,
        headers: { 'content-type': 'application/json', 'if-match': `"${revision}"` },
        body: JSON.stringify({ body: text, versionId: this.#deck.currentVersionId }),
      }).catch(() => undefined);
    }
  }

  #begin(slideIndex: number, stored: Note | null, left: UnsentNote | null): NoteAutosave {
    const at = this.#at(slideIndex);
    const page = new NoteAutosave({
      stored,
      startingText: this.#deck.manifest.slides[slideIndex]?.notes ?? '',
      left,
      save: (body, ifRevision) => saveNote({ ...at, body, ifRevision }),
      draft: {
        keep: (text, base) => outbox.keepNote(slideRef(this.#deck, slideIndex), { text, base }),
        drop: () => outbox.dropNote(at),
      },
    });
    this.#open.set(slideIndex, page);
    return page;
  }

  #at(slideIndex: number) {
    const { id: deckId, currentVersionId: versionId } = this.#deck;
    return { deckId, slideIndex, versionId };
  }
}

interface NoteWrite {
  readonly deckId: string;
  readonly slideIndex: number;
  readonly versionId: string;
  readonly body: string;
  readonly ifRevision: number;
}

async function saveNote({ deckId: id, ...write }: NoteWrite): Promise<Note> {
  const saved = await api.notes.set.mutate({ id, ...write });
  showNote(saved);
  return saved;
}
