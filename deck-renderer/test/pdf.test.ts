import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { plainDeck } from '../../e2e/support/decks.ts';
import {
  formulaDeck,
  impressDeck,
  marpDeck,
  remarkDeck,
  revealDeck,
  revealNotesDeck,
  slidevDeck,
  spectacleDeck,
  substepDeck,
} from '../../e2e/support/real-decks.ts';
import type { OwnRenderer } from '../src/start.ts';
import { pdfOf, servePackage, serveSlides, startTestRenderer } from '../testing/index.ts';

let renderer: OwnRenderer;
beforeAll(async () => {
  renderer = await startTestRenderer();
});
afterAll(() => renderer.stop());

const plain = () => plainDeck({ slides: ['One', '<p class="fragment">Two</p><p class="fragment">Three</p>', 'Four'] });
const html = (body: string) => `<!doctype html><meta charset="utf-8">${body}`;
const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** `texts`: what a slide shows, by its place from 0. */
const KINDS = [
  {
    name: 'reveal.js',
    pack: revealDeck,
    count: 41,
    texts: { 1: 'enables you to create beautiful', 16: '... to step through', 40: 'Try the online editor' },
  },
  { name: 'reveal.js with formulas', pack: formulaDeck, count: 2, texts: { 0: '=' } },
  { name: 'impress.js', pack: impressDeck, count: 13, texts: { 0: 'Use a spacebar', 5: 'thoughts' } },
  { name: 'Slidev', pack: slidevDeck, count: 4, texts: { 1: 'Steps' } },
  { name: 'Marp', pack: marpDeck, count: 4, texts: { 0: 'The first slide.', 1: 'Plum', 3: 'The end' } },
  { name: 'remark', pack: remarkDeck, count: 3, texts: { 0: 'My Awesome Presentation' } },
  { name: 'Spectacle', pack: spectacleDeck, count: 3, texts: {} },
  { name: 'plain slides', pack: plain, count: 3, texts: { 0: 'One', 1: 'Two Three', 2: 'Four' } },
];

describe('every kind of deck', () => {
  for (const { name, pack, count, texts } of KINDS) {
    it(`${name}: a page of the deck's size for every slide, with its text and a bookmark`, async () => {
      await using served = await servePackage(await pack());
      const { slides, events, pages, bookmarks } = await pdfOf(renderer, served.deck);
      const { width, height } = served.deck.dimensions;
      expect(slides).toHaveLength(count);
      expect(events).toMatchObject(slides.map(({ index, inner }) => ({ type: 'page', index, inner, isPicture: false })));
      expect(pages.map((page) => [page.width, page.height])).toEqual(slides.map(() => [width * 0.75, height * 0.75]));
      expect(bookmarks).toEqual(slides.map(({ title }, at) => [title || String(at + 1), at]));
      expect(pages.filter(({ text }) => words(text) === '')).toEqual([]);
      for (const [at, text] of Object.entries(texts)) expect(words(pages[Number(at)]?.text ?? '')).toContain(text);
      expect(served.strays).toEqual([]);
    });
  }
});

describe('all steps', () => {
  for (const { name, pack, steps } of [
    { name: 'Marp', pack: marpDeck, steps: [0, 3, 2, 0] },
    { name: 'impress.js', pack: () => substepDeck(), steps: [0, 2, 0] },
    { name: 'impress.js with transitions', pack: () => substepDeck(600), steps: [0, 2, 0] },
    { name: 'plain slides', pack: plain, steps: [0, 2, 0] },
  ]) {
    it(`${name}: a page for each number of steps, and a bookmark for each slide`, async () => {
      await using served = await servePackage(await pack());
      const { events, pages, bookmarks } = await pdfOf(renderer, served.deck, { steps: 'all' });
      const expected = steps.flatMap((last) => Array.from({ length: last + 1 }, (_, step) => step));
      expect(events.map((event) => (event.type === 'page' ? event.step : event.reason))).toEqual(expected);
      expect(pages).toHaveLength(expected.length);
      expect(bookmarks.map(([, page]) => page)).toEqual(expected.flatMap((step, at) => (step === 0 ? [at] : [])));
    });
  }

  it('show one more each time', async () => {
    await using served = await servePackage(await plain());
    const { pages } = await pdfOf(renderer, served.deck, { steps: 'all' });
    expect(pages.map(({ text }) => words(text))).toEqual(['One', '', 'Two', 'Two Three', 'Four']);
  });
});

