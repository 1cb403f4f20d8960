import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { marpDeck } from '../../e2e/support/real-decks.ts';
import { PDF_SHEETS_MAX } from '../src/index.ts';
import type { RenderLimits } from '../src/limits.ts';
import type { OwnRenderer } from '../src/start.ts';
import { pdfOf, servePackage, serveSlides, startTestRenderer } from '../testing/index.ts';

let renderer: OwnRenderer;
beforeAll(async () => {
  renderer = await startTestRenderer();
});
afterAll(() => renderer.stop());

const html = (body: string) => `<!doctype html><meta charset="utf-8">${body}`;
const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
const A4 = { width: 595.28, height: 841.89 };
const LETTER = { width: 612, height: 792 };

describe('notes', () => {
  const note = (index: number, text: string, inner: number | string | null = null) => ({ index, inner, text });

  it('are below the slide, and continue on further pages', async () => {
    await using served = await serveSlides([html('<p>One'), html('<p>Two'), html('<p>Three')]);
    const { pages, bookmarks } = await pdfOf(renderer, served.deck, {
      layout: { kind: 'notes-below', paper: 'a4' },
      notes: [note(0, 'Short <b> & "sweet"\nline'), note(1, `${'many words '.repeat(800)}end`)],
    });
    expect(pages.every(({ width, height }) => width === A4.width && height === A4.height)).toBe(true);
    expect(words(pages[0]?.text ?? '')).toBe('One Short <b> & "sweet" line');
    expect(words(pages[1]?.text ?? '')).toMatch(/^Two many words/);
    expect(words(pages.at(-2)?.text ?? '')).toMatch(/^[^T].*end$/);
    expect(words(pages.at(-1)?.text ?? '')).toBe('Three');
    expect(bookmarks.map(([, page]) => page)).toEqual([0, 1, pages.length - 1]);
  });

  it('have pages of their own after slides that have some', async () => {
    await using served = await serveSlides([html('<p>One'), html('<p>Two')]);
    const { pages } = await pdfOf(renderer, served.deck, {
      layout: { kind: 'notes-pages', paper: 'letter' },
      notes: [note(1, 'About two'), note(0, '  ')],
    });
    expect(pages.map(({ text }) => words(text))).toEqual(['One', 'Two', 'Slide 2 About two']);
    expect(pages.map(({ width, height }) => ({ width, height }))).toEqual([
      { width: 960, height: 540 },
      { width: 960, height: 540 },
      LETTER,
    ]);
  });

  it('are those of the document for slides without an entry; those of the whole slide come first', async () => {
    await using served = await servePackage(await marpDeck());
    const { slides, pages } = await pdfOf(renderer, served.deck, {
      layout: { kind: 'notes-pages', paper: 'a4' },
      notes: [
        note(0, 'By its place', 0),
        note(0, 'Of the whole'),
        note(0, 'By its name', 'title:1:The end'),
        note(7, 'Of no slide'),
      ],
    });
    expect(slides.at(-1)?.name).toBe('title:1:The end');
    expect(pages.filter(({ width }) => width === A4.width).map(({ text }) => words(text))).toEqual([
      'Made by Marp Of the whole By its place',
      'Steps one by one Let them guess the third fruit.',
      'The end By its name',
    ]);
  });

  it('of a deck run no code', async () => {
    await using served = await serveSlides([html('<p>One')]);
    const { pages } = await pdfOf(renderer, served.deck, {
      layout: { kind: 'notes-below', paper: 'a4' },
      notes: [note(0, '</p><script>document.body.textContent = "code"</script>')],
    });
    expect(words(pages[0]?.text ?? '')).toBe('One </p><script>document.body.textContent = "code"</script>');
  });
});

describe('a handout', () => {
  it.each([2, 4, 6] as const)('has %i slides on a page, with their links', async (perPage) => {
    await using served = await serveSlides(
      Array.from({ length: perPage + 1 }, (_, at) => html(`<a href="https://example.com/${at}">Slide ${at}</a>`)),
    );
    const { pages, bookmarks } = await pdfOf(renderer, served.deck, { layout: { kind: 'handout', perPage, paper: 'letter' } });
    expect(pages.map(({ links }) => links.map(({ to }) => to))).toEqual([
      Array.from({ length: perPage }, (_, at) => `https://example.com/${at}`),
      [`https://example.com/${perPage}`],
    ]);
    expect(bookmarks.map(([, page]) => page)).toEqual([...Array.from({ length: perPage }, () => 0), 1]);
    const boxes = pages.flatMap(({ links }) => links.flatMap(({ box }) => box));
    expect(Math.min(...boxes)).toBeGreaterThan(40);
    expect(Math.max(...boxes)).toBeLessThan(LETTER.height - 40);
    const firsts = pages[0]?.links.map(({ box: [x = 0, y = 0] }) => `${Math.round(x)} ${Math.round(y)}`);
    expect(new Set(firsts).size).toBe(perPage);
  });
});

