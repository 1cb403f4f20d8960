import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { formulaDeck, marpDeck, revealNotesDeck } from '../../e2e/support/real-decks.ts';
import type { OwnRenderer } from '../src/start.ts';
import { collect, PdfPainter, pdfOf, type ServedDeck, servePackage, serveSlides, startTestRenderer } from '../testing/index.ts';

let renderer: OwnRenderer;
let painter: PdfPainter;
beforeAll(async () => {
  renderer = await startTestRenderer();
  painter = await PdfPainter.start();
});
afterAll(async () => {
  await renderer.stop();
  await painter[Symbol.asyncDispose]();
});

const html = (body: string, lang = 'en') =>
  `<!doctype html><html lang="${lang}"><meta charset="utf-8"><body style="margin:60px;font:44px serif;background:#fdf6e3;color:#234">${body}`;
const SECTIONS = [
  '<section data-background-color="#204060"><h2>On a background</h2><p>Some words, <b>bold</b> and <i>slanted</i></p></section>',
  '<section><h2>A list</h2><ul><li>One</li><li class="fragment">Two</li></ul></section>',
];

/** A slide of which a page differs in more of its cells looks different: a font that is missing changes a fifth of them. */
const DIFFERENT = 0.02;

const DECKS: Readonly<Record<string, () => Promise<ServedDeck>>> = {
  'plain slides': () =>
    serveSlides([
      html('<h1>Figures</h1><p>They grew by 4 %.</p><table border="1"><tr><td>1<td>2<tr><td>3<td>4</table>'),
      html(
        '<svg width="600" height="300"><circle cx="150" cy="150" r="140" fill="#c33"/><rect x="320" width="200" height="300" fill="#36c"/></svg>',
      ),
    ]),
  'right-to-left slides': () => serveSlides([html('<div dir="rtl"><h1>שלום עולם</h1><p>مرحبا بالعالم، 123</p></div>', 'he')]),
  'reveal.js': async () => servePackage(await revealNotesDeck(...SECTIONS)),
  'reveal.js with formulas': async () => servePackage(await formulaDeck()),
  Marp: async () => servePackage(await marpDeck()),
  'a video': async () => {
    const clip = await readFile(join(import.meta.dirname, '../../e2e/fixtures/media/clip.webm'));
    const poster = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="#c33"/></svg>')}`;
    return serveSlides(
      [
        html('<video src="clip.webm" width="600" autoplay muted loop></video><p>Its first frame</p>'),
        html(`<video src="clip.webm" width="600" poster='${poster}'></video><p>Its poster</p>`),
      ],
      new Map([['clip.webm', clip]]),
    );
  },
};

/** The shares of the cells in which the pages of a PDF differ from the slides, or `alike`. */
async function compared({ deck }: ServedDeck, printer = renderer) {
  const { pictures } = await collect(renderer, { deck, pictures: 'all', width: 1280, format: 'png' });
  const { bytes, events } = await pdfOf(printer, deck);
  const shares = await painter.differences(
    bytes,
    pictures.map((picture) => picture.bytes),
  );
  return { pages: shares.map((share) => (share < DIFFERENT ? 'alike' : share)), events };
}

it.each(Object.entries(DECKS))('pages of a PDF look like the slides: %s', async (_, serve) => {
  await using served = await serve();
  const { pages, events } = await compared(served);
  expect(events.every((event) => event.type === 'page' && !event.isPicture)).toBe(true);
  expect(pages).toEqual(events.map(() => 'alike'));
});

it('slides that cannot be printed are pictures that look like them', async () => {
  const limited = await startTestRenderer({ printedBytes: 100 });
  onTestFinished(() => limited.stop());
  await using served = await servePackage(await revealNotesDeck(...SECTIONS));
  const { pages, events } = await compared(served, limited);
  expect(events.every((event) => event.type === 'page' && event.isPicture)).toBe(true);
  expect(pages).toEqual(['alike', 'alike']);
});

it('a page that shows something else is found', async () => {
  await using served = await serveSlides([html('<h1>Figures</h1><p>They grew by 4 %.</p>'), html('<h1>Other words</h1>')]);
  const { pictures } = await collect(renderer, { deck: served.deck, pictures: 'all', width: 1280, format: 'png' });
  const { bytes } = await pdfOf(renderer, served.deck);
  const swapped = pictures.toReversed().map((picture) => picture.bytes);
  for (const share of await painter.differences(bytes, swapped)) expect(share).toBeGreaterThan(DIFFERENT);
});
