import { runOf, type SlideRun } from '../../web/stage/position/slide-runs.ts';
import { type BrowserChoice, type JobBrowser, openBrowser } from './browser.ts';
import { DeckDocument, SlideError } from './deck-document.ts';
import type { EventFrame } from './event-frames.ts';
import { Gate } from './gate.ts';
import type { RenderLimits } from './limits.ts';
import { memoryOfTree } from './memory.ts';
import {
  type DeckToRender,
  type EventHeader,
  type PictureFormat,
  type PictureRequest,
  type RenderedSlide,
  type RenderFailure,
  type RenderRequest,
  SLIDES_MAX,
  type SlideFailure,
} from './protocol.ts';
import { raced } from './raced.ts';
import { hideAddedParts, showAddedParts, visibleText } from './slide-content.ts';
import { StagePage } from './stage-page.ts';
import { stillPicture } from './still-picture.ts';

const MEMORY_EVERY_MS = 200;
/** How often a slide is captured if its document has left it meanwhile. */
const ATTEMPTS_MAX = 3;
const NO_BYTES = new Uint8Array();

/** The job has come to its end before its time; the reason of the signal that stops it. */
class JobEnded extends Error {
  readonly reason: RenderFailure;

  constructor(reason: RenderFailure) {
    super(reason);
    this.reason = reason;
  }
}

const event = (header: EventHeader): EventFrame => ({ header, bytes: NO_BYTES });

/**
 * Renders pictures of a deck in a browser that is started for it and killed afterwards.
 * @param signal ends the job; nothing more is yielded then
 * @throws RendererUnavailableError if the browser does not start
 */
export async function* renderDeck(
  request: RenderRequest,
  choice: BrowserChoice,
  limits: RenderLimits,
  signal: AbortSignal,
): AsyncGenerator<EventFrame> {
  const { baseUrl } = request.deck;
  const gate = await Gate.open(baseUrl, limits.requests);
  let browser: JobBrowser | undefined;
  let watch: Watch | undefined;
  try {
    browser = await openBrowser(choice, gate, baseUrl);
    watch = new Watch(browser, limits, signal);
    yield* new Job(request, browser, limits, watch).run();
  } catch (error) {
    const reason: unknown = watch?.signal.reason;
    if (!(reason instanceof JobEnded)) throw error;
    yield event({ type: 'ended', reason: reason.reason });
  } finally {
    watch?.stop();
    await browser?.kill();
    gate.close();
  }
}

/** Aborts its signal, and kills the browser, when the job goes over a limit of the whole job. */
class Watch {
  readonly signal: AbortSignal;
  readonly #ending = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #memory: NodeJS.Timeout;
  #bytes = 0;
  readonly #limits: RenderLimits;
  readonly #browser: JobBrowser;

  constructor(browser: JobBrowser, limits: RenderLimits, signal: AbortSignal) {
    this.#limits = limits;
    this.#browser = browser;
    this.signal = AbortSignal.any([signal, this.#ending.signal]);
    this.#timer = setTimeout(() => this.#end('deck_timeout'), limits.deckMs);
    this.#memory = setInterval(() => void this.#checkMemory(), MEMORY_EVERY_MS);
    void browser.ended.then(() => this.#end('browser_ended'));
    signal.addEventListener('abort', () => void browser.kill(), { once: true });
  }

  /** Counts the bytes of a picture. */
  addOutput(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.outputBytes) this.#end('too_large');
    this.signal.throwIfAborted();
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#memory);
  }

  async #checkMemory(): Promise<void> {
    const bytes = await memoryOfTree(this.#browser.pid);
    if (bytes !== null && bytes > this.#limits.memoryBytes) this.#end('memory');
  }

  #end(reason: RenderFailure): void {
    this.#ending.abort(new JobEnded(reason));
    void this.#browser.kill();
  }
}

/** A slide to capture. */
type Wanted = Pick<PictureRequest, 'index' | 'inner' | 'step' | 'width' | 'format'>;

class Job {
  readonly #request: RenderRequest;
  readonly #deck: DeckToRender;
  readonly #browser: JobBrowser;
  readonly #limits: RenderLimits;
  readonly #watch: Watch;
  /** The page and the document on it; null before the first one and after a failure. */
  #stage: StagePage | null = null;
  #document: DeckDocument | null = null;

  constructor(request: RenderRequest, browser: JobBrowser, limits: RenderLimits, watch: Watch) {
    this.#request = request;
    this.#deck = request.deck;
    this.#browser = browser;
    this.#limits = limits;
    this.#watch = watch;
  }

  async *run(): AsyncGenerator<EventFrame> {
    const request = this.#request;
    if (request.pictures === 'all') {
      const slides = await this.#listSlides();
      yield event({ type: 'slides', slides });
      const { width, format } = request;
      for (const { index, inner } of slides) yield* await this.#capture({ index, inner, step: 'last', width, format }, true);
    } else {
      const ordered = request.pictures.toSorted((a, b) => a.index - b.index || (a.inner ?? 0) - (b.inner ?? 0));
      for (const wanted of ordered) yield* await this.#capture(wanted, false);
    }
    yield event({ type: 'done' });
  }

  async #listSlides(): Promise<RenderedSlide[]> {
    const { slides, hasOwnRuntime } = this.#deck;
    if (!hasOwnRuntime)
      return slides.slice(0, SLIDES_MAX).map(({ label }, index) => ({ index, inner: null, title: label ?? '', name: null }));
    const listed: RenderedSlide[] = [];
    for (let start = 0; start < slides.length && listed.length < SLIDES_MAX;) {
      const run = runOf(slides, start);
      listed.push(...(await this.#listRun(run)));
      start = run.start + run.length;
    }
    return listed.slice(0, SLIDES_MAX);
  }

  /** The slides of a document with a runtime. If it does not say which it has, they are those of the package. */
  async #listRun(run: SlideRun): Promise<RenderedSlide[]> {
    const count = await this.#bounded(async (signal) => {
      const document = await this.#open(run, signal);
      return document.countSlides(signal);
    }).catch((error: unknown) => {
      this.#failure(error);
      return this.#document?.report?.count ?? null;
    });
    const document = this.#document;
    return Array.from({ length: Math.max(count ?? 0, run.length) }, (_, at) => {
      const index = run.start + Math.min(at, run.length - 1);
      const isInner = count !== null && (run.length === 1 || (at >= run.length - 1 && count > run.length));
      const label = this.#deck.slides[index]?.label ?? '';
      const reported = document?.labelOf(at) ?? '';
      const title = reported || (isInner && at > 0 ? '' : label);
      return { index, inner: isInner ? at : null, title, name: isInner ? (document?.nameOf(at) ?? null) : null };
    });
  }

