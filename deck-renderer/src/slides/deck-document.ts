import type { Frame } from 'playwright-core';
import { namesOf } from '../../../shared/inner-names.ts';
import type { InnerPosition, OutlinedSlide, PlayerMessage } from '../../../web/protocol/messages.ts';
import { CHOSEN_SLIDES, STEPPED_SLIDE } from '../../../web/protocol/frame-name.ts';
import { slideUrl } from '../../../web/stage/frames/slide-url.ts';
import {
  applyMove,
  initialPosition,
  type Move,
  type PositionState,
  reportedBy,
} from '../../../web/stage/position/position-state.ts';
import type { SlideRun } from '../../../web/stage/position/slide-runs.ts';
import { type DeckToRender, type SlideFailure, SLIDES_MAX } from '../protocol.ts';
import { raced } from '../raced.ts';
import { holdTimers } from './deck-timers.ts';
import type { StagePage } from './stage-page.ts';

/** More steps than any slide has; shows all of them. */
const ALL_STEPS = 100_000;
/** How long a loaded document may be silent. One without the bridge never reports; its slide can be shown all the same. */
const SILENCE_MS = 1500;
/** How long a document may take to react to a key. */
const REACTION_MS = 2000;
/** How long a document may take to follow a link to one of its slides. */
const FOLLOW_MS = 500;
const MESSAGES_MS = 250;

/** A slide that cannot be shown, by the code of the event that reports it. */
export class SlideError extends Error {
  readonly reason: SlideFailure;

  constructor(reason: SlideFailure) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * A document of a deck on a page. Its slides and steps are known from its bridge, and moves are those of the player (`position-state`): there
 * is one way of knowing a deck.
 */
export class DeckDocument {
  readonly run: SlideRun;
  readonly #stage: StagePage;
  readonly #deck: { slides: DeckToRender['slides']; ownRuntime: boolean };
  #position: PositionState;
  #isSettled = false;
  #outline: readonly OutlinedSlide[] = [];
  /** The names of the slides in `#outline`, once they are asked for. */
  #names: readonly string[] | null = null;

  private constructor(stage: StagePage, deck: DeckToRender, run: SlideRun) {
    this.run = run;
    this.#stage = stage;
    this.#deck = { slides: deck.slides, ownRuntime: deck.hasOwnRuntime };
    this.#position = initialPosition(this.#deck, { slideIndex: run.start, inner: null });
  }

  /**
   * Loads the document of `run` and waits until it has reported for the first time.
   * @throws SlideError if it does not exist
   */
  static async open(
    stage: StagePage,
    deck: DeckToRender,
    run: SlideRun,
    width: number,
    signal: AbortSignal,
  ): Promise<DeckDocument> {
    const document = new DeckDocument(stage, deck, run);
    const isFound = await raced(stage.show(slideUrl(deck.baseUrl, run.file), frameName(deck), width), signal);
    if (!isFound) throw new SlideError('not_loaded');
    await document.#tell({ lectern: 'hello' }, signal);
    await document.#until(() => document.#position.report !== undefined, signal, SILENCE_MS);
    return document;
  }

  /** The last report of the document; null if it has no inner slides and no steps, or does not report. */
  get report(): InnerPosition | null {
    return this.#position.report ?? null;
  }

  /** Label of an inner slide, as the deck reports it; empty if it does not. */
  labelOf(inner: number): string {
    const { label = '', text = '' } = this.#outline[inner] ?? {};
    return label || text;
  }

  /** Name of an inner slide, which it keeps in the next version; null if the deck does not report it. */
  nameOf(inner: number): string | null {
    this.#names ??= namesOf(this.#outline);
    return this.#names[inner] ?? null;
  }

  /** Notes of an inner slide, as the deck reports them; empty if it does not. */
  notesOf(inner: number): string {
    return this.#outline[inner]?.notes ?? '';
  }

  /** The language that the document says it is in; empty if it does not say. Untrusted text. */
  async language(signal: AbortSignal): Promise<string> {
    const language: unknown = await raced(
      this.#frame().evaluate(() => document.documentElement.lang),
      signal,
    );
    return typeof language === 'string' ? language : '';
  }

  /**
   * Follows a link inside the document.
   * @param hash the fragment with `#`
   * @returns index of the inner slide that the document shows then; null if the link leads nowhere
   */
  async follow(hash: string, signal: AbortSignal): Promise<number | null> {
    const start = this.report;
    if (start === null) return null;
    const followed = await this.#goToHash(hash, signal);
    if (followed !== start.index) return followed;
    // It leads to this slide, or nowhere: from another slide these differ.
    const other = start.index === 0 ? Math.min(1, start.count - 1) : 0;
    await this.goTo(other, 0, signal);
    const again = await this.#goToHash(hash, signal);
    return again === start.index && again !== other ? again : null;
  }

