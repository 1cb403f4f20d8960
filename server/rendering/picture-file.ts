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
import type { EarlierParts, NewRenderedSlide } from './render-jobs.repo.ts';

/** The pictures of a version in one file, one after the other. Disposing of it removes the file. */
export interface PictureFile extends AsyncDisposable {
  readonly path: string;
  readonly sizeBytes: number;
  /** In the order of the deck; after earlier parts, only those that were left. */
  readonly slides: readonly NewRenderedSlide[];
  /** Whether a document has not said which slides it has, so that `slides` may lack most of them. */
  readonly isGuess: boolean;
  /** Why it is not complete; null: it is. The pictures in it are whole. */
  readonly failure: RenderFailure | null;
}

/** What earlier parts of the job have made. */
export interface EarlierPictures extends Pick<EarlierParts, 'sizeBytes' | 'textLength' | 'left' | 'total'> {
  /** The bytes of their pictures; null: there are none. */
  readonly open: (() => Promise<Readable>) | null;
}

interface Progress {
  readonly done: number;
  readonly total: number;
}

/**
 * Writes pictures to a file while they are rendered. A slide without a picture is listed without one. What the renderer reports is not
 * trusted, because it runs the code of decks.
 *
 * @param earlier the pictures that the file begins with; null: none
 * @param advanced called with how far it is, after each slide
 * @throws RendererUnavailableError, and what `stageFile`, `earlier.open` and `advanced` throw
 */
export async function writePictures(
  events: AsyncIterable<RenderEvent>,
  earlier: EarlierPictures | null,
  advanced: (progress: Progress) => Promise<void>,
  staging: Parameters<typeof stageFile>[1],
): Promise<PictureFile> {
  const pictures = new Pictures(earlier, advanced);
  const staged: StagedFile = await stageFile(Readable.from(pictures.bytesOf(events)), staging);
  const { path, sizeBytes } = staged;
  return {
    path,
    sizeBytes,
    slides: pictures.slides,
    isGuess: pictures.isGuess,
    failure: pictures.failure,
    [Symbol.asyncDispose]: () => staged[Symbol.asyncDispose](),
  };
}

class Pictures {
  readonly #earlier: EarlierPictures | null;
  readonly #advanced: (progress: Progress) => Promise<void>;
  readonly #slides = new Map<string, NewRenderedSlide>();
  #offset: number;
  #textLength: number;
  /** The number of slides of earlier parts. */
  readonly #before: number;
  /** The slides that were rendered or have failed. */
  readonly #done = new Set<string>();
  isGuess = false;
  failure: RenderFailure | null = null;

  constructor(earlier: EarlierPictures | null, advanced: (progress: Progress) => Promise<void>) {
    this.#earlier = earlier;
    this.#advanced = advanced;
    this.#offset = earlier?.sizeBytes ?? 0;
    this.#textLength = earlier?.textLength ?? 0;
    this.#before = earlier === null ? 0 : earlier.total - earlier.left.length;
    for (const slide of earlier?.left ?? [])
      this.#slides.set(keyOf({ index: slide.slideIndex, inner: slide.inner ?? null }), slide);
  }

  get slides(): NewRenderedSlide[] {
    return [...this.#slides.values()];
  }

  /** The bytes of the earlier pictures, and of those that arrive, in this order. */
  async *bytesOf(events: AsyncIterable<RenderEvent>): AsyncGenerator<Uint8Array> {
    if (this.#earlier?.open != null) yield* await this.#earlier.open();
    try {
      for await (const event of events) {
        if (event.type === 'slides' && this.#earlier === null) this.#list(event);
        if (event.type === 'picture' && this.#takes(event)) yield event.bytes;
        if (event.type === 'failed') this.#fail(event);
        if (event.type === 'content') this.#describe(event);
        if (event.type === 'slides' || event.type === 'picture' || event.type === 'failed') await this.#count(event);
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

  #list({ slides, isGuess }: Extract<RenderEvent, { type: 'slides' }>): void {
    this.isGuess = isGuess ?? false;
    for (const { index, inner, title, name } of slides) {
      const innerName = name !== null && name.length <= INNER_NAME_MAX && isStorable(name) ? name : null;
      const key = keyOf({ index, inner });
      const position = this.#slides.get(key)?.position ?? this.#slides.size;
      this.#slides.set(key, { position, slideIndex: index, inner, title: titleOf(title), innerName });
    }
  }

  async #count(event: Extract<RenderEvent, { type: 'slides' | 'picture' | 'failed' }>): Promise<void> {
    if (event.type !== 'slides' && this.#slides.has(keyOf(event))) this.#done.add(keyOf(event));
    await this.#advanced({ done: this.#before + this.#done.size, total: this.#before + this.#slides.size });
  }

  #fail({ index, inner, reason: failure }: Extract<RenderEvent, { type: 'failed' }>): void {
    const slide = this.#slides.get(keyOf({ index, inner }));
    if (slide === undefined || slide.sizeBytes != null) return;
    this.#slides.set(keyOf({ index, inner }), { ...slide, failure });
  }

  /** Adds what a slide shows to its picture. */
  #describe({ index, inner, text, notes, miniature }: Extract<RenderEvent, { type: 'content' }>): void {
    const slide = this.#slides.get(keyOf({ index, inner }));
    if (slide?.sizeBytes == null || slide.content != null) return;
    const [content, speakerNotes] = [textOf(text), textOf(notes)];
    this.#textLength += content.length + speakerNotes.length;
    if (this.#textLength > VERSION_TEXT_MAX) return;
    const cells = miniature === null ? null : Buffer.from(miniature, 'base64');
    this.#slides.set(keyOf({ index, inner }), {
      ...slide,
      content,
      speakerNotes,
      miniature: cells !== null && isMiniature(cells) ? cells : null,
    });
  }

  /** Notes where the picture is in the file. Returns false for one that is not a picture of a listed slide, or was sent before. */
  #takes({ index, inner, steps, width, height, bytes }: Extract<RenderEvent, { type: 'picture' }>): boolean {
    const slide = this.#slides.get(keyOf({ index, inner }));
    const { length: sizeBytes } = bytes;
    if (slide === undefined || slide.sizeBytes != null) return false;
    if (!isPicture(bytes, 'webp') || sizeBytes > PICTURE_MAX_BYTES) {
      this.#slides.set(keyOf({ index, inner }), { ...slide, failure: 'refused' });
      return false;
    }
    const picture = { steps, width, height, offset: this.#offset, sizeBytes, failure: null };
    this.#slides.set(keyOf({ index, inner }), { ...slide, ...picture });
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
