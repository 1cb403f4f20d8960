import { type EventFrame, eventOf } from './event-frames.ts';
import type { PictureFormat, PictureRequest, RenderRequest } from './protocol.ts';
import { raced } from './raced.ts';
import { SlideError } from './slides/deck-document.ts';
import { drawingsOf } from './slides/slide-extras.ts';
import { hideParts, NUMBERS, CONTROLS, showParts, visibleText } from './slides/slide-content.ts';
import type { SlideStage } from './slides/slide-stage.ts';
import type { StagePage } from './slides/stage-page.ts';
import { stillPicture } from './slides/still-picture.ts';
import type { Watch } from './watch.ts';

type PicturesRequest = Extract<RenderRequest, { pictures: unknown }>;

/** Renders the pictures that are requested. */
export async function* renderPictures(request: PicturesRequest, stage: SlideStage, watch: Watch): AsyncGenerator<EventFrame> {
  if (request.pictures === 'all') {
    const slides = await stage.listSlides();
    yield eventOf({ type: 'slides', slides });
    const { width, format } = request;
    for (const slide of slides) {
      const { index, inner } = slide;
      const drawings = drawingsOf(request.drawings ?? [], slides, slide);
      const extras = { drawings, isDescribed: request.drawings === undefined };
      yield* await capture({ index, inner, step: 'last', width, format }, extras, stage, watch);
    }
  } else {
    const ordered = request.pictures.toSorted((a, b) => a.index - b.index || (a.inner ?? 0) - (b.inner ?? 0));
    for (const wanted of ordered) {
      const drawings = drawingsOf(request.drawings ?? [], ordered, wanted);
      const extras = { drawings, isDescribed: request.withContent === true && request.drawings === undefined };
      yield* await capture(wanted, extras, stage, watch);
    }
  }
}

interface Extras {
  /** SVG documents that cover the slide. */
  readonly drawings: readonly string[];
  /** Whether what the slide shows is reported. */
  readonly isDescribed: boolean;
}

/** The picture of a slide and, if it is wanted, what it shows. */
async function capture(
  wanted: PictureRequest,
  { drawings, isDescribed }: Extras,
  stage: SlideStage,
  watch: Watch,
): Promise<EventFrame[]> {
  const { index, inner, width, format } = wanted;
  const shown = await stage.show(wanted, async (page, _, signal) => {
    await raced(page.drawOver(drawings), signal);
    const picture = await stillPicture(page, format, signal);
    return { picture, content: isDescribed ? await describe(page, picture, format, signal) : null };
  });
  if (typeof shown === 'string') return [eventOf({ type: 'failed', index, inner, reason: shown })];
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

/** What the event `content` says about a slide, without its place. What the runtime adds to each slide does not count. */
async function describe(
  page: StagePage,
  { bytes, isStill }: { readonly bytes: Buffer; readonly isStill: boolean },
  format: PictureFormat,
  signal: AbortSignal,
) {
  const { frame } = page;
  if (frame === null) throw new SlideError('left');
  const isHidden = await hideParts(frame, [CONTROLS, NUMBERS], signal);
  const text = await visibleText(frame, signal);
  const picture = isHidden && isStill ? (await raced(page.capture(format), signal)).bytes : bytes;
  const miniature = isStill ? await raced(page.miniatureOf(picture, format), signal) : null;
  if (isHidden) await showParts(frame, signal);
  return { text, miniature };
}
