import type { SlideInk, Stroke } from '#shared/ink.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { Person } from '#shared/people.ts';
import type { Unsent, UnsentInk } from '#web/outbox/unsent.ts';
import { randomId } from '#web/lib/random-id.ts';
import { type InkBatch, InkSheet } from './ink-sheet.ts';

interface BookOptions {
  readonly deckId: string;
  readonly versionId: string;
  readonly me: Person;
  /** Whether the user may erase strokes of others: the deck's owner and admins. */
  readonly mayEraseOthers: boolean;
  readonly read: (slideIndex: number) => Promise<SlideInk>;
  readonly send: (slideIndex: number, batch: InkBatch) => void;
}

/** The drawings of one version of a deck, one sheet per slide that was opened during this visit. */
export class InkBook {
  /** Separates this visit's query cache entries from those of an earlier visit. */
  readonly key = randomId();
  readonly #options: BookOptions;
  readonly #sheets = new Map<number, InkSheet>();
  #unsent: readonly UnsentInk[] = [];
  #isReplaced = false;

  constructor(options: BookOptions) {
    this.#options = options;
  }

  sheet(slideIndex: number): InkSheet {
    const known = this.#sheets.get(slideIndex);
    if (known !== undefined) return known;
    const { me, mayEraseOthers, send } = this.#options;
    const sheet = new InkSheet({ me, mayEraseOthers, send: (batch) => send(slideIndex, batch) });
    this.#sheets.set(slideIndex, sheet);
    if (this.#isReplaced) sheet.setLock('replaced');
    this.#showUnsent(slideIndex, sheet);
    return sheet;
  }

  /** Makes all sheets read-only because this version is not the current one any more. */
  replaced(): void {
    this.#isReplaced = true;
    for (const sheet of this.#sheets.values()) sheet.setLock('replaced');
  }

  /** Reads the drawing of a slide from the server. */
  async read(slideIndex: number): Promise<void> {
    const sheet = this.sheet(slideIndex);
    const knownBefore = sheet.known();
    const { foreign, replaced, strokes } = await this.#options.read(slideIndex);
    sheet.take({ is: 'read', drawn: strokes, knownBefore });
    if (replaced) this.replaced();
    else if (!this.#isReplaced) sheet.setLock(foreign ? 'foreign' : null);
  }

  /** Applies a live event. Returns what must be read again: one slide, all slides, or null for nothing. */
  applyEvent(event: LiveEvent): { readonly again: number | 'all' } | null {
    if (event.kind === 'caught-up') return { again: 'all' };
    if ((event.kind !== 'ink' && event.kind !== 'annotation') || event.versionId !== this.#options.versionId) return null;
    if (event.kind === 'annotation') return { again: event.slideIndex };
    this.#sheets.get(event.slideIndex)?.take({ is: 'event', drawn: event.drawn, erased: event.erased });
    return null;
  }

  /** Updates the sheets with everything this device still has to send. */
  unsent(all: readonly Unsent[]): void {
    const { versionId } = this.#options;
    this.#unsent = all.filter((work): work is UnsentInk => work.kind === 'ink' && work.versionId === versionId);
    for (const [slideIndex, sheet] of this.#sheets) this.#showUnsent(slideIndex, sheet);
  }

  /** Updates the sheet after the server accepted a change. */
  sent(work: Unsent): void {
    if (work.kind !== 'ink' || work.deckId !== this.#options.deckId) return;
    const drawn = work.add.map((stroke) => this.#mine(stroke, work.keptAt));
    this.#sheets.get(work.slideIndex)?.take({ is: 'sent', drawn, erased: work.erase });
  }

  #showUnsent(slideIndex: number, sheet: InkSheet): void {
    const here = this.#unsent.filter((work) => work.slideIndex === slideIndex);
    const drawn = here.flatMap(({ add, keptAt }) => add.map((stroke) => this.#mine(stroke, keptAt)));
    // Strokes that the server refused to erase still exist for everyone else.
    const erased = here.flatMap(({ erase, refusal }) => (refusal === null ? erase : []));
    sheet.take({ is: 'unsent', drawn, erased });
    for (const { refusal } of here) {
      if (refusal?.code === 'FOREIGN_ANNOTATION') sheet.setLock('foreign');
      if (refusal?.code === 'VERSION_CHANGED') sheet.setLock('replaced');
    }
  }

  #mine({ restores: _, ...stroke }: UnsentInk['add'][number], keptAt: number): Stroke {
    return { ...stroke, author: this.#options.me, createdAt: new Date(keptAt).toISOString() };
  }
}