  /** The picture of a slide and, if `isDescribed`, what it shows. */
  async #capture(wanted: Wanted, isDescribed: boolean): Promise<EventFrame[]> {
    const { index, inner, step, width, format } = wanted;
    try {
      const { document, picture, content } = await this.#bounded((signal) => this.#picture(wanted, isDescribed, signal));
      this.#watch.addOutput(picture.bytes.length);
      const shown = document.report?.step ?? 0;
      const steps = step === 'last' ? shown : null;
      const size = { width, height: picture.height };
      return [
        { header: { type: 'picture', index, inner, step: shown, steps, format, ...size }, bytes: picture.bytes },
        ...(content === null ? [] : [event({ type: 'content', index, inner, ...content })]),
      ];
    } catch (error) {
      const reason = this.#failure(error);
      await this.#dropPage();
      return [event({ type: 'failed', index, inner, reason })];
    }
  }

  async #picture({ index, inner, step, width, format }: Wanted, isDescribed: boolean, signal: AbortSignal) {
    const { slides } = this.#deck;
    if (index >= slides.length) throw new SlideError('not_loaded');
    const run = runOf(slides, index);
    const document = await this.#open(run, signal, width);
    const at = inner ?? index - run.start;
    const isThere = () => inner === null || document.report?.index === at;
    for (let attempt = 1; ; attempt += 1) {
      await document.goTo(at, step, signal);
      if (!isThere()) throw new SlideError('not_loaded');
      const stage = this.#stage;
      if (stage === null) throw new SlideError('crashed');
      await raced(stage.resize(width), signal);
      const picture = await stillPicture(stage, format, signal);
      await document.update(signal);
      // A slow document can go on to another slide after it has reported this one.
      if (!isThere() && attempt < ATTEMPTS_MAX) continue;
      const content = isDescribed ? await describe(stage, picture, format, signal) : null;
      return { document, picture, content };
    }
  }

  /** The document of a run: the one that is shown, if it is that. */
  async #open(run: SlideRun, signal: AbortSignal, width = 640): Promise<DeckDocument> {
    if (this.#document?.run.start === run.start && this.#stage?.isThere === true) return this.#document;
    this.#document = null;
    this.#stage ??= await raced(StagePage.open(this.#browser, this.#deck.dimensions), signal);
    this.#document = await DeckDocument.open(this.#stage, this.#deck, run, width, signal);
    return this.#document;
  }

  /** Runs work on one slide within the time for a slide. */
  async #bounded<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.any([this.#watch.signal, AbortSignal.timeout(this.#limits.slideMs)]);
    return work(signal);
  }

  /** Why a slide has failed. Throws if the whole job has. */
  #failure(error: unknown): SlideFailure {
    this.#watch.signal.throwIfAborted();
    if (error instanceof SlideError) return error.reason;
    return error instanceof DOMException && error.name === 'TimeoutError' ? 'slide_timeout' : 'crashed';
  }

  /** The page may be out of order after a failure: the next slide gets a new one. */
  async #dropPage(): Promise<void> {
    const stage = this.#stage;
    this.#stage = null;
    this.#document = null;
    const signal = AbortSignal.any([this.#watch.signal, AbortSignal.timeout(this.#limits.slideMs)]);
    if (stage !== null) await raced(stage.close(), signal).catch(() => this.#watch.signal.throwIfAborted());
  }
}

/** What the event `content` says about a slide, without its place. What the runtime adds to each slide does not count. */
async function describe(
  stage: StagePage,
  { bytes, isStill }: { readonly bytes: Buffer; readonly isStill: boolean },
  format: PictureFormat,
  signal: AbortSignal,
) {
  const { frame } = stage;
  if (frame === null) throw new SlideError('left');
  const isHidden = await hideAddedParts(frame, signal);
  const text = await visibleText(frame, signal);
  const picture = isHidden && isStill ? (await raced(stage.capture(format), signal)).bytes : bytes;
  const miniature = isStill ? await raced(stage.miniatureOf(picture, format), signal) : null;
  if (isHidden) await showAddedParts(frame, signal);
  return { text, miniature };
}
