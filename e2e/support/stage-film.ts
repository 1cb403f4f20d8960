import { type CDPSession, expect, type Page, test } from '@playwright/test';

/** Places on the stage, as fractions of its width and height, that have the background of a slide with a short text. */
const BARE = [
  [0.2, 0.3],
  [0.8, 0.3],
  [0.2, 0.7],
  [0.8, 0.7],
] as const;

/** Records every frame that the browser paints. */
export class StageFilm {
  readonly #page: Page;
  readonly #protocol: CDPSession;
  readonly #pictures: string[] = [];

  private constructor(page: Page, protocol: CDPSession) {
    this.#page = page;
    this.#protocol = protocol;
  }

  static async roll(page: Page): Promise<StageFilm> {
    const protocol = await page.context().newCDPSession(page);
    const film = new StageFilm(page, protocol);
    protocol.on('Page.screencastFrame', ({ data, sessionId }) => {
      film.#pictures.push(data);
      // The page may be closed already.
      void protocol.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    await protocol.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
    return film;
  }

  /**
   * Stops recording, and fails if the background of the stage was bright in one of the frames; the brightest one is attached to the report.
   * Returns the number of frames.
   */
  async expectDark(): Promise<number> {
    await this.#protocol.send('Page.stopScreencast');
    const darkroom = await this.#page.context().newPage();
    const brightness = await darkroom.evaluate(
      async ([pictures, spots]) => {
        const found: number[] = [];
        for (const picture of pictures) {
          const image = new Image();
          image.src = `data:image/png;base64,${picture}`;
          await image.decode();
          const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
          const context = canvas.getContext('2d');
          context?.drawImage(image, 0, 0);
          const here = spots.map(([x, y]) => {
            const pixel = context?.getImageData(Math.round(x * canvas.width), Math.round(y * canvas.height), 1, 1).data;
            return Math.min(...(pixel ?? []).slice(0, 3));
          });
          found.push(Math.max(...here));
        }
        return found;
      },
      [this.#pictures, BARE] as const,
    );
    await darkroom.close();
    const brightest = Math.max(...brightness);
    const brightestPicture = Buffer.from(this.#pictures[brightness.indexOf(brightest)] ?? '', 'base64');
    await test.info().attach('brightest frame', { body: brightestPicture, contentType: 'image/png' });
    expect(brightest, 'The highest brightness, from 0 to 255.').toBeLessThan(128);
    return this.#pictures.length;
  }
}