describe('the document', () => {
  it('has the title and the language that are given, or the language of the first document', async () => {
    await using served = await serveSlides([`<!doctype html><html lang="pt-BR"><p>Um`, html('<p>Dois')]);
    const given = await pdfOf(renderer, served.deck, { title: 'Übung (1) 🎓', language: 'de' });
    expect([given.title, given.language]).toEqual(['Übung (1) 🎓', 'de']);
    expect((await pdfOf(renderer, served.deck)).language).toBe('pt-BR');
  });

  it('has no language if the one of the first document is none', async () => {
    await using served = await serveSlides([`<!doctype html><html lang="no language (at all)"><p>One`]);
    expect((await pdfOf(renderer, served.deck)).language).toBeUndefined();
  });

  it('has what is on each slide only once', async () => {
    const noise = `<canvas width="400" height="300"></canvas><img><script>
      const canvas = document.querySelector('canvas'), context = canvas.getContext('2d');
      const data = context.createImageData(400, 300);
      for (let at = 0; at < data.data.length; at += 1) data.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
      context.putImageData(data, 0, 0);
      document.querySelector('img').src = canvas.toDataURL();
      canvas.remove();
    </script>`;
    const sizeWith = async (count: number) => {
      await using served = await serveSlides(Array.from({ length: count }, () => html(noise)));
      return (await pdfOf(renderer, served.deck)).bytes.length;
    };
    const one = await sizeWith(1);
    expect(one).toBeGreaterThan(300_000);
    expect(await sizeWith(6)).toBeLessThan(1.1 * one);
  });

  it('shows slides as the screen does, with backgrounds and without the styles for paper', async () => {
    const style = `<style>html { background: #102030; color: #fff } @media print { p { display: none } }</style>`;
    await using served = await serveSlides([html(`${style}<p>Shown`), html(`<p>Light`)]);
    const { pages } = await pdfOf(renderer, served.deck);
    expect(pages.map(({ text }) => words(text))).toEqual(['Shown', 'Light']);
  });

  it('has no buttons and progress bars', async () => {
    await using served = await serveSlides([
      html(`<div class="reveal"><p>Text</p><div class="controls">Next</div><div class="slide-number">1</div></div>`),
    ]);
    expect(words((await pdfOf(renderer, served.deck)).pages[0]?.text ?? '')).toBe('Text 1');
  });
});