describe('drawings', () => {
  const svg = (body: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720">${body}</svg>`;

  it('are on the slide to which they belong, at each step, as vectors', async () => {
    await using served = await servePackage(await marpDeck());
    const drawn = (text: string) => svg(`<text x="100" y="100" font-size="40">${text}</text>`);
    const { pages } = await pdfOf(renderer, served.deck, {
      steps: 'all',
      drawings: [
        { index: 0, inner: 1, svg: drawn('mine') },
        { index: 0, inner: 'title:1:Steps one by one', svg: drawn('yours') },
        { index: 5, inner: null, svg: drawn('nowhere') },
      ],
    });
    const marked = pages.map(({ text }) => ['mine', 'yours', 'nowhere'].filter((word) => text.includes(word)));
    expect(marked).toEqual([[], ...Array.from({ length: 4 }, () => ['mine', 'yours']), [], [], [], []]);
  });

  it('run no code and load nothing', async () => {
    await using served = await serveSlides([html('<p>One')]);
    const { events, pages } = await pdfOf(renderer, served.deck, {
      drawings: [
        {
          index: 0,
          inner: null,
          svg: svg(
            `<script>document.documentElement.textContent = "code"</script><image href="${served.deck.baseUrl}x.png"/><text y="40">Drawn</text>`,
          ),
        },
        { index: 0, inner: null, svg: 'this is no drawing' },
      ],
    });
    expect(events.map(({ type }) => type)).toEqual(['page']);
    expect(words(pages[0]?.text ?? '')).toMatch(/^One ?Drawn$/);
    expect(served.strays).toEqual([]);
  });
});

describe('limits', () => {
  const within = async (limits: Partial<RenderLimits>, work: (limited: OwnRenderer) => Promise<void>) => {
    const limited = await startTestRenderer(limits);
    try {
      await work(limited);
    } finally {
      await limited.stop();
    }
  };

  it('a slide that is too large when printed is a picture', async () => {
    const heavy = html(`<h1>Many</h1>${Array.from({ length: 3000 }, (_, at) => `<i>${at * 7919}</i> `).join('')}`);
    await within({ printedBytes: 15_000 }, async (limited) => {
      await using served = await serveSlides([heavy, html('<p>Light')]);
      const { events, pages } = await pdfOf(limited, served.deck);
      expect(events.map((event) => event.type === 'page' && event.isPicture)).toEqual([true, false]);
      expect(pages.map(({ text }) => words(text))).toEqual(['', 'Light']);
    });
  });

  it('a PDF that is too large ends the job', async () => {
    await within({ outputBytes: 10_000 }, async (limited) => {
      await using served = await serveSlides(Array.from({ length: 20 }, (_, at) => html(`<h1>${'Many words '.repeat(40)}${at}`)));
      await expect(pdfOf(limited, served.deck)).rejects.toMatchObject({ reason: 'too_large' });
    });
  });

  it('a slide that claims steps without end ends the job', async () => {
    const claim = { index: 0, count: 1, step: PDF_SHEETS_MAX, canNext: false, canPrevious: true };
    const endless = `<script>
      const claim = () => parent.postMessage({ lectern: 'position', position: ${JSON.stringify(claim)}, isSettled: true }, '*');
      // Again and again, because the bridge also reports.
      setInterval(claim, 20);
    </script>`;
    await using served = await serveSlides([html(endless)]);
    await expect(pdfOf(renderer, served.deck, { steps: 'all' })).rejects.toMatchObject({ reason: 'too_large' });
  });

  it('a request that is too long is not sent', async () => {
    await using served = await serveSlides([html('<p>One')]);
    const svg = ' '.repeat(15_000_000);
    const drawings = Array.from({ length: 5 }, () => ({ index: 0, inner: null, svg }));
    await expect(pdfOf(renderer, served.deck, { drawings })).rejects.toMatchObject({ reason: 'too_large' });
  });
});
