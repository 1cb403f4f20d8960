import type { DeckDetail } from '#shared/decks.ts';
import type { Note } from '#shared/notes.ts';
import { api } from '#web/lib/trpc.ts';
import { NoteAutosave } from './note-autosave.ts';

/** The notes of one deck that were opened in this visit: text that is not saved yet survives turning the slide. */
export class NoteBook {
  readonly #deck: DeckDetail;
  readonly #open = new Map<number, NoteAutosave>();

  constructor(deck: DeckDetail) {
    this.#deck = deck;
  }

  page(slideIndex: number, stored: Note | null): NoteAutosave {
    const known = this.#open.get(slideIndex);
    if (known !== undefined) {
      known.refresh(stored);
      return known;
    }
    const { id, currentVersionId: versionId, manifest } = this.#deck;
    const page = new NoteAutosave({
      stored,
      startingText: manifest.slides[slideIndex]?.notes ?? '',
      save: (body, ifRevision) => api.notes.set.mutate({ id, slideIndex, body, versionId, ifRevision }),
    });
    this.#open.set(slideIndex, page);
    return page;
  }

  flush(): void {
    for (const page of this.#open.values()) void page.flush();
  }

  /** When the page goes away only a `keepalive` request still leaves it. */
  flushOnLeaving(): void {
    for (const [slideIndex, page] of this.#open) {
      const { text, stored, status } = page.state();
      if (status.is !== 'dirty' && status.is !== 'retrying' && status.is !== 'saving') continue;
      // While an older text is still on its way, its revision would refuse this newer one.
      const condition = status.is === 'saving' ? {} : { 'if-match': `"${stored?.revision ?? 0}"` };
      void fetch(`/api/decks/${encodeURIComponent(this.#deck.id)}/notes/${slideIndex}`, {
        method: 'PUT',
        keepalive: true,
        headers: { 'content-type': 'application/json', ...condition },
        body: JSON.stringify({ body: text, versionId: this.#deck.currentVersionId }),
      }).catch(() => undefined);
    }
  }
}