  async #goToHash(hash: string, signal: AbortSignal): Promise<number | null> {
    const before = JSON.stringify(this.report);
    await raced(
      this.#frame().evaluate((fragment) => {
        // Nothing is followed if the address has this fragment already.
        history.replaceState(history.state, '', location.href.split('#', 1)[0]);
        location.hash = fragment;
      }, hash),
      signal,
    );
    await this.#until(() => JSON.stringify(this.report) !== before, signal, FOLLOW_MS);
    return this.report?.index ?? null;
  }

  #frame(): Frame {
    const { frame } = this.#stage;
    if (frame === null || frame.isDetached()) throw new SlideError('left');
    return frame;
  }

  /**
   * Counts the slides inside. Waits until the document says that it is loaded and has come to rest, at most until the signal is aborted.
   * @returns null if the document does not know any
   */
  async countSlides(signal: AbortSignal): Promise<number | null> {
    await this.#until(() => this.#isSettled, signal, Number.POSITIVE_INFINITY);
    while (this.report?.isCountOpen === true && this.report.count < SLIDES_MAX) await this.#step(signal);
    return this.report === null ? null : Math.min(this.report.count, SLIDES_MAX);
  }

  /** Goes to a slide inside the document, from 0, and shows so many of its steps. Does nothing in a document that does not report. */
  async goTo(inner: number, step: number | 'last', signal: AbortSignal): Promise<void> {
    const { run } = this;
    await this.#until(() => this.report !== null || !this.#deck.ownRuntime || this.#isSettled, signal, Number.POSITIVE_INFINITY);
    if (this.report === null) return;
    const place = { slideIndex: run.start, inner: { index: inner, step: step === 'last' ? ALL_STEPS : step } };
    // Some runtimes show steps only of the slide they are at: these get there first. Nothing is sent if the step is shown already.
    for (const _ of [1, 2]) {
      await this.#move({ is: 'goToPlace', place }, signal);
      await this.#until(() => this.#position.wanted === null, signal, Number.POSITIVE_INFINITY);
    }
  }

  /** Keeps a deck that plays by itself where it is, or lets it go on. */
  async holdTimers(areHeld: boolean, signal: AbortSignal): Promise<void> {
    await holdTimers(this.#frame(), areHeld, signal);
  }

  /** Takes the reports that have arrived meanwhile. */
  async update(signal: AbortSignal): Promise<void> {
    await this.#take(0, signal);
  }

  /** Presses the key for the next step, and waits for what follows. Such documents know their last slide once a key changes nothing. */
  async #step(signal: AbortSignal): Promise<void> {
    const before = JSON.stringify(this.report);
    await this.#move({ is: 'step', direction: 'next', skip: false }, signal);
    await this.#until(() => JSON.stringify(this.report) !== before, signal, REACTION_MS);
  }

  async #until(isDone: () => boolean, signal: AbortSignal, silenceMs: number): Promise<void> {
    for (let silent = 0; !isDone() && silent < silenceMs;) {
      const received = await this.#take(MESSAGES_MS, signal);
      // On a busy machine, the document may not have had its turn.
      if (!received) await raced(this.#turn(), signal);
      silent = received ? 0 : silent + MESSAGES_MS;
    }
  }

  /** Ends when the document runs code again. */
  async #turn(): Promise<void> {
    await this.#frame()
      .evaluate(() => null)
      .catch(() => null);
  }

  async #take(ms: number, signal: AbortSignal): Promise<boolean> {
    const messages = await raced(this.#stage.messages(ms), signal);
    for (const message of messages) {
      if (message.lectern === 'outline') [this.#outline, this.#names] = [message.slides, null];
      if (message.lectern !== 'position') continue;
      this.#isSettled = message.isSettled;
      await this.#move(reportedBy(this.run.start, message), signal);
    }
    return messages.length > 0;
  }

  async #move(move: Move, signal: AbortSignal): Promise<void> {
    const [after, message] = applyMove(this.#deck, this.#position, move);
    this.#position = after;
    if (message !== null) await this.#tell(message, signal);
  }

  async #tell(message: PlayerMessage, signal: AbortSignal): Promise<void> {
    // Whatever it reported before says nothing about where it goes now.
    this.#isSettled = false;
    await raced(this.#stage.tell(message), signal);
  }
}

/** The name of a frame, as the player gives it. */
function frameName({ hasOwnRuntime, slideSelector }: DeckToRender): string | null {
  if (!hasOwnRuntime) return STEPPED_SLIDE;
  return slideSelector === null ? null : CHOSEN_SLIDES + slideSelector;
}
