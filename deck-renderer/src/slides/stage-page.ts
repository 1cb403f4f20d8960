import type { BrowserContext, CDPSession, Frame, Page, Request } from 'playwright-core';
import { type FrameMessage, frameMessageSchema, type PlayerMessage } from '../../../web/protocol/messages.ts';
import { printPage } from '../pdf/print-page.ts';
import { MINIATURE_COLUMNS, MINIATURE_ROWS_MAX, PICTURE_HEIGHT_MAX, type PictureFormat } from '../protocol.ts';
import { LONG_TIMER_MS, makeTimersHoldable } from './deck-timers.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** What the page keeps of the messages of a frame. More than this is not useful, and a deck can send any number. */
const MESSAGES_MAX = 1000;
const MESSAGE_MAX_CHARACTERS = 40_000_000;

/** Compression for lossy pictures: a slide with text and photos at 640 pixels usually needs 15 to 40 KB. */
const WEBP_QUALITY = 80;
const JPEG_QUALITY = 90;
const QUALITIES = { webp: WEBP_QUALITY, jpeg: JPEG_QUALITY, png: undefined };

/** JPEG is what a PDF can take as it is. */
export type CaptureFormat = PictureFormat | 'jpeg';

/** The size of a picture of a slide of these dimensions, in whole pixels. */
export function pictureSize(width: number, dimensions: Size): Size {
  const height = Math.round((width * dimensions.height) / dimensions.width);
  return { width, height: Math.max(1, Math.min(PICTURE_HEIGHT_MAX, height)) };
}

/** What a `StagePage` needs of a browser. */
export interface PageBrowser {
  readonly context: Pick<BrowserContext, 'newPage' | 'newCDPSession'>;
}

/** The page around a slide: like the player's, a sandboxed frame of the slide's own size, scaled to the size of the picture. */
const HOST_PAGE = `<!doctype html><meta charset="utf-8"><style>
html, body { margin: 0; height: 100%; overflow: hidden; background: #fff }
iframe { position: absolute; inset: 0 auto auto 0; border: 0; background: #fff; color-scheme: light; transform-origin: 0 0 }
img { position: absolute; inset: 0; z-index: 1; width: 100%; height: 100% }
</style><body>`;

/** A page that shows one document of a deck at a time, in a frame as the player's, and speaks with the bridge in it. */
export class StagePage {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #dimensions: Size;
  #width = 0;
  #isDrawnOver = false;
  #frame: Frame | null = null;
  /** Status of the response for the document; 0 before there is one. */
  #status = 0;
  #src = '';
  /** Requests of the document that have not been answered. */
  readonly #pending = new Set<Request>();
  #whenDone: () => void = () => undefined;

  private constructor(page: Page, session: CDPSession, dimensions: Size) {
    this.#page = page;
    this.#session = session;
    this.#dimensions = dimensions;
  }

