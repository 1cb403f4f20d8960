import { type EventFrame, eventOf } from './event-frames.ts';
import type { PictureFormat, PictureRequest, RenderRequest, SlideFailure } from './protocol.ts';
import { raced } from './raced.ts';
import { SlideError } from './slides/deck-document.ts';
import { drawingsOf } from './slides/slide-extras.ts';
import { hideParts, NUMBERS, CONTROLS, showParts, visibleText } from './slides/slide-content.ts';
import { SecondTries, type SlideStage } from './slides/slide-stage.ts';
import type { StagePage } from './slides/stage-page.ts';
import { stillPicture } from './slides/still-picture.ts';
import type { Watch } from './watch.ts';

type PicturesRequest = Extract<RenderRequest, { pictures: unknown }>;

/** A picture to make. */
interface Order {
  readonly wanted: PictureRequest;
  /** SVG documents that cover the slide. */
  readonly drawings: readonly string[];
  /** Whether what the slide shows is reported. */
  readonly isDescribed: boolean;
}

/** What a job works with. */
interface Tools {
  readonly stage: SlideStage;
  readonly watch: Watch;
  /** The time for a slide, in milliseconds. */
  readonly slideMs: number;
}

/** Renders the pictures that are requested. Slides that may have failed for want of time are tried again after the others. */
export async function* renderPictures(request: PicturesRequest, tools: Tools): AsyncGenerator<EventFrame> {
  const { stage } = tools;
  let orders: Order[];
  if (request.pictures === 'all') {
    const listing = await stage.listSlides();
    const { slides } = listing;
    yield eventOf({ type: 'slides', ...listing });
    const { width, format } = request;
    orders = slides.map((slide) => ({
      wanted: { index: slide.index, inner: slide.inner, step: 'last', width, format },
      drawings: drawingsOf(request.drawings ?? [], slides, slide),
      isDescribed: request.drawings === undefined,
    }));
  } else {
    const ordered = request.pictures.toSorted((a, b) => a.index - b.index || (a.inner ?? 0) - (b.inner ?? 0));
    orders = ordered.map((wanted) => ({
      wanted,
      drawings: drawingsOf(request.drawings ?? [], ordered, wanted),
      isDescribed: request.withContent === true && request.drawings === undefined,
    }));
  }
  const again: Order[] = [];
  const secondTries = new SecondTries();
  for (const order of orders) {
    const captured = await capture(order, tools);
    if (typeof captured !== 'string') yield* captured;
    else if (secondTries.take(captured)) again.push(order);
    else yield failureOf(order, captured);
  }
  for (const order of again) {
    const captured = await capture(order, tools);
    if (typeof captured === 'string') yield failureOf(order, captured);
    else yield* captured;
  }
}

function failureOf({ wanted: { index, inner } }: Order, reason: SlideFailure): EventFrame {
  return eventOf({ type: 'failed', index, inner, reason });
}

/** The picture of a slide and, if it is wanted, what it shows; or why there is none. */
async function capture(
  { wanted, drawings, isDescribed }: Order,
  { stage, watch, slideMs }: Tools,
): Promise<EventFrame[] | SlideFailure> {
  const { index, inner, width, format } = wanted;
  const shown = await stage.show(wanted, async (page, document, signal) => {
    await raced(page.drawOver(drawings), signal);
    const picture = await stillPicture(page, format, slideMs, signal);
    if (!isDescribed) return { picture, content: null };
    const notes = inner === null ? '' : document.notesOf(inner);
    return { picture, content: { notes, ...(await describe(page, picture, format, slideMs, signal)) } };
  });
  if (typeof shown === 'string') return shown;
  const { step } = shown;
  const { picture, content } = shown.taken;
  watch.addOutput(picture.bytes.length);
  const steps = wanted.step === 'last' ? step : null;
  const header = { type: 'picture', index, inner, step, steps, format, width, height: picture.height } as const;
  return [
    { header, bytes: picture.bytes },
    ...(content === null ? [] : [eventOf({ type: 'content', index, inner, ...content })]),
  ];
}

/** What the event `content` says about the picture of a slide. What the runtime adds to each slide does not count. */
async function describe(
  page: StagePage,
  { bytes, isStill }: { readonly bytes: Buffer; readonly isStill: boolean },
  format: PictureFormat,
  slideMs: number,
  signal: AbortSignal,
) {
  const { frame } = page;
  if (frame === null) throw new SlideError('left');
  const isHidden = await hideParts(frame, [CONTROLS, NUMBERS], signal);
  const text = await visibleText(frame, slideMs, signal);
  const picture = isHidden && isStill ? (await raced(page.capture(format), signal)).bytes : bytes;
  const miniature = isStill ? await raced(page.miniatureOf(picture, format), signal) : null;
  if (isHidden) await showParts(frame, signal);
  return { text, miniature };
}
