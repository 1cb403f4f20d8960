import { runOf } from '../../../web/stage/position/slide-runs.ts';
import type { JobBrowser } from '../browser.ts';
import { type EventFrame, eventOf } from '../event-frames.ts';
import type { RenderLimits } from '../limits.ts';
import { PDF_SHEETS_MAX, PICTURE_HEIGHT_MAX, type RenderedSlide, type RenderRequest, type SlideFailure } from '../protocol.ts';
import { inTime, raced } from '../raced.ts';
import { type DeckDocument, SlideError } from '../slides/deck-document.ts';
import { CONTROLS, hideParts, showParts } from '../slides/slide-content.ts';
import { drawingsOf, notesOf } from '../slides/slide-extras.ts';
import { SecondTries, type Shown, type SlideStage } from '../slides/slide-stage.ts';
import { pictureSize, type Size, type StagePage } from '../slides/stage-page.ts';
import { stillPicture } from '../slides/still-picture.ts';
import type { Watch } from '../watch.ts';
import { notesPaper, PageLayout } from './page-layout.ts';
import { PaperPrinter } from './paper-printer.ts';
import { type Form, PdfBuilder, POINTS_PER_PIXEL, type Spot } from './pdf-builder.ts';
import { linksOn, type LinkTarget, type SlideLink, targetOf } from './slide-links.ts';

type PdfRequest = Extract<RenderRequest, { pdf: unknown }>;

/** What a job works with. */
interface Tools {
  readonly stage: SlideStage;
  readonly watch: Watch;
  readonly browser: JobBrowser;
  readonly limits: RenderLimits;
}

/**
 * How wide a slide is shown until it has come to rest. For that, captures are compared, and one of a wide slide takes several times as long.
 */
const RESTING_WIDTH = 640;
/** Printing a slide may take this part of the time for a slide. */
const PRINTING = 1 / 2;
/** Bytes of the PDF in one event. */
const PART = 1024 * 1024;
/** A deck has at most this many links to its own slides that are followed. */
const FOLLOWED_MAX = 300;
const LANGUAGE = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i;

/** What was taken of a slide at one of its steps. */
interface Printed {
  /** Null if the browser could not print it. */
  readonly pdf: Buffer | null;
  /** Whether printing it took too long. */
  readonly isLate: boolean;
  readonly links: readonly SlideLink[];
  /** Notes as the document reports them. */
  readonly notes: string;
  readonly language: string;
}

/** Makes the PDF that is requested. */
export async function* renderPdf(request: PdfRequest, tools: Tools): AsyncGenerator<EventFrame> {
  const listing = await tools.stage.listSlides();
  yield eventOf({ type: 'slides', ...listing });
  yield* await PdfJob.start(request, listing.slides, tools);
}

class PdfJob {
  readonly #request: PdfRequest;
  readonly #slides: readonly RenderedSlide[];
  readonly #tools: Tools;
  readonly #builder: PdfBuilder;
  readonly #layout: PageLayout;
  /** Size of a slide in CSS pixels: the deck's own, if that is not too large to be shown. */
  readonly #size: Size;
  /** How wide a slide is shown until it is printed. */
  readonly #restingWidth: number;
  #printer: PaperPrinter | null = null;
  readonly #secondTries = new SecondTries();
  /** Where each slide begins. */
  readonly #spots: Spot[] = [];
  readonly #links: { readonly spot: Spot; readonly target: LinkTarget }[] = [];
  #sheets = 0;
  #isEmpty = true;
  #language: string | null;

  private constructor(request: PdfRequest, slides: readonly RenderedSlide[], tools: Tools, builder: PdfBuilder) {
    this.#request = request;
    this.#slides = slides;
    this.#tools = tools;
    this.#builder = builder;
    const { width, height } = request.deck.dimensions;
    const scale = Math.min(1, PICTURE_HEIGHT_MAX / width, PICTURE_HEIGHT_MAX / height);
    this.#size = pictureSize(Math.max(1, Math.round(width * scale)), request.deck.dimensions);
    this.#restingWidth = Math.min(RESTING_WIDTH, this.#size.width);
    this.#layout = new PageLayout(builder, request.pdf.layout, inPoints(this.#size));
    this.#language = request.pdf.language;
  }

  static async start(request: PdfRequest, slides: readonly RenderedSlide[], tools: Tools): Promise<AsyncGenerator<EventFrame>> {
    const builder = await PdfBuilder.create((bytes) => tools.watch.addOutput(bytes));
    return new PdfJob(request, slides, tools, builder).#run();
  }

