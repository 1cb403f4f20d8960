import type { SlideInk, Stroke } from '#shared/ink.ts';
import type { LiveEvent } from '#shared/live.ts';
import type { Person } from '#shared/roles.ts';
import type { Unsent, UnsentInk } from '#web/outbox/unsent.ts';
import { randomId } from '#web/lib/random-id.ts';
import { type InkBatch, InkSheet } from './ink-sheet.ts';

interface BookOptions {
  readonly deckId: string;
  readonly versionId: string;
  readonly me: Person;
  /** The deck's owner and admins. */
  readonly mayEraseOthers: boolean;
  readonly read: (slideIndex: number) => Promise<SlideInk>;
  readonly send: (slideIndex: number, batch: InkBatch) => void;
}

/** The drawings of one version of a deck, slide by slide, as far as they were looked at in this visit. */
export class InkBook {
  /** Tells this visit's answers from those of an earlier one. */
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
    if (this.#isReplaced) sheet.obstruct('replaced');
    this.#tellUnsent(slideIndex, sheet);
    return sheet;
  }

  /** This version is not current any more: its drawings can be looked at. */
  replaced(): void {
    this.#isReplaced = true;
    for (const sheet of this.#sheets.values()) sheet.obstruct('replaced');
  }

  /** Asks the server what is on a slide. */
  async read(slideIndex: number): Promise<void> {
    const sheet = this.sheet(slideIndex);
    const knownBefore = sheet.known();
    const { foreign, replaced, strokes } = await this.#options.read(slideIndex);
    sheet.take({ is: 'read', drawn: strokes, knownBefore });
    if (replaced) this.replaced();
    else if (!this.#isReplaced) sheet.obstruct(foreign ? 'foreign' : null);
  }

  /** Says whether something has to be read again: of this slide, or of all. */
  hear(event: LiveEvent): { readonly again: number | 'all' } | null {
    if (event.kind === 'caught-up') return { again: 'all' };
    if ((event.kind !== 'ink' && event.kind !== 'annotation') || event.versionId !== this.#options.versionId) return null;
    if (event.kind === 'annotation') return { again: event.slideIndex };
    this.#sheets.get(event.slideIndex)?.take({ is: 'news', drawn: event.drawn, erased: event.erased });
    return null;
  }

  /** All that is to be sent from this device. */
  unsent(all: readonly Unsent[]): void {
    const { versionId } = this.#options;
    this.#unsent = all.filter((work): work is UnsentInk => work.kind === 'ink' && work.versionId === versionId);
    for (const [slideIndex, sheet] of this.#sheets) this.#tellUnsent(slideIndex, sheet);
  }

  /** The server has taken it. */
  sent(work: Unsent): void {
    if (work.kind !== 'ink' || work.deckId !== this.#options.deckId) return;
    const drawn = work.add.map((stroke) => this.#mine(stroke, work.keptAt));
    this.#sheets.get(work.slideIndex)?.take({ is: 'sent', drawn, erased: work.erase });
  }

  #tellUnsent(slideIndex: number, sheet: InkSheet): void {
    const here = this.#unsent.filter((work) => work.slideIndex === slideIndex);
    const drawn = here.flatMap(({ add, keptAt }) => add.map((stroke) => this.#mine(stroke, keptAt)));
    // What the server has refused to erase is still there for everybody else.
    const erased = here.flatMap(({ erase, refusal }) => (refusal === null ? erase : []));
    sheet.take({ is: 'unsent', drawn, erased });
    for (const { refusal } of here) {
      if (refusal?.code === 'FOREIGN_ANNOTATION') sheet.obstruct('foreign');
      if (refusal?.code === 'VERSION_CHANGED') sheet.obstruct('replaced');
    }
  }

  #mine({ restores: _, ...stroke }: UnsentInk['add'][number], keptAt: number): Stroke {
    return { ...stroke, author: this.#options.me, createdAt: new Date(keptAt).toISOString() };
  }
}
