import type { Renderer, RenderEvent, RenderRequest } from 'deck-renderer';

type Render = Renderer['render'];

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

/** A picture whose bytes end with a text. */
export function aPicture(index: number, inner: number | null, text: string, head = 'RIFF....WEBP'): RenderEvent {
  const bytes = Buffer.from(`${head}${text}`);
  return { type: 'picture', index, inner, step: 0, steps: 0, width: 640, height: 360, format: 'webp', bytes };
}
