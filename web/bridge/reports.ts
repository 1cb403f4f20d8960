import type { FrameMessage, InnerPosition, OutlinedSlide } from '#web/protocol/messages.ts';
import { send } from './channel.ts';
import type { DeckRuntime } from './deck-runtime.ts';
import { nextFrame } from './waiting.ts';
import { arrivedAt } from './walk-to.ts';

/** Limits of `frameMessageSchema`. The player drops a larger outline as a whole. */
const SLIDES_MAX = 2000;
const LABEL_MAX = 256;
const TEXT_MAX = 256;
const NOTES_MAX = 16_384;
const PATH_MAX = 4096;

/**
 * How many polls a position stays the same before the document counts as settled: 3 s. Polls are counted, not time, so that a busy
 * document, or one on a slow machine, gets longer.
 */
const SETTLED_AFTER_POLLS = 12;
/** The same while parts of the document are still loading: 15 s. Its runtime may be one of them. */
const SETTLED_WHILE_LOADING = 60;

/** After how many polls a document counts as painted although no frame has begun: browsers do not paint what cannot be seen. */
const PAINTED_AFTER_POLLS = 2;

/** Sends the position and the outline of the document to the player whenever they change, once the document has been painted. */
export class Reports {
  readonly #find: () => DeckRuntime | null;
  readonly #mayStart: () => boolean;
  readonly #sent = new Map<string, string>();
  /** The slide at which the outline was last read. Reading the outline costs more than reading the position. */
  #outlinedAt = '';
  #position = '';
  /** Polls since the position last changed, the document was loaded or it was asked to move. */
  #unchangedPolls = 0;
  /** `begun`: there is something to show, which may not be on the screen yet. */
  #painting: 'not begun' | 'begun' | 'done' = 'not begun';
  #pollsWhilePainting = 0;

  /** @param mayStart whether a document without a runtime may have one soon */
  constructor(find: () => DeckRuntime | null, mayStart: () => boolean) {
    this.#find = find;
    this.#mayStart = mayStart;
  }

  update(): void {
    if (this.#painting !== 'done') return this.#awaitPainting();
    this.#send({ lectern: 'document', path: location.pathname.slice(0, PATH_MAX) });
    const deck = this.#find();
    const position = deck?.position() ?? null;
    if (position !== null) arrivedAt(position.index);
    const isSettled = this.#isSettled(position);
    this.#send({ lectern: 'position', position, isSettled, isStarting: position === null && !isSettled && this.#mayStart() });
    if (deck !== null && position !== null) this.#outline(deck, position);
  }

  /** Reports what has changed. To be called at regular intervals: runtimes announce moves in different ways, and some not at all. */
  poll(): void {
    this.#unchangedPolls += 1;
    if (this.#painting === 'begun') this.#pollsWhilePainting += 1;
    if (this.#pollsWhilePainting >= PAINTED_AFTER_POLLS) this.#painting = 'done';
    this.update();
  }

  /**
   * The document may be about to move: it is not settled any more. The next update sends the position even if it is the one that was
   * sent last.
   */
  unsettle(): void {
    this.#unchangedPolls = 0;
    this.#sent.delete('position');
  }

  /** Routes and transitions take a moment, so the position is read again. */
  updateSoon(): void {
    this.update();
    setTimeout(() => this.update(), 50);
  }

  /** Sends everything again. */
  repeat(): void {
    this.#sent.clear();
    this.#outlinedAt = '';
    this.update();
  }

  /** The document is painted when a second frame begins. */
  #awaitPainting(): void {
    if (this.#painting === 'begun' || !hasSomethingToShow()) return;
    this.#painting = 'begun';
    nextFrame(() =>
      nextFrame(() => {
        this.#painting = 'done';
        this.update();
      }),
    );
  }

  #isSettled(position: InnerPosition | null): boolean {
    const text = JSON.stringify(position);
    if (text !== this.#position) {
      this.#position = text;
      this.#unchangedPolls = 0;
    }
    return this.#unchangedPolls >= (document.readyState === 'complete' ? SETTLED_AFTER_POLLS : SETTLED_WHILE_LOADING);
  }

  #outline(deck: DeckRuntime, { index, count }: InnerPosition): void {
    const at = `${document.readyState} ${index} ${count}`;
    if (at === this.#outlinedAt) return;
    this.#outlinedAt = at;
    const slides = deck.outline();
    if (slides.length > 0) this.#send({ lectern: 'outline', slides: slides.slice(0, SLIDES_MAX).map(bounded) });
  }

  #send(message: FrameMessage): void {
    const text = JSON.stringify(message);
    if (this.#sent.get(message.lectern) === text) return;
    this.#sent.set(message.lectern, text);
    send(message);
  }
}

/** Whether the document is parsed and not without style sheets that still load. Until then it is an empty page. */
function hasSomethingToShow(): boolean {
  if (document.readyState === 'complete') return true;
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet" i]:not([disabled])')];
  return (
    document.readyState === 'interactive' && sheets.every(({ sheet, media }) => sheet !== null || !matchMedia(media).matches)
  );
}

const bounded = ({ label, text, notes, ...identity }: OutlinedSlide): OutlinedSlide => ({
  ...identity,
  label: label.slice(0, LABEL_MAX),
  text: text.slice(0, TEXT_MAX),
  notes: notes?.slice(0, NOTES_MAX) ?? null,
});
