import { runOf, type SlideRun } from '../../../web/stage/position/slide-runs.ts';
import {
  type DeckToRender,
  PASSING_FAILURES,
  type PictureRequest,
  type RenderedSlide,
  SLIDES_MAX,
  type SlideFailure,
} from '../protocol.ts';
import { inTime, raced } from '../raced.ts';
import type { Watch } from '../watch.ts';
import { DeckDocument, SlideError } from './deck-document.ts';
import { type PageBrowser, StagePage } from './stage-page.ts';

/** How often a slide is shown if its document leaves it again, before it is captured or while it is. */
const ATTEMPTS_MAX = 3;
/** The width at which the slides of a deck are counted. */
const LISTING_WIDTH = 640;
/**
 * Counting may take this many times as long as showing a slide: everything is loaded for the first time, and a deck that has not reported
 * has to be counted again.
 */
const LISTING_TIMES = 3;

/** Slides of a job that are tried again. A hostile deck cannot spend more time by them. */
const SECOND_TRIES_MAX = 5;
const PASSING: ReadonlySet<SlideFailure> = new Set(PASSING_FAILURES);

/** Counts the second tries of a job, for slides that may have failed for want of time. */
export class SecondTries {
  #left = SECOND_TRIES_MAX;

  /** Whether a slide with this failure is tried again, which uses up one of the tries. */
  take(failure: SlideFailure): boolean {
    if (!PASSING.has(failure) || this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}

/** Slides as the event `slides` lists them. */
interface Listing {
  readonly slides: RenderedSlide[];
  readonly isGuess: boolean;
}

/** A slide at one of its steps, as wide as it is shown. */
export type Wanted = Pick<PictureRequest, 'index' | 'inner' | 'step'> & { readonly width: number };

/** What was taken of a slide that was shown. */
export interface Shown<T> {
  readonly taken: T;
  /** How many steps were shown. */
  readonly step: number;
}

/** Shows the slides of a deck one after the other, on a page that is replaced after a failure. */
export class SlideStage {
  readonly #deck: DeckToRender;
  readonly #browser: PageBrowser;
  readonly #slideMs: number;
  readonly #watch: Pick<Watch, 'signal'>;
  /** The page and the document on it; null before the first one and after a failure. */
  #page: StagePage | null = null;
  #document: DeckDocument | null = null;

  constructor(deck: DeckToRender, browser: PageBrowser, slideMs: number, watch: Pick<Watch, 'signal'>) {
    this.#deck = deck;
    this.#browser = browser;
    this.#slideMs = slideMs;
    this.#watch = watch;
  }

  /** The slides of the deck, as people count slides. @throws the reason why the job has ended */
  async listSlides(): Promise<Listing> {
    const { slides, hasOwnRuntime } = this.#deck;
    if (!hasOwnRuntime) {
      const ofPackage = slides.slice(0, SLIDES_MAX);
      return {
        slides: ofPackage.map(({ label }, index) => ({ index, inner: null, title: label ?? '', name: null })),
        isGuess: false,
      };
    }
    const listed: RenderedSlide[] = [];
    let isGuess = false;
    for (let start = 0; start < slides.length && listed.length < SLIDES_MAX;) {
      const run = runOf(slides, start);
      const ofRun = await this.#listRun(run);
      listed.push(...ofRun.slides);
      isGuess ||= ofRun.isGuess;
      start = run.start + run.length;
    }
    return { slides: listed.slice(0, SLIDES_MAX), isGuess };
  }

  /** The slides of a document with a runtime. If it does not say which it has, they are those of the package. */
  async #listRun(run: SlideRun): Promise<Listing> {
    const { count, isGuess } = await this.#bounded(async (signal) => {
      const document = await this.#open(run, LISTING_WIDTH, signal);
      return { count: await document.countSlides(signal), isGuess: false };
    }, LISTING_TIMES).catch((error: unknown) => {
      const isLate = this.#failure(error) === 'slide_timeout';
      const reported = this.#document?.report?.count ?? null;
      return { count: reported, isGuess: isLate && reported === null };
    });
    const document = this.#document;
    const slides = Array.from({ length: Math.max(count ?? 0, run.length) }, (_, at) => {
      const index = run.start + Math.min(at, run.length - 1);
      const isInner = count !== null && (run.length === 1 || (at >= run.length - 1 && count > run.length));
      const label = this.#deck.slides[index]?.label ?? '';
      const reported = document?.labelOf(at) ?? '';
      const title = reported || (isInner && at > 0 ? '' : label);
      return { index, inner: isInner ? at : null, title, name: isInner ? (document?.nameOf(at) ?? null) : null };
    });
    return { slides, isGuess };
  }

  /**
   * Shows a slide and takes something of it, again if the document leaves the slide meanwhile: a slow document can go on to another slide
   * after it has reported this one. `take` may drop the page if it has put it out of order; what it has taken counts then.
   * @returns why it cannot be shown, or what was taken
   * @throws the reason why the job has ended
   */
  async show<T>(
    { index, inner, step, width }: Wanted,
    take: (page: StagePage, document: DeckDocument, signal: AbortSignal) => Promise<T>,
  ): Promise<Shown<T> | SlideFailure> {
    try {
      return await this.#bounded(async (signal) => {
        const { slides } = this.#deck;
        if (index >= slides.length) throw new SlideError('not_loaded');
        const run = runOf(slides, index);
        const document = await this.#open(run, width, signal);
        const at = inner ?? index - run.start;
        const isThere = () => inner === null || document.report?.index === at;
        for (let attempt = 1; ; attempt += 1) {
          await document.holdTimers(false, signal);
          await document.goTo(at, step, signal);
          await document.holdTimers(true, signal);
          await document.update(signal);
          if (!isThere()) {
            if (attempt < ATTEMPTS_MAX) continue;
            throw new SlideError('not_loaded');
          }
          const page = this.#page;
          if (page === null) throw new SlideError('crashed');
          await raced(page.resize(width), signal);
          const taken = await take(page, document, signal);
          if (this.#page === page) await document.update(signal);
          if (isThere() || attempt === ATTEMPTS_MAX) return { taken, step: document.report?.step ?? 0 };
        }
      });
    } catch (error) {
      const reason = this.#failure(error);
      await this.dropPage();
      return reason;
    }
  }

  /** Closes the page, which may be out of order: the next slide gets a new one. */
  async dropPage(): Promise<void> {
    const page = this.#page;
    this.#page = null;
    this.#document = null;
    const signal = inTime(this.#watch.signal, this.#slideMs);
    if (page !== null) await raced(page.close(), signal).catch(() => this.#watch.signal.throwIfAborted());
  }

  /** The document of a run: the one that is shown, if it is that. */
  async #open(run: SlideRun, width: number, signal: AbortSignal): Promise<DeckDocument> {
    if (this.#document?.run.start === run.start && this.#page?.isThere === true) return this.#document;
    this.#document = null;
    this.#page ??= await raced(StagePage.open(this.#browser, this.#deck.dimensions), signal);
    this.#document = await DeckDocument.open(this.#page, this.#deck, run, width, signal);
    return this.#document;
  }

  /** Runs work on one slide within the time for a slide, or several times as long. */
  async #bounded<T>(work: (signal: AbortSignal) => Promise<T>, times = 1): Promise<T> {
    return work(inTime(this.#watch.signal, this.#slideMs * times));
  }

  /** Why a slide has failed. Throws if the whole job has. */
  #failure(error: unknown): SlideFailure {
    this.#watch.signal.throwIfAborted();
    if (error instanceof SlideError) return error.reason;
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'slide_timeout' : 'crashed';
  }
}
