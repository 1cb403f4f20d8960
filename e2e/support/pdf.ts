import { inflateSync } from 'node:zlib';
import { expect, type Page } from '@playwright/test';

/** A PDF that Chromium has made, as far as tests look at it. */
export interface Pdf {
  /** The size of each page in points. */
  readonly pages: readonly { readonly width: number; readonly height: number }[];
  /** How often this color is used to fill something. `color` is written as #rrggbb. */
  readonly fills: (color: string) => number;
}

/** Presses the button and waits until the page opens the browser's print dialog. Returns what that would print. */
export async function printedBy(page: Page): Promise<Pdf> {
  await expect(page.locator('.print-sheet').first()).toBeVisible();
  const asked = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        window.print = () => resolve();
      }),
  );
  await page.getByRole('button', { name: 'Print', exact: true }).click();
  await asked;
  const bytes = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  return readPdf(bytes);
}

function readPdf(bytes: Buffer): Pdf {
  const text = bytes.toString('latin1');
  const boxes = [...text.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
  const content = [...text.matchAll(/\/FlateDecode[^>]*>>\s*stream\r?\n/g)].map(({ index, 0: head }) => {
    const start = index + head.length;
    return inflateSync(bytes.subarray(start, text.indexOf('endstream', start))).toString('latin1');
  });
  return {
    pages: boxes.map(([, width, height]) => ({ width: Math.round(Number(width)), height: Math.round(Number(height)) })),
    fills: (color) => {
      const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
      const isColor = (numbers: string[]) => parts.every((part, at) => Math.abs(part - Number(numbers[at])) < 0.002);
      return content
        .flatMap((stream) => [...stream.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) rg\b/g)])
        .filter(([, ...rgb]) => isColor(rgb)).length;
    },
  };
}
