import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { REVEAL_WITH_NOTES, revealNotesDeck } from '../../e2e/support/real-decks.ts';
import { MINIATURE_COLUMNS } from '../src/index.ts';
import type { OwnRenderer } from '../src/start.ts';
import { allOf, collect, ColorCounter, type Rendered, servePackage, serveSlides, startTestRenderer } from '../testing/index.ts';

let renderer: OwnRenderer;
beforeAll(async () => {
  renderer = await startTestRenderer();
});
afterAll(() => renderer.stop());

async function contentsOf(...slides: string[]): Promise<Rendered['contents']> {
  await using served = await serveSlides(slides.map((body) => `<!doctype html><meta charset="utf-8">${body}`));
  return (await collect(renderer, allOf(served.deck))).contents;
}

/** The largest difference of a byte of two miniatures. */
function difference(one: string | null = null, other: string | null = null): number {
  if (one === null || other === null) return Number.NaN;
  const [a, b] = [Buffer.from(one, 'base64'), Buffer.from(other, 'base64')];
  return a.length === b.length ? Math.max(...a.map((byte, at) => Math.abs(byte - (b[at] ?? 0)))) : Number.NaN;
}

describe('the text of a slide', () => {
  it('is what people see, one line for each block', async () => {
    const [content] = await contentsOf(
      `<h1>Quarterly <em>figures</em></h1><p>First<br>second
      part</p><script>const hidden = 1</script><style>p { color: red }</style>
      <p style="display: none">none</p><p style="visibility: hidden">hidden <b style="visibility: visible">shown</b></p>
      <div style="opacity: 0"><p>transparent</p></div><p style="position: absolute; left: -5000px">outside</p>
      <p style="position: absolute; width: 1px; height: 1px; overflow: hidden">spoken</p>
      <div style="display: contents">contents</div>
      <svg><text y="20">drawn</text></svg><div id="host"></div>
      <script>document.querySelector('#host').attachShadow({ mode: 'open' }).innerHTML = '<p>in a shadow</p>'</script>`,
    );
    expect(content?.text.split('\n')).toEqual([
      'Quarterly figures',
      'First',
      'second part',
      'shown',
      'contents',
      'drawn',
      'in a shadow',
    ]);
  });

  it('is cut off, and empty if the document cannot be read', async () => {
    const contents = await contentsOf(
      `<p style="font-size: 1px">${'word '.repeat(10_000)}</p>`,
      `<p>Text</p><script>String.prototype.trim = () => { throw new Error('no') }</script>`,
      `<p>Text</p><script>Array.prototype.join = () => ({ text: 1 })</script>`,
    );
    expect(contents[0]?.text).toHaveLength(19_999);
    expect(contents.slice(1).map(({ text }) => text)).toEqual(['', '']);
  });

  it('is empty if reading it does not end, or the slide fails in a browser where it stops the page around it, and the next slide is read', async () => {
    const impatient = await startTestRenderer({ slideMs: 10_000 });
    onTestFinished(() => impatient.stop());
    const stuck = `<p>Text</p><script>document.createRange = () => { for (;;); }</script>`;
    await using served = await serveSlides([stuck, '<p>Next</p>'].map((body) => `<!doctype html><meta charset="utf-8">${body}`));
    const { contents, failed } = await collect(impatient, allOf(served.deck));
    expect(contents.map(({ text }) => text).filter((text) => text !== '')).toEqual(['Next']);
    expect(failed.map(({ index, reason }) => [index, reason])).toEqual(contents.length === 2 ? [] : [[0, 'slide_timeout']]);
  });
});

describe('the miniature of a slide', () => {
  it('has the mean color of each cell', async () => {
    const half = '<html style="height: 100%; background: linear-gradient(90deg, #f00 50%, #00f 50%)">';
    const [content] = await contentsOf(half);
    const cells = Buffer.from(content?.miniature ?? '', 'base64');
    expect(cells).toHaveLength(MINIATURE_COLUMNS * 54 * 3);
    const [first, last] = [cells.subarray(0, 3), cells.subarray(-3)];
    expect([...first].map((byte) => Math.round(byte / 51))).toEqual([5, 0, 0]);
    expect([...last].map((byte) => Math.round(byte / 51))).toEqual([0, 0, 5]);
  });

  it('is the same for a deck that draws at random, and missing for a slide that never comes to rest', async () => {
    const dot =
      '<script>document.write(`<p style="margin-left: ${Math.random() * 900}px; color: hsl(${Math.random() * 360} 90% 50%)">●</p>`)</script>';
    const moving =
      '<p>0</p><script>let at = 0; setInterval(() => { document.querySelector("p").textContent = at += 1 }, 5)</script>';
    const contents = await contentsOf(dot, dot, moving);
    expect(difference(contents[0]?.miniature, contents[1]?.miniature)).toBe(0);
    expect(contents[2]?.miniature).toBeNull();
  });
});

