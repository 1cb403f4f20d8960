import type { CDPSession, Page } from 'playwright-core';
import type { JobBrowser } from '../browser.ts';
import type { Size } from '../slides/stage-page.ts';
import { printPage } from './print-page.ts';

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Prints what people have written and drawn, in a page without scripts. */
export class PaperPrinter {
  readonly #page: Page;
  readonly #session: CDPSession;
  readonly #bytesMax: number;

  private constructor(page: Page, session: CDPSession, bytesMax: number) {
    this.#page = page;
    this.#session = session;
    this.#bytesMax = bytesMax;
  }

  static async open({ newContext }: JobBrowser, bytesMax: number): Promise<PaperPrinter> {
    const context = await newContext({ javaScriptEnabled: false, offline: true });
    const page = await context.newPage();
    return new PaperPrinter(page, await context.newCDPSession(page), bytesMax);
  }

  /**
   * Lays out notes on as many pages as they need.
   * @param paper in CSS pixels
   * @param space what stays empty at the top of the first page, in CSS pixels
   */
  async notes(
    { title, text }: { readonly title: string; readonly text: string },
    paper: Size & { readonly margin: number },
    space: number,
  ): Promise<Buffer> {
    await this.#page.setContent(`<!doctype html><meta charset="utf-8"><style>
      body { margin: 0; font: 11pt/1.5 system-ui, sans-serif; color: #1a1a1a; overflow-wrap: anywhere }
      h1 { margin: 0 0 10pt; font-size: 13pt; line-height: 1.3 }
      p { margin: 0; white-space: pre-wrap; orphans: 2; widows: 2 }
      div { height: ${space}px }
    </style><div></div>${title === '' ? '' : `<h1 dir="auto">${escape(title)}</h1>`}<p dir="auto">${escape(text)}</p>`);
    return printPage(this.#session, { ...paper, isLong: true }, this.#bytesMax);
  }

  /** Prints drawings one above the other, on nothing. @param size in CSS pixels */
  async drawings(drawings: readonly string[], { width, height }: Size): Promise<Buffer> {
    // A picture runs no scripts and loads nothing, whatever is in it.
    const images = drawings.map((svg) => `<img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`);
    await this.#page.setContent(`<!doctype html><style>
      html, body { margin: 0; height: 100%; overflow: hidden }
      img { position: absolute; inset: 0; width: ${width}px; height: ${height}px }
    </style>${images.join('')}`);
    return printPage(this.#session, { width, height }, this.#bytesMax);
  }
}