describe('links', () => {
  it('to the web and to mail work, at their place', async () => {
    const link = (href: string, left: number, more = '') =>
      `<a href="${href}" style="position: absolute; left: ${left}px; top: 100px; width: 80px; height: 40px; ${more}">Link</a>`;
    await using served = await serveSlides([
      html(
        [
          link('https://example.com/a(b)?c=ü', 100),
          link('mailto:someone@example.com', 200),
          link('javascript:alert(1)', 300),
          link('file:///etc/passwd', 400),
          link('data:text/html,x', 500),
          link('other.pdf', 600),
          link('/play/', 700),
          link('https://example.com/hidden', 800, 'visibility: hidden'),
          link('https://example.com/covered', 900, 'pointer-events: none'),
          `<svg style="position: absolute; left: 1000px; top: 100px" width="80" height="40"><a href="https://example.com/svg"><rect width="80" height="40"/></a></svg>`,
        ].join(''),
      ),
    ]);
    const { pages } = await pdfOf(renderer, served.deck);
    expect(pages[0]?.links).toEqual([
      { to: 'https://example.com/a(b)?c=%C3%BC', box: [75, 435, 135, 465] },
      { to: 'mailto:someone@example.com', box: [150, 435, 210, 465] },
      { to: 'https://example.com/svg', box: [750, 435, 810, 465] },
    ]);
  });

  it('to other slides lead to their pages', async () => {
    await using served = await serveSlides([
      html('<a href="2.html">Three</a> <a href="#here">Here</a> <a href="missing.html">None</a>'),
      html('<a href="0.html#top">One</a>'),
      html('Three'),
    ]);
    const { pages } = await pdfOf(renderer, served.deck);
    expect(pages.map(({ links }) => links.map(({ to }) => to))).toEqual([[2], [0], []]);
  });

  it('inside a document lead to the slides that its runtime shows', async () => {
    const section = (body: string, more = '') => `<section ${more}>${body}</section>`;
    await using served = await servePackage(
      await revealNotesDeck(
        section('<a href="#/end">End</a> <a href="#/1">Two</a> <a href="#/0">This</a> <a href="#/no-such-slide">None</a>'),
        section('<a href="#/0">One</a>'),
        section('End', 'id="end"'),
      ),
    );
    const { pages } = await pdfOf(renderer, served.deck);
    const targets = pages.map(({ links }) => links.map(({ to }) => to));
    expect(targets.slice(1)).toEqual([[0], []]);
    expect(targets[0]).toEqual([2, 1, 0]);
  });

  it('keep a document that answers anything from breaking the PDF', async () => {
    const claims = `<p>Text</p><a href="https://example.com/">x</a><script>const { querySelectorAll } = Document.prototype;
      Document.prototype.querySelectorAll = function (selector) {
        return selector === '*' ? [{ localName: 'a', children: [], getAttribute: () => 'https://x.example/', getClientRects: () => [{}] }] : querySelectorAll.call(this, selector);
      };
      Element.prototype.getClientRects = () => [{ left: NaN, top: 1e9 }];</script>`;
    await using served = await serveSlides([html(claims), html('<p>Next')]);
    const { pages } = await pdfOf(renderer, served.deck);
    expect(pages.map(({ text, links }) => [words(text).slice(0, 4), links])).toEqual([
      ['Text', []],
      ['Next', []],
    ]);
  });

  it('keep a document that never answers from breaking the PDF', async () => {
    const waits = `<p>Text</p><a href="https://example.com/">x</a><script>Element.prototype.getClientRects = () => { for (;;); }</script>`;
    const impatient = await startTestRenderer({ slideMs: 10_000 });
    onTestFinished(() => impatient.stop());
    await using served = await serveSlides([html(waits), html('<p>Next')]);
    expect((await pdfOf(impatient, served.deck)).pages).toHaveLength(2);
  });
});

describe('a slide', () => {
  it('that fails has a blank page, and the others are there', async () => {
    await using served = await serveSlides([html('<p>One'), html('<p>Two')]);
    const slides = [...served.deck.slides.slice(0, 1), { file: 'missing.html', label: 'Gone' }, ...served.deck.slides.slice(1)];
    const { events, pages, bookmarks } = await pdfOf(renderer, { ...served.deck, slides });
    expect(events.map(({ type }) => type)).toEqual(['page', 'failed', 'page']);
    expect(pages.map(({ text }) => words(text))).toEqual(['One', '', 'Two']);
    expect(bookmarks.map(([, page]) => page)).toEqual([0, 1, 2]);
  });

  it('makes no document if there is no other one', async () => {
    await using served = await serveSlides([html('<p>One')]);
    const { events, bytes } = await pdfOf(renderer, { ...served.deck, slides: [{ file: 'missing.html', label: null }] });
    expect(events).toEqual([{ type: 'failed', index: 0, inner: null, reason: 'not_loaded' }]);
    expect(bytes).toHaveLength(0);
  });
});