  async *#run(): AsyncGenerator<EventFrame> {
    for (const slide of this.#slides) yield* this.#printSlide(slide);
    if (this.#isEmpty) return;
    await this.#addLinks();
    const bookmarks = this.#slides.flatMap(({ title }, at) => {
      const spot = this.#spots[at];
      return spot === undefined ? [] : [{ title: title || String(at + 1), spot }];
    });
    this.#builder.addBookmarks(bookmarks);
    const { title } = this.#request.pdf;
    const language = this.#language !== null && LANGUAGE.test(this.#language) ? this.#language : null;
    const file = await raced(this.#builder.save(title, language), this.#tools.watch.signal);
    const header = { type: 'document', size: file.length, pages: this.#builder.pageCount } as const;
    for (let at = 0; at < file.length; at += PART) yield { header, bytes: file.subarray(at, at + PART) };
  }

  /** All pages of a slide: one for its last step, or one for each number of its steps, and its notes. */
  async *#printSlide(slide: RenderedSlide): AsyncGenerator<EventFrame> {
    const overlay = await this.#drawings(slide);
    const last = await this.#show(slide, 'last');
    const stepsBefore = this.#request.pdf.steps === 'all' && typeof last !== 'string' ? last.step : 0;
    this.#sheets += stepsBefore + 1;
    if (this.#sheets > PDF_SHEETS_MAX) this.#tools.watch.endAsTooLarge();
    let spot: Spot | undefined;
    for (let step = 0; step <= stepsBefore; step += 1) {
      const shown = step === stepsBefore ? last : await this.#show(slide, step);
      spot = this.#layout.place();
      if (step === 0) this.#spots.push(spot);
      yield await this.#addSheet(slide, shown, spot);
      if (overlay !== null && overlay !== 'failed') this.#builder.draw(overlay, spot);
    }
    const hasNotes = spot === undefined || (await this.#addNotes(slide, spot, typeof last === 'string' ? '' : last.taken.notes));
    if (overlay === 'failed' || !hasNotes) yield failed(slide, 'crashed');
  }

  /** Shows and prints a slide, once more if it may have failed for want of time. */
  async #show(slide: RenderedSlide, step: number | 'last'): Promise<Shown<Printed> | SlideFailure> {
    const shown = await this.#showOnce(slide, step);
    const failure = typeof shown === 'string' ? shown : shown.taken.isLate ? 'slide_timeout' : null;
    if (failure === null || !this.#secondTries.take(failure)) return shown;
    const again = await this.#showOnce(slide, step);
    return typeof again === 'string' ? shown : again;
  }

  async #showOnce({ index, inner }: RenderedSlide, step: number | 'last'): Promise<Shown<Printed> | SlideFailure> {
    const { stage, limits } = this.#tools;
    const { width } = this.#size;
    return stage.show({ index, inner, step, width: this.#restingWidth }, async (page, document, signal) => {
      const taken = await printed({ page, document, inner: inner ?? 0, width, limits, signal });
      // The browser may still be busy with it, and the document may never answer again.
      if (taken.pdf === null) await stage.dropPage();
      return taken;
    });
  }

  /** Draws a slide at its place, and notes its links. */
  async #addSheet(slide: RenderedSlide, shown: Shown<Printed> | SlideFailure, spot: Spot): Promise<EventFrame> {
    if (typeof shown === 'string') return failed(slide, shown);
    const { pdf, links, language } = shown.taken;
    const form = await this.#embed(pdf);
    const drawn = form ?? (await this.#picture(slide, shown.step));
    if (typeof drawn === 'string') return failed(slide, drawn);
    this.#builder.draw(drawn, spot);
    this.#isEmpty = false;
    this.#language ??= language;
    const scale = spot.box.width / this.#size.width;
    for (const link of links) {
      const target = targetOf(link, slide.index, this.#request.deck);
      const [width, height] = [link.width * scale, link.height * scale];
      const [x, y] = [spot.box.x + link.x * scale, spot.box.y + spot.box.height - link.y * scale - height];
      if (target !== null) this.#links.push({ spot: { page: spot.page, box: { x, y, width, height } }, target });
    }
    const { index, inner } = slide;
    return eventOf({ type: 'page', index, inner, step: shown.step, isPicture: form === null });
  }

  /** @returns null if the page cannot be read */
  async #embed(pdf: Buffer | null): Promise<Form | null> {
    if (pdf === null) return null;
    const forms = await this.#builder.embedPrinted(pdf).catch(() => []);
    this.#tools.watch.signal.throwIfAborted();
    return forms[0] ?? null;
  }

  /** The picture of a slide that cannot be printed; or why there is none. */
  async #picture({ index, inner }: RenderedSlide, step: number): Promise<Form | SlideFailure> {
    const { stage, limits } = this.#tools;
    const wanted = { index, inner, step, width: this.#size.width };
    const shown = await stage.show(wanted, (page, _, signal) => captured(page, limits, signal));
    return typeof shown === 'string' ? shown : this.#builder.embedPicture(shown.taken, inPoints(this.#size));
  }

  async #drawings({ index, inner, name }: RenderedSlide): Promise<Form | 'failed' | null> {
    const drawings = drawingsOf(this.#request.pdf.drawings, this.#slides, { index, inner, name });
    if (drawings.length === 0) return null;
    const printedDrawings = await this.#print((printer) => printer.drawings(drawings, this.#size));
    return printedDrawings?.[0] ?? 'failed';
  }

  /** @returns false if the slide has notes that could not be printed */
  async #addNotes(slide: RenderedSlide, spot: Spot, reported: string): Promise<boolean> {
    const { notes, layout } = this.#request.pdf;
    if (layout.kind !== 'notes-below' && layout.kind !== 'notes-pages') return true;
    const text = notesOf(notes, this.#slides, slide, reported);
    if (text.trim() === '') return true;
    const paper = notesPaper(layout.paper);
    const title = layout.kind === 'notes-pages' ? slide.title : '';
    const forms = await this.#print((printer) => printer.notes({ title, text }, paper, this.#layout.spaceAboveNotes));
    for (const [at, form] of (forms ?? []).entries()) {
      const size = inPoints(paper);
      const page = at === 0 && layout.kind === 'notes-below' ? spot.page : this.#builder.addPage(size);
      this.#builder.draw(form, { page, box: { x: 0, y: 0, ...size } });
    }
    return forms !== null;
  }

  /** Prints something that is not of the deck. @returns null if that fails */
  async #print(work: (printer: PaperPrinter) => Promise<Buffer>): Promise<Form[] | null> {
    const { browser, limits, watch } = this.#tools;
    const signal = inTime(watch.signal, limits.slideMs);
    try {
      this.#printer ??= await raced(PaperPrinter.open(browser, limits.printedBytes), signal);
      return await this.#builder.embedPrinted(await raced(work(this.#printer), signal));
    } catch {
      watch.signal.throwIfAborted();
      this.#printer = null;
      return null;
    }
  }

