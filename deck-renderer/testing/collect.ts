import { type Browser, chromium } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '../../e2e/support/browser.ts';
import type { DeckToRender, RenderedSlide, Renderer, RenderEvent, RenderRequest } from '../src/index.ts';

export type Picture = Extract<RenderEvent, { type: 'picture' }>;

export interface Rendered {
  readonly slides: readonly RenderedSlide[];
  readonly pictures: readonly Picture[];
  readonly contents: readonly Extract<RenderEvent, { type: 'content' }>[];
  readonly failed: readonly Extract<RenderEvent, { type: 'failed' }>[];
}

export const allOf = (deck: DeckToRender): RenderRequest => ({ deck, pictures: 'all', width: 320, format: 'webp' });

/** Runs a job to its end. */
export async function collect(renderer: Renderer, request: RenderRequest): Promise<Rendered> {
  const events: RenderEvent[] = [];
  for await (const event of renderer.render(request, new AbortController().signal)) events.push(event);
  return {
    slides: events.flatMap((event) => (event.type === 'slides' ? event.slides : [])),
    pictures: events.filter((event) => event.type === 'picture'),
    contents: events.filter((event) => event.type === 'content'),
    failed: events.filter((event) => event.type === 'failed'),
  };
}

/** Counts the colors of pictures, in a browser of its own. */
export class ColorCounter implements AsyncDisposable {
  readonly #browser: Browser;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<ColorCounter> {
    const { executablePath, env } = await findBrowser();
    return new ColorCounter(await chromium.launch({ executablePath, args: BROWSER_FLAGS, env }));
  }

  /** For each picture: how many colors it has, in steps of 16 of each channel. A blank one has one. */
  async count(pictures: readonly Picture[]): Promise<number[]> {
    const page = await this.#browser.newPage();
    const urls = pictures.map(({ format, bytes }) => `data:image/${format};base64,${Buffer.from(bytes).toString('base64')}`);
    const counts = await page.evaluate(countColors, urls);
    await page.close();
    return counts;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}

/** Runs in a page. */
async function countColors(urls: string[]): Promise<number[]> {
  const count = async (url: string): Promise<number> => {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
    const colors = new Set<number>();
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
      colors.add(((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4));
    }
    return colors.size;
  };
  return Promise.all(urls.map(count));
}