describe('what a runtime adds to each slide', () => {
  it('is in the picture, but in neither the text nor the miniature', async () => {
    const reveal = (part: string) => `<body style="margin: 0"><div class="reveal"><h1>Slide</h1>${part}</div>`;
    const number = '<div class="slide-number" style="position: fixed; bottom: 0; font-size: 90px">3 / 9</div>';
    await using served = await serveSlides([reveal(''), reveal(number), reveal(number)].map((body) => `<!doctype html>${body}`));
    const { contents, pictures } = await collect(renderer, allOf(served.deck));
    expect(contents.map(({ text }) => text)).toEqual(['Slide', 'Slide', 'Slide']);
    expect(difference(contents[0]?.miniature, contents[1]?.miniature)).toBe(0);
    const [none, shown, again] = pictures.map(({ bytes }) => Buffer.from(bytes));
    expect(none?.equals(shown ?? none)).toBe(false);
    expect(shown?.equals(again ?? shown.subarray(1))).toBe(true);
  });
});

/** Runs once in a deck with three slides. */
const LEAVES = {
  'as soon as it is asked to show it': `let asked = 0;
    addEventListener('message', ({ data }) => {
      if (data.lectern !== 'go' || data.index !== 1 || ++asked > 2) return;
      setTimeout(() => Reveal.slide(2));
    });`,
  'while it is captured': `const waiting = setInterval(() => {
      if (!Reveal.isReady()) return;
      clearInterval(waiting);
      let hasLeft = false;
      Reveal.on('slidechanged', ({ indexh }) => {
        if (indexh !== 1 || hasLeft) return;
        hasLeft = true;
        setTimeout(() => Reveal.slide(2), 40);
      });
    }, 10);`,
};
for (const [when, script] of Object.entries(LEAVES))
  it(`a slide that its document leaves ${when} is shown and captured again`, async () => {
    const [one, two, three] = ['One', 'Two', 'Three'].map((text) => `<section><h2>${text}</h2></section>`);
    const packed = await revealNotesDeck(one ?? '', `${two ?? ''}<script>{${script}}</script>`, three ?? '');
    await using served = await servePackage(packed);
    const { contents } = await collect(renderer, allOf(served.deck));
    expect(contents.map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
  });

it('a deck that plays by itself stays at each slide until it is captured', async () => {
  // Capturing a slide that never comes to rest takes longer than the deck stays there.
  const moving =
    '<script>{ let at = 0; setInterval(() => { document.body.style.background = `hsl(${at += 7} 50% 50%)` }, 5) }</script>';
  const playing = '<script>addEventListener("load", () => Reveal.configure({ autoSlide: 1500 }))</script>';
  const [one, two, three] = ['One', 'Two', 'Three'].map((text) => `<section><h2>${text}</h2></section>`);
  const packed = await revealNotesDeck(`${moving}${playing}${one ?? ''}`, two ?? '', three ?? '');
  await using served = await servePackage(packed);
  const { contents } = await collect(renderer, allOf(served.deck));
  expect(contents.map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
});

it('a deck reports the speaker notes of its slides: in elements, Markdown and attributes', async () => {
  const { welcome, figures, plain } = REVEAL_WITH_NOTES;
  await using served = await servePackage(await revealNotesDeck(welcome, figures, plain));
  const { contents } = await collect(renderer, allOf(served.deck));
  expect(contents.map(({ notes }) => notes)).toEqual(
    ['hello', 'questions', 'heading'].map((part): unknown => expect.stringContaining(part)),
  );
});

it('has drawings over the slide to which they belong, at every step', async () => {
  const cover = (color: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720"><script>document.documentElement.remove()</script><rect width="1280" height="720" fill="${color}"/></svg>`;
  await using served = await serveSlides([
    '<!doctype html><h1>Drawn on</h1>',
    '<!doctype html><h1>Not drawn on</h1>',
    '<!doctype html><h1>Drawn on twice</h1><p class="fragment">A step</p>',
  ]);
  const drawings = [
    { index: 0, inner: null, svg: cover('red') },
    { index: 2, inner: null, svg: cover('red') },
    { index: 2, inner: null, svg: cover('blue') },
  ];
  const all = await collect(renderer, { ...allOf(served.deck), drawings });
  const step = { index: 2, inner: null, step: 0, width: 320, format: 'webp' } as const;
  const before = await collect(renderer, { deck: served.deck, pictures: [step], drawings });
  await using colors = await ColorCounter.start();
  const counted = await colors.count([...all.pictures, ...before.pictures]);
  expect(counted.map((count) => count === 1)).toEqual([true, false, true, true]);
  expect(all.contents).toEqual([]);
});
