import type { PictureRequest, Renderer, RenderEvent, RenderRequest } from 'deck-renderer';

type Render = Renderer['render'];
export type PictureEvent = Extract<RenderEvent, { type: 'picture' }>;

const PNG_HEAD = Buffer.from('\u0089PNG\r\n\u001A\n', 'latin1');

/** A renderer of which a test decides what it reports. Without that, every slide of the package has a picture. */
export class TestRenderer {
  /** The requests so far. */
  readonly requests: RenderRequest[] = [];
  /** The largest number of jobs that have run at the same time, of all renderers with this counter. */
  readonly counter: { running: number; most: number };
  readonly #render: Render;

  constructor(render: Render = allSlides, counter = { running: 0, most: 0 }) {
    this.#render = render;
    this.counter = counter;
  }

  async *render(request: RenderRequest, signal: AbortSignal): AsyncGenerator<RenderEvent> {
    this.requests.push(request);
    this.counter.running += 1;
    this.counter.most = Math.max(this.counter.most, this.counter.running);
    try {
      yield* this.#render(request, signal);
    } finally {
      this.counter.running -= 1;
    }
  }
}

/** A picture of each slide of the package, after its document was loaded. A slide that cannot be loaded has none. */
export async function* allSlides({ deck }: RenderRequest): AsyncGenerator<RenderEvent> {
  yield {
    type: 'slides',
    slides: deck.slides.map(({ label }, index) => ({ index, inner: null, title: label ?? '', name: null })),
  };
  for (const [index, { file }] of deck.slides.entries()) {
    const { ok } = await fetch(`${deck.baseUrl}${file}`);
    yield ok ? aPicture(index, null, file) : { type: 'failed', index, inner: null, reason: 'not_loaded' };
  }
  yield { type: 'done' };
}

/** The pictures of a request that names them; none for other requests. */
export function picturesIn(request: RenderRequest): readonly PictureRequest[] {
  return 'pictures' in request && request.pictures !== 'all' ? request.pictures : [];
}

/** Answers requests for all slides as `allSlides` does, and those for some pictures with `some`. */
export function withPictures(some: Render): Render {
  return (request, signal) => (picturesIn(request).length === 0 ? allSlides(request) : some(request, signal));
}

/** The pictures of a request, with bytes that say which each is. */
export async function* wantedPictures(request: RenderRequest): AsyncGenerator<RenderEvent> {
  for (const { index, inner, step, width, format } of picturesIn(request)) {
    const text = `${index} ${step} ${width}`;
    yield { ...aPicture(index, inner, text, format === 'png' ? PNG_HEAD : undefined), width, format };
  }
  yield { type: 'done' };
}

/** A picture whose bytes end with a text. */
export function aPicture(
  index: number,
  inner: number | null,
  text: string,
  head: string | Buffer = 'RIFF....WEBP',
): PictureEvent {
  const bytes = Buffer.concat([Buffer.from(head), Buffer.from(text)]);
  return { type: 'picture', index, inner, step: 0, steps: 0, width: 640, height: 360, format: 'webp', bytes };
}
