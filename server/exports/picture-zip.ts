import { zipFilesAsMade } from 'deck-format/node';
import {
  type DeckToRender,
  drawingsOf,
  type PdfRequest,
  type PictureRequest,
  type Renderer,
  RenderFailedError,
  type RenderEvent,
  type RenderFailure,
  SLIDES_MAX,
} from 'deck-renderer';
import { isPicture } from '#server/rendering/picture-format.ts';
import type { ExportOptions } from '#shared/exports.ts';
import { EXPORT_MAX_BYTES } from '#shared/limits.ts';
import type { Progress } from './exports.repo.ts';

const APPEARANCE = { width: 1920, format: 'png' } as const;

interface Parts {
  readonly renderer: Pick<Renderer, 'render'>;
  readonly deck: DeckToRender;
  readonly steps: ExportOptions['steps'];
  /** Finds the drawings on the slides, if they are wanted. @throws RenderFailedError */
  readonly drawings: () => Promise<PdfRequest['drawings']>;
  /** Called when a slide is complete. */
  readonly advanced: (progress: Progress) => Promise<void>;
  readonly signal: AbortSignal;
}

type Place = Pick<PictureRequest, 'index' | 'inner'>;
type PictureEvent = Extract<RenderEvent, { type: 'picture' }>;
type Entry = readonly [path: string, bytes: Uint8Array];

interface Slide extends Place {
  readonly name: string | null;
  /** From 1, as people count slides. */
  readonly number: number;
  /** The number of its steps, if all of them are wanted; else 0. */
  steps: number;
  /** How many of its pictures have been neither made nor given up. */
  left: number;
  hasPicture: boolean;
}

/**
 * A zip archive with a picture of each slide: `007.png`. With all steps, a slide that has three is `007-00.png`, before the first one, to
 * `007-03.png`. What the renderer reports is not trusted, because it runs the code of decks.
 */
export class PictureZip {
  readonly #parts: Parts;
  readonly #slides = new Map<string, Slide>();
  readonly #paths = new Set<string>();
  #size = 0;
  #done = 0;
  /** Why it is not complete; null: it is. */
  failure: RenderFailure | null = null;
  /** Whether a document has not said which slides it has, so that most of them may be missing. */
  isGuess = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** How many slides have no picture. */
  get missing(): number {
    return [...this.#slides.values()].filter(({ hasPicture }) => !hasPicture).length;
  }

  get isEmpty(): boolean {
    return this.#paths.size === 0;
  }

  /** The bytes of the archive, while pictures arrive. They end early if rendering fails. @throws RendererUnavailableError */
  bytes(): AsyncIterable<Uint8Array> {
    return zipFilesAsMade(this.#entries(), new Date());
  }

  async *#entries(): AsyncGenerator<Entry> {
    const { renderer, deck, signal } = this.#parts;
    try {
      const drawings = await this.#parts.drawings();
      // The last steps first: they tell how many steps there are.
      yield* this.#take(renderer.render({ deck, pictures: 'all', ...APPEARANCE, drawings }, signal));
      const others = this.#otherSteps();
      if (others.length > SLIDES_MAX) throw new RenderFailedError('too_large');
      if (others.length > 0)
        yield* this.#take(renderer.render({ deck, pictures: others, drawings: this.#placed(drawings) }, signal));
    } catch (fault) {
      if (!(fault instanceof RenderFailedError)) throw fault;
      this.failure = fault.reason;
    }
  }

  async *#take(events: AsyncIterable<RenderEvent>): AsyncGenerator<Entry> {
    for await (const event of events) {
      if (event.type === 'slides') {
        this.isGuess = event.isGuess ?? false;
        for (const [at, { index, inner, name }] of event.slides.entries())
          this.#slides.set(keyOf({ index, inner }), { index, inner, name, number: at + 1, steps: 0, left: 1, hasPicture: false });
      }
      if (event.type === 'picture' || event.type === 'failed') {
        const slide = this.#slides.get(keyOf(event));
        if (slide === undefined || slide.left === 0) continue;
        slide.left -= 1;
        if (event.type === 'picture') yield* this.#picture(slide, event);
        if (slide.left === 0) this.#done += 1;
      }
      if (event.type !== 'content') await this.#parts.advanced({ done: this.#done, total: this.#slides.size });
    }
  }

  *#picture(slide: Slide, { step, steps, bytes }: PictureEvent): Generator<Entry> {
    if (!isPicture(bytes, 'png')) return;
    if (!slide.hasPicture && this.#parts.steps === 'all') slide.steps = slide.left = Math.min(steps ?? 0, SLIDES_MAX);
    const path = this.#pathOf(slide, step);
    if (this.#paths.has(path)) return;
    this.#size += bytes.length;
    if (this.#size > EXPORT_MAX_BYTES) throw new RenderFailedError('too_large');
    this.#paths.add(path);
    slide.hasPicture = true;
    yield [path, bytes];
  }

  #pathOf({ number, steps }: Slide, step: number): string {
    const digits = (value: number, largest: number, least: number) =>
      String(value).padStart(Math.max(least, String(largest).length), '0');
    const name = digits(number, this.#slides.size, 3);
    return steps === 0 ? `${name}.png` : `${name}-${digits(Math.min(step, steps), steps, 2)}.png`;
  }

  /** The drawings by the positions of their slides: names are known only after the slides were listed. */
  #placed(drawings: PdfRequest['drawings']): PdfRequest['drawings'] {
    const slides = [...this.#slides.values()].filter(({ steps }) => steps > 0);
    return slides.flatMap((slide) =>
      drawingsOf(drawings, [...this.#slides.values()], slide).map((svg) => ({ index: slide.index, inner: slide.inner, svg })),
    );
  }

  /** The pictures before the last step of each slide. */
  #otherSteps(): PictureRequest[] {
    return [...this.#slides.values()].flatMap(({ index, inner, steps }) =>
      Array.from({ length: steps }, (_, step) => ({ index, inner, step, ...APPEARANCE })),
    );
  }
}

function keyOf({ index, inner }: Place): string {
  return `${index} ${inner ?? ''}`;
}
