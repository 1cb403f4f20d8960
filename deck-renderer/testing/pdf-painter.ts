import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import type * as Pdfjs from 'unpdf/pdfjs';
import { BROWSER_FLAGS, findBrowser } from '../../e2e/support/browser.ts';

/** Cells of a row, when two pictures are compared. */
const COLUMNS = 64;
/** How much the mean of a channel in a cell may differ, of 255: text is drawn with other hints. */
const CELL_DIFFERENCE = 40;

declare global {
  interface Window {
    pdfjs: typeof Pdfjs;
  }
}

/** Draws pages of PDFs with pdf.js, another program than the one that has made them, and compares them with pictures. */
export class PdfPainter implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  static async start(): Promise<PdfPainter> {
    const { executablePath, env } = await findBrowser();
    const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS, env });
    const page = await browser.newPage();
    const folder = dirname(createRequire(import.meta.url).resolve('unpdf'));
    const script = await readFile(join(folder, 'pdfjs.mjs'), 'utf8');
    const address = await page.evaluate((source) => URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), script);
    // As text, because the test runner would replace the import.
    await page.evaluate(`import(${JSON.stringify(address)}).then((pdfjs) => Object.assign(window, { pdfjs }))`);
    return new PdfPainter(browser, page);
  }

  /**
   * Compares each page of a PDF with a picture.
   *
   * @param pictures PNG, in the order of the pages
   * @returns for each page, the share of its cells that differ, from 0 to 1
   */
  async differences(pdf: Uint8Array, pictures: readonly Uint8Array[]): Promise<number[]> {
    const texts = pictures.map((picture) => Buffer.from(picture).toString('base64'));
    const request = [Buffer.from(pdf).toString('base64'), texts, COLUMNS, CELL_DIFFERENCE] as const;
    return this.#page.evaluate(compare, request);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}

/** Runs in the page. */
async function compare([pdf, pictures, columns, most]: readonly [string, readonly string[], number, number]): Promise<number[]> {
  const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const contextOf = (width: number, height: number) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('The browser has no canvas.');
    return context;
  };
  /** The mean red, green and blue of each cell. */
  const cellsOf = (drawn: HTMLCanvasElement): Uint8ClampedArray => {
    const rows = Math.round((columns * drawn.height) / drawn.width);
    const context = contextOf(columns, rows);
    context.imageSmoothingQuality = 'high';
    context.drawImage(drawn, 0, 0, columns, rows);
    return context.getImageData(0, 0, columns, rows).data;
  };

  const opened = await window.pdfjs.getDocument({ data: bytesOf(pdf) }).promise;
  const shares: number[] = [];
  for (const [at, picture] of pictures.entries()) {
    const image = await createImageBitmap(new Blob([bytesOf(picture)], { type: 'image/png' }));
    const expected = contextOf(image.width, image.height);
    expected.drawImage(image, 0, 0);
    const page = await opened.getPage(at + 1);
    const viewport = page.getViewport({ scale: image.width / page.getViewport({ scale: 1 }).width });
    const found = contextOf(image.width, image.height);
    await page.render({ canvas: found.canvas, canvasContext: found, viewport }).promise;
    const [a, b] = [cellsOf(expected.canvas), cellsOf(found.canvas)];
    let differing = 0;
    for (let cell = 0; cell < a.length; cell += 4)
      if ([0, 1, 2].some((channel) => Math.abs((a[cell + channel] ?? 0) - (b[cell + channel] ?? 0)) > most)) differing += 1;
    shares.push(differing / (a.length / 4));
  }
  return shares;
}
