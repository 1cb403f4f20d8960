import { Readable } from 'node:stream';
import {
  MINIATURE_COLUMNS,
  MINIATURE_ROWS_MAX,
  RenderFailedError,
  type RenderedSlide,
  type RenderEvent,
  type RenderFailure,
} from 'deck-renderer';
import { type StagedFile, stageFile } from '#server/packages/staged-file.ts';
import {
  INNER_NAME_MAX,
  PICTURE_MAX_BYTES,
  PICTURES_MAX_BYTES,
  RENDERED_TITLE_MAX,
  SLIDE_TEXT_MAX,
  VERSION_TEXT_MAX,
} from '#shared/limits.ts';
import { isPicture } from './picture-format.ts';
import type { NewRenderedSlide } from './render-jobs.repo.ts';

/** The pictures of a version in one file, one after the other. Disposing of it removes the file. */
export interface PictureFile extends AsyncDisposable {
  readonly path: string;
  readonly sizeBytes: number;
  /** In the order of the deck. */
  readonly slides: readonly NewRenderedSlide[];
  /** Why it is not complete; null: it is. The pictures in it are whole. */
  readonly failure: RenderFailure | null;
}

/**
 * Writes pictures to a file while they are rendered. A slide without a picture is listed without one. What the renderer reports is not
 * trusted, because it runs the code of decks.
 *
 * @throws RendererUnavailableError, and what `stageFile` throws
 */
export async function writePictures(
  events: AsyncIterable<RenderEvent>,
  staging: Parameters<typeof stageFile>[1],
): Promise<PictureFile> {
  const pictures = new Pictures();
  const staged: StagedFile = await stageFile(Readable.from(pictures.bytesOf(events)), staging);
  const { path, sizeBytes } = staged;
  return {
    path,
    sizeBytes,
    slides: pictures.slides,
    failure: pictures.failure,
    [Symbol.asyncDispose]: () => staged[Symbol.asyncDispose](),
  };
}

class Pictures {
  readonly #slides = new Map<string, NewRenderedSlide>();
  #offset = 0;
  #textLength = 0;
  failure: RenderFailure | null = null;

  get slides(): NewRenderedSlide[] {
    return [...this.#slides.values()];
  }

  /** The bytes of the pictures, in the order in which they arrive. */
  async *bytesOf(events: AsyncIterable<RenderEvent>): AsyncGenerator<Uint8Array> {
    try {
      for await (const event of events) {
        if (event.type === 'slides') this.#list(event.slides);
        if (event.type === 'picture' && this.#takes(event)) yield event.bytes;
        if (event.type === 'content') this.#describe(event);
        if (this.#offset > PICTURES_MAX_BYTES) {
          this.failure = 'too_large';
          return;
        }
      }
    } catch (fault) {
      if (!(fault instanceof RenderFailedError)) throw fault;
      this.failure = fault.reason;
    }
  }

  #list(slides: readonly RenderedSlide[]): void {
    for (const { index, inner, title, name } of slides) {
      const innerName = name !== null && name.length <= INNER_NAME_MAX && isStorable(name) ? name : null;
      this.#slides.set(keyOf({ index, inner }), { slideIndex: index, inner, title: titleOf(title), innerName });
    }
  }

  /** Adds what a slide shows to its picture. */
  #describe({ index, inner, text, miniature }: Extract<RenderEvent, { type: 'content' }>): void {
    const slide = this.#slides.get(keyOf({ index, inner }));
    if (slide?.sizeBytes === undefined || slide.content !== undefined) return;
    const content = textOf(text);
    this.#textLength += content.length;
    if (this.#textLength > VERSION_TEXT_MAX) return;
    const cells = miniature === null ? null : Buffer.from(miniature, 'base64');
    this.#slides.set(keyOf({ index, inner }), {
      ...slide,
      content,
      miniature: cells !== null && isMiniature(cells) ? cells : null,
    });
  }

  /** Notes where the picture is in the file. Returns false for one that is not a picture of a listed slide, or was sent before. */
  #takes({ index, inner, steps, width, height, bytes }: Extract<RenderEvent, { type: 'picture' }>): boolean {
    const slide = this.#slides.get(keyOf({ index, inner }));
    const { length: sizeBytes } = bytes;
    if (slide === undefined || slide.sizeBytes !== undefined || !isPicture(bytes, 'webp') || sizeBytes > PICTURE_MAX_BYTES)
      return false;
    this.#slides.set(keyOf({ index, inner }), { ...slide, steps, width, height, offset: this.#offset, sizeBytes });
    this.#offset += sizeBytes;
    return true;
  }
}

function keyOf({ index, inner }: Pick<RenderedSlide, 'index' | 'inner'>): string {
  return `${index} ${inner ?? ''}`;
}

/** One line that the database can store. */
function titleOf(text: string): string {
  return text
    .slice(0, RENDERED_TITLE_MAX * 2)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, RENDERED_TITLE_MAX)
    .toWellFormed();
}

/** Lines that the database can store. */
function textOf(text: string): string {
  return text
    .slice(0, SLIDE_TEXT_MAX)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\n]+/gu, ' ');
}

function isStorable(name: string): boolean {
  return name.isWellFormed() && !/\p{Cc}/u.test(name);
}

/** Whole rows, and not too many. */
function isMiniature({ length }: Buffer): boolean {
  const row = MINIATURE_COLUMNS * 3;
  return length > 0 && length % row === 0 && length <= row * MINIATURE_ROWS_MAX;
}
