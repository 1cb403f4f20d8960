import type { FrameMessage, InnerPosition, OutlinedSlide } from '#web/protocol/messages.ts';
import { tell } from './channel.ts';
import type { DeckRuntime } from './deck-runtime.ts';

/** What the player takes; a longer outline would be dropped as a whole. */
const SLIDES_MAX = 2000;
const LABEL_MAX = 256;
const TEXT_MAX = 256;
const NOTES_MAX = 16_384;

/** Tells the player where the document stands and what slides it has, whenever that has changed. */
export class Reports {
  readonly #find: () => DeckRuntime | null;
  readonly #told = new Map<string, string>();
  /** The slide at which the outline was read last: reading it costs more than looking where the deck stands. */
  #outlinedAt = '';

  constructor(find: () => DeckRuntime | null) {
    this.#find = find;
  }

  update(): void {
    const deck = this.#find();
    const position = deck?.position() ?? null;
    this.#tell({ lectern: 'position', position });
    if (deck !== null && position !== null) this.#outline(deck, position);
  }

  /** Moves take a moment where routes or transitions are part of them. */
  updateSoon(): void {
    this.update();
    setTimeout(() => this.update(), 50);
  }

  /** Says all of it again. */
  repeat(): void {
    this.#told.clear();
    this.#outlinedAt = '';
    this.update();
  }

  #outline(deck: DeckRuntime, { index, count }: InnerPosition): void {
    const at = `${document.readyState} ${index} ${count}`;
    if (at === this.#outlinedAt) return;
    this.#outlinedAt = at;
    const slides = deck.outline();
    if (slides.length > 0) this.#tell({ lectern: 'outline', slides: slides.slice(0, SLIDES_MAX).map(bounded) });
  }

  #tell(message: FrameMessage): void {
    const text = JSON.stringify(message);
    if (this.#told.get(message.lectern) === text) return;
    this.#told.set(message.lectern, text);
    tell(message);
  }
}

const bounded = ({ label, text, notes }: OutlinedSlide): OutlinedSlide => ({
  label: label.slice(0, LABEL_MAX),
  text: text.slice(0, TEXT_MAX),
  notes: notes?.slice(0, NOTES_MAX) ?? null,
});