  static async open({ context }: PageBrowser, dimensions: Size): Promise<StagePage> {
    const page = await context.newPage();
    // Decks cannot open windows or dialogs in their sandbox. This is for what a new browser may allow.
    page.on('popup', (other) => void other.close().catch(() => undefined));
    page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
    const session = await context.newCDPSession(page);
    const stage = new StagePage(page, session, dimensions);
    page.on('response', (response) => {
      if (response.request().isNavigationRequest() && response.url() === stage.#src) stage.#status = response.status();
    });
    stage.#followRequests();
    // Slides are printed as they are shown: not with the styles that a deck has for paper.
    await page.emulateMedia({ media: 'screen' });
    await page.addInitScript(repeatRandomNumbers);
    await page.addInitScript(makeTimersHoldable, LONG_TIMER_MS);
    await page.setContent(HOST_PAGE);
    await page.evaluate(collectMessages, [MESSAGES_MAX, MESSAGE_MAX_CHARACTERS] as const);
    return stage;
  }

  #followRequests(): void {
    // Media and streams may load for as long as they are open.
    const isAwaited = (request: Request): boolean => !/^(?:media|eventsource|websocket|ping)$/.test(request.resourceType());
    const finish = (request: Request): void => {
      this.#pending.delete(request);
      if (this.#pending.size === 0) this.#whenDone();
    };
    this.#page.on('request', (request) => isAwaited(request) && this.#pending.add(request));
    this.#page.on('requestfinished', finish);
    this.#page.on('requestfailed', finish);
  }

  /** Waits until no request of the document is unanswered, at most this long. @returns whether nothing was pending before */
  async requestsDone(ms: number): Promise<boolean> {
    if (this.#pending.size === 0) return true;
    await new Promise<void>((resolve) => {
      this.#whenDone = resolve;
      setTimeout(resolve, ms).unref();
    });
    return false;
  }

  async close(): Promise<void> {
    await this.#page.close();
  }

  /** The frame of the document, for scripts that wait until it is complete. */
  get frame(): Frame | null {
    return this.#frame;
  }

  /** Whether the frame still shows the document that it was given. */
  get isThere(): boolean {
    const url = this.#frame?.url() ?? '';
    return URL.canParse(url) && new URL(url).pathname === new URL(this.#src).pathname;
  }

  /**
   * Replaces the document. Resolves when it has loaded.
   * @returns false if there is no such document
   */
  async show(src: string, name: string | null, width: number): Promise<boolean> {
    this.#src = src;
    this.#status = 0;
    this.#pending.clear();
    this.#frame = null;
    await this.resize(width);
    const { width: frameWidth, height } = this.#dimensions;
    await this.#page.evaluate(showDocument, [src, name, frameWidth, height, width / frameWidth] as const);
    this.#frame = this.#page.mainFrame().childFrames().at(-1) ?? null;
    return this.#status < 400;
  }

  /** Sets the width of pictures. The frame keeps the slide's size and is scaled. */
  async resize(width: number): Promise<void> {
    if (width === this.#width) return;
    await this.#page.setViewportSize(pictureSize(width, this.#dimensions));
    await this.#page.evaluate(scaleFrame, width / this.#dimensions.width);
    this.#width = width;
  }

  /** Draws SVG documents over the slide, each of the slide's size, instead of those before. Neither scripts nor other files are loaded. */
  async drawOver(drawings: readonly string[]): Promise<void> {
    if (drawings.length === 0 && !this.#isDrawnOver) return;
    this.#isDrawnOver = drawings.length > 0;
    await this.#page.evaluate(showDrawings, drawings);
  }

  async tell(message: PlayerMessage): Promise<void> {
    await this.#page.evaluate(postToFrame, message);
  }

  /** The valid messages of the frame since the last call, in order; waits up to `ms` milliseconds for the first one. */
  async messages(ms: number): Promise<FrameMessage[]> {
    const texts = await this.#page.evaluate(takeMessages, ms);
    return texts.flatMap((text) => {
      const message = frameMessageSchema.safeParse(JSON.parse(text));
      return message.success ? [message.data] : [];
    });
  }

  async capture(format: CaptureFormat): Promise<Size & { bytes: Buffer }> {
    const quality = QUALITIES[format];
    const { data } = await this.#session.send('Page.captureScreenshot', {
      format,
      ...(quality === undefined ? {} : { quality }),
      optimizeForSpeed: false,
    });
    return { bytes: Buffer.from(data, 'base64'), ...pictureSize(this.#width, this.#dimensions) };
  }

  /** Prints the slide on a page of its size. @throws Error if that fails or has more than so many bytes */
  async print(bytesMax: number): Promise<Buffer> {
    return printPage(this.#session, pictureSize(this.#width, this.#dimensions), bytesMax);
  }

  /** Reduces a picture to a miniature, in base64. The browser decodes it, because a deck can influence the bytes of its pictures. */
  async miniatureOf(picture: Buffer, format: PictureFormat): Promise<string> {
    const size = [MINIATURE_COLUMNS, MINIATURE_ROWS_MAX] as const;
    return this.#page.evaluate(reducePicture, [picture.toString('base64'), `image/${format}`, ...size] as const);
  }
}

/* These run in the page, `repeatRandomNumbers` in the frame as well. The variables of the module do not exist there. */

interface Collector {
  messages: string[];
  arrived: () => void;
}

declare global {
  interface Window {
    /** The messages of the current frame that were not taken yet. */
    collected: Collector;
  }
}

function collectMessages([countMax, lengthMax]: readonly [number, number]): void {
  window.collected = { messages: [], arrived: () => undefined };
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    const { collected } = window;
    if (source === null || source !== document.querySelector('iframe')?.contentWindow) return;
    // Only what says where the deck is. A deck can send any number of other messages.
    if (typeof data !== 'object' || data === null || !('lectern' in data)) return;
    if (data.lectern !== 'position' && data.lectern !== 'outline') return;
    const text = JSON.stringify(data);
    if (collected.messages.length >= countMax || text.length > lengthMax) return;
    collected.messages.push(text);
    collected.arrived();
  });
}

type FrameToShow = readonly [src: string, name: string | null, width: number, height: number, scale: number];

async function showDocument([src, name, width, height, scale]: FrameToShow): Promise<void> {
  document.querySelector('iframe')?.remove();
  window.collected.messages = [];
  const frame = document.createElement('iframe');
  if (name !== null) frame.name = name;
  frame.setAttribute('sandbox', 'allow-scripts');
  // No autoplay. Decks request the wake lock at start and would otherwise log an error.
  frame.allow = 'screen-wake-lock';
  frame.style.width = `${width}px`;
  frame.style.height = `${height}px`;
  frame.style.scale = String(scale);
  frame.src = src;
  const loaded = new Promise<void>((resolve) => frame.addEventListener('load', () => resolve(), { once: true }));
  document.body.append(frame);
  await loaded;
}

function scaleFrame(scale: number): void {
  const frame = document.querySelector('iframe');
  if (frame !== null) frame.style.scale = String(scale);
}

async function showDrawings(drawings: readonly string[]): Promise<void> {
  for (const image of document.querySelectorAll('img')) image.remove();
  const images = drawings.map((svg) => {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    return image;
  });
  document.body.append(...images);
  await Promise.all(images.map((image) => image.decode()));
  for (const { src } of images) URL.revokeObjectURL(src);
}

function postToFrame(message: unknown): void {
  document.querySelector('iframe')?.contentWindow?.postMessage(message, '*');
}

async function takeMessages(ms: number): Promise<string[]> {
  const { collected } = window;
  if (collected.messages.length === 0) {
    await new Promise<void>((resolve) => {
      collected.arrived = resolve;
      setTimeout(resolve, ms);
    });
  }
  return collected.messages.splice(0);
}

/** Makes `Math.random` return the same numbers in each document, so that a slide looks the same each time it is rendered. */
function repeatRandomNumbers(): void {
  let state = 1;
  // Mulberry32.
  Math.random = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

async function reducePicture([base64, type, columns, rowsMax]: readonly [string, string, number, number]): Promise<string> {
  const picture = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([picture], { type }));
  const { width, height } = bitmap;
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser has no canvas.');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  const rows = Math.max(1, Math.min(rowsMax, Math.round((columns * height) / width)));
  const sums = new Float64Array(columns * rows * 3);
  const counts = new Uint32Array(columns * rows);
  for (let at = 0; at < width * height; at += 1) {
    const column = Math.floor(((at % width) * columns) / width);
    const cell = Math.floor((Math.floor(at / width) * rows) / height) * columns + column;
    counts[cell] = (counts[cell] ?? 0) + 1;
    for (let channel = 0; channel < 3; channel += 1)
      sums[cell * 3 + channel] = (sums[cell * 3 + channel] ?? 0) + (data[at * 4 + channel] ?? 0);
  }
  const means = Array.from(sums, (sum, at) =>
    String.fromCharCode(Math.round(sum / Math.max(1, counts[Math.floor(at / 3)] ?? 1))),
  );
  return btoa(means.join(''));
}