  /** Adds the links of all slides. Those to places in the deck are followed to find out which slides they lead to. */
  async #addLinks(): Promise<void> {
    const followed = new Map<string, Spot | null>();
    for (const { spot, target } of this.#links) {
      if ('address' in target) {
        this.#builder.addLink(spot, target.address);
        continue;
      }
      const key = `${target.file}${target.hash}`;
      if (!followed.has(key) && followed.size < FOLLOWED_MAX) followed.set(key, await this.#follow(target));
      const to = followed.get(key);
      if (to != null) this.#builder.addLink(spot, to);
    }
  }

  async #follow({ file, hash }: Extract<LinkTarget, { file: string }>): Promise<Spot | null> {
    const { slides, hasOwnRuntime } = this.#request.deck;
    const run = runOf(
      slides,
      slides.findIndex((slide) => slide.file === file),
    );
    const first = this.#slides.findIndex(({ index }) => index >= run.start);
    if (!hasOwnRuntime || hash === '') return this.#spots[first] ?? null;
    const wanted = { index: run.start, inner: null, step: 0, width: this.#restingWidth };
    const shown = await this.#tools.stage.show(wanted, (_, document, signal) => document.follow(hash, signal));
    const at = typeof shown === 'string' ? null : shown.taken;
    return at === null ? null : (this.#spots[first + at] ?? null);
  }
}

interface ToPrint {
  readonly page: StagePage;
  readonly document: DeckDocument;
  readonly inner: number;
  /** Width of the printed page in CSS pixels. */
  readonly width: number;
  readonly limits: RenderLimits;
  readonly signal: AbortSignal;
}

/** Prints the slide that the page shows, once it has come to rest. */
async function printed({ page, document, inner, width, limits, signal }: ToPrint): Promise<Printed> {
  const { slideMs, printedBytes } = limits;
  const { frame, isHidden } = await hideControls(page, signal);
  await stillPicture(page, 'jpeg', slideMs, signal);
  const links = await linksOn(frame, slideMs, signal);
  const language = await document.language(signal);
  await raced(page.resize(width), signal);
  const limit = inTime(signal, slideMs * PRINTING);
  const pdf = await raced(page.print(printedBytes), limit).catch(() => null);
  signal.throwIfAborted();
  // A page that could not be printed may be busy for ever, and is dropped.
  if (isHidden && pdf !== null) await showParts(frame, signal);
  return { pdf, isLate: pdf === null && limit.aborted, links, notes: document.notesOf(inner), language };
}

/** Captures the slide that the page shows as a JPEG, once it has come to rest. */
async function captured(page: StagePage, { slideMs }: RenderLimits, signal: AbortSignal): Promise<Buffer> {
  const { frame, isHidden } = await hideControls(page, signal);
  const { bytes } = await stillPicture(page, 'jpeg', slideMs, signal);
  if (isHidden) await showParts(frame, signal);
  return bytes;
}

/** Hides what the runtime adds to the slide for people who navigate. @returns the frame, and whether there was anything to hide */
async function hideControls({ frame }: StagePage, signal: AbortSignal) {
  if (frame === null) throw new SlideError('left');
  return { frame, isHidden: await hideParts(frame, [CONTROLS], signal) };
}

const failed = ({ index, inner }: RenderedSlide, reason: SlideFailure): EventFrame =>
  eventOf({ type: 'failed', index, inner, reason });

const inPoints = ({ width, height }: Size): Size => ({ width: width * POINTS_PER_PIXEL, height: height * POINTS_PER_PIXEL });
