import {
  type DeckToRender,
  type PdfRequest,
  type Renderer,
  RenderFailedError,
  type RenderEvent,
  type RenderFailure,
} from 'deck-renderer';
import { EXPORT_MAX_BYTES } from '#shared/limits.ts';
import type { Progress } from './exports.repo.ts';

interface Parts {
  readonly renderer: Pick<Renderer, 'render'>;
  readonly deck: DeckToRender;
  /** Finds out what is wanted. @throws RenderFailedError */
  readonly request: () => Promise<PdfRequest>;
  /** Called when a slide is complete. */
  readonly advanced: (progress: Progress) => Promise<void>;
  readonly signal: AbortSignal;
}

const PDF_SIGNATURE = Buffer.from('%PDF-');

/** A PDF of a deck. What the renderer reports is not trusted, because it runs the code of decks. */
export class PdfFile {
  readonly #parts: Parts;
  /** The places of the slides that were made or given up, and of those that failed. */
  readonly #done = new Set<string>();
  readonly #failed = new Set<string>();
  #total = 0;
  #size = 0;
  /** Why it is not complete; null: it is. */
  failure: RenderFailure | null = null;
  /** Whether a document has not said which slides it has, so that most of them may be missing. */
  isGuess = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** How many slides could not be shown, or not with all that belongs to them. */
  get missing(): number {
    return this.#failed.size;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  /** The bytes of the file, after all slides were made. They end early if rendering fails. @throws RendererUnavailableError */
  async *bytes(): AsyncGenerator<Uint8Array> {
    const { renderer, deck, request, signal } = this.#parts;
    try {
      for await (const event of renderer.render({ deck, pdf: await request() }, signal)) {
        if (event.type === 'document') yield this.#taken(event.bytes);
        else await this.#follow(event);
      }
    } catch (fault) {
      if (!(fault instanceof RenderFailedError)) throw fault;
      this.failure = fault.reason;
    }
  }

  async #follow(event: RenderEvent): Promise<void> {
    if (event.type === 'slides') [this.#total, this.isGuess] = [event.slides.length, event.isGuess ?? false];
    if (event.type === 'page' || event.type === 'failed') {
      const place = `${event.index} ${event.inner ?? ''}`;
      if (event.type === 'failed') this.#failed.add(place);
      this.#done.add(place);
    }
    if (event.type === 'done') return;
    await this.#parts.advanced({ done: Math.min(this.#done.size, this.#total), total: this.#total });
  }

  #taken(bytes: Uint8Array): Uint8Array {
    const head = bytes.subarray(0, PDF_SIGNATURE.length);
    if (this.#size === 0 && !PDF_SIGNATURE.equals(head)) throw new RenderFailedError('renderer_ended');
    this.#size += bytes.length;
    if (this.#size > EXPORT_MAX_BYTES) throw new RenderFailedError('too_large');
    return bytes;
  }
}
