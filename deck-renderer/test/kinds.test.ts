import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plainDeck } from '../../e2e/support/decks.ts';
import {
  bespokeDeck,
  fragmentDeck,
  formulaDeck,
  impressDeck,
  marpDeck,
  remarkDeck,
  revealDeck,
  revealModuleDeck,
  showerCoreDeck,
  showerDeck,
  showerThemeDeck,
  slidevDeck,
  spectacleDeck,
  splitRevealDeck,
  substepDeck,
  switcherDeck,
  webslidesDeck,
} from '../../e2e/support/real-decks.ts';
import { changedArea } from '../../server/versions/changed-area.ts';
import type { OwnRenderer } from '../src/start.ts';
import {
  allOf,
  collect,
  ColorCounter,
  type Rendered,
  type ServedDeck,
  servePackage,
  serveSlides,
  startTestRenderer,
} from '../testing/index.ts';

let renderer: OwnRenderer;
let colors: ColorCounter;
beforeAll(async () => {
  colors = await ColorCounter.start();
  renderer = await startTestRenderer();
});
afterAll(async () => {
  await renderer.stop();
  await colors[Symbol.asyncDispose]();
});

interface Kind {
  readonly name: string;
  readonly pack: () => Promise<Buffer>;
  readonly count: number;
  /** Slides that have some, by their place from 0. */
  readonly steps: Readonly<Record<number, number>>;
  readonly isDivided: boolean;
  /** Whether no slide has the title of an earlier one. */
  readonly isAlone?: boolean;
}

const MARP: Kind = { name: 'Marp', pack: marpDeck, count: 4, steps: { 1: 3, 2: 2 }, isDivided: true, isAlone: true };
const REVEAL: Kind = { name: 'reveal.js', pack: revealDeck, count: 41, steps: { 7: 3, 16: 4, 17: 12 }, isDivided: true };
const IMPRESS: Kind = { name: 'impress.js', pack: impressDeck, count: 13, steps: {}, isDivided: true };
const SLIDEV: Kind = { name: 'Slidev', pack: slidevDeck, count: 4, steps: { 1: 3 }, isDivided: true, isAlone: true };

const KINDS: readonly Kind[] = [
  REVEAL,
  { name: 'reveal.js as a module', pack: revealModuleDeck, count: 4, steps: { 2: 3 }, isDivided: true },
  { name: 'reveal.js with formulas', pack: formulaDeck, count: 2, steps: {}, isDivided: true },
  IMPRESS,
  { name: 'impress.js with substeps', pack: substepDeck, count: 3, steps: { 1: 2 }, isDivided: true },
  SLIDEV,
  MARP,
  { name: 'remark', pack: remarkDeck, count: 3, steps: {}, isDivided: true, isAlone: true },
  { name: 'WebSlides', pack: webslidesDeck, count: 8, steps: {}, isDivided: true },
  { name: 'Shower 2', pack: showerDeck, count: 12, steps: { 10: 4 }, isDivided: true, isAlone: true },
  { name: 'Shower 3', pack: showerCoreDeck, count: 3, steps: { 1: 2 }, isDivided: true, isAlone: true },
  {
    name: 'Shower 3 with a theme',
    pack: showerThemeDeck,
    count: 45,
    steps: { 18: 2, 20: 2, 24: 7, 25: 2, 39: 5, 40: 3 },
    isDivided: true,
  },
  { name: 'Spectacle', pack: spectacleDeck, count: 3, steps: { 1: 2 }, isDivided: true, isAlone: true },
  { name: 'Bespoke', pack: () => bespokeDeck(), count: 3, steps: { 1: 2 }, isDivided: true, isAlone: true },
  { name: 'a switcher made by hand', pack: switcherDeck, count: 4, steps: {}, isDivided: true, isAlone: true },
  {
    name: 'a program that does not say how many slides it has',
    pack: () => fragmentDeck(),
    count: 4,
    steps: {},
    isDivided: true,
  },
  {
    name: 'plain slides',
    pack: () =>
      plainDeck({ slides: ['One', '<p class="fragment">Two</p><p class="fragment">Three</p>', '<p dir="rtl">שלום</p>'] }),
    count: 3,
    steps: { 1: 2 },
    isDivided: false,
  },
];

/** A deck as it was rendered, and what it requested from elsewhere. */
type Rendering = Rendered & Pick<ServedDeck, 'strays'>;

const renderings = new Map<Kind, Promise<Rendering>>();

/** Renders a deck once for all tests. */
function renderingOf(kind: Kind): Promise<Rendering> {
  const known = renderings.get(kind) ?? renderAgain(kind);
  renderings.set(kind, known);
  return known;
}

async function renderAgain({ pack }: Kind): Promise<Rendering> {
  await using served = await servePackage(await pack());
  return { ...(await collect(renderer, allOf(served.deck))), strays: served.strays };
}

describe('every kind of deck', () => {
  for (const kind of KINDS) {
    const { name, count, steps, isDivided, isAlone = false } = kind;
    it(`${name}: a picture of every slide, none blank, all different`, async () => {
      const { slides, pictures, contents, failed, strays } = await renderingOf(kind);
      const places = Array.from({ length: count }, (_, at) => (isDivided ? { index: 0, inner: at } : { index: at, inner: null }));
      expect(failed).toEqual([]);
      expect(slides.map(({ index, inner }) => ({ index, inner }))).toEqual(places);
      expect(pictures.map(({ index, inner }) => ({ index, inner }))).toEqual(places);
      expect(Object.fromEntries(pictures.flatMap((picture, at) => (picture.steps ? [[at, picture.steps]] : [])))).toEqual(steps);
      expect(new Set(pictures.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size).toBe(count);
      expect(Math.min(...(await colors.count(pictures)))).toBeGreaterThan(2);
      expect(strays).toEqual([]);
      if (isAlone) expect(contents.flatMap(({ text }, at) => wrongTitles(text, slides, at))).toEqual([]);
    });
  }
});

/** The titles of earlier slides that are lines of the text of a slide, and its own if it is there twice. */
function wrongTitles(text: string, slides: Rendered['slides'], at: number): string[] {
  const lines = text.split('\n');
  const times = (title: string): number => lines.filter((line) => line === title).length;
  return slides.slice(0, at + 1).flatMap(({ title }, other) => (times(title) > (other === at ? 1 : 0) ? [title] : []));
}

describe('rendered a second time', () => {
  it.each([REVEAL, IMPRESS, SLIDEV, MARP])('$name has the same names, texts and miniatures', async (kind) => {
    const [one, other] = [await renderingOf(kind), await renderAgain(kind)];
    expect(one.slides).toEqual(other.slides);
    expect(new Set(one.slides.map((slide) => slide.name)).size).toBe(one.slides.length);
    expect(one.contents.map(({ text }) => text)).toEqual(other.contents.map(({ text }) => text));
    // Code that scrolls ends a pixel earlier or later, so the miniatures need not be equal.
    const bytes = ({ miniature }: { miniature: string | null }) => Buffer.from(miniature ?? '', 'base64');
    const areas = one.contents.map((content, at) => changedArea(bytes(content), bytes(other.contents[at] ?? content), false));
    expect(areas.flatMap((area, at) => (area === null || isMissing(one, other, at) ? [] : [{ at, ...area }]))).toEqual([]);
    expect(one.contents.filter(({ text }) => text !== '').length).toBeGreaterThan(one.slides.length / 2);
  });

  it('with only some of the pictures, from a slide in the middle of a document, the same is reported', async () => {
    const whole = await renderingOf(MARP);
    await using served = await servePackage(await MARP.pack());
    const wanted = whole.slides
      .slice(2)
      .map(({ index, inner }) => ({ index, inner, step: 'last', width: 320, format: 'webp' }) as const);
    const rest = await collect(renderer, { deck: served.deck, pictures: wanted, withContent: true });
    const known = ({ pictures, contents }: Rendered) =>
      pictures.map(({ index, inner, steps }, at) => ({ index, inner, steps, text: contents[at]?.text }));
    expect(known(rest)).toEqual(known(whole).slice(2));
    expect(rest.contents.map(({ miniature }) => miniature === null)).toEqual([false, false]);
  });
});

/** Whether a slide did not come to rest in one of two runs. */
const isMissing = (one: Rendered, other: Rendered, at: number) =>
  one.contents[at]?.miniature == null || other.contents[at]?.miniature == null;

it('the speaker notes in the program of Slidev are reported', async () => {
  const { contents } = await renderingOf(SLIDEV);
  const [first, second, ...others] = contents.map(({ notes }) => notes);
  expect([first, second]).toEqual(['Welcome everybody', 'third fruit'].map((part): unknown => expect.stringContaining(part)));
  expect(others).toEqual(['', '']);
});

describe('one slide', () => {
  it('of a deck with one document for each slide is rendered with its steps', async () => {
    await using served = await servePackage(await splitRevealDeck());
    const wanted = [7, 16].map((index) => ({ index, inner: null, step: 'last', width: 320, format: 'webp' }) as const);
    const { pictures } = await collect(renderer, { deck: served.deck, pictures: wanted });
    expect(pictures.map(({ index, inner, steps }) => ({ index, inner, steps }))).toEqual([
      { index: 7, inner: null, steps: 3 },
      { index: 16, inner: null, steps: 4 },
    ]);
    expect(Math.min(...(await colors.count(pictures)))).toBeGreaterThan(2);
  });

  it('is rendered at the step, width and format that are asked for', async () => {
    await using served = await servePackage(await marpDeck());
    const at = { index: 0, inner: 1, width: 640, format: 'png' } as const;
    const { slides, pictures } = await collect(renderer, {
      deck: served.deck,
      pictures: [
        { ...at, step: 0 },
        { ...at, step: 2 },
        { ...at, step: 'last' },
        { ...at, inner: 99, step: 0 },
      ],
    });
    expect(slides).toEqual([]);
    expect(pictures.map(({ step, steps, width, height }) => ({ step, steps, width, height }))).toEqual([
      { step: 0, steps: null, width: 640, height: 360 },
      { step: 2, steps: null, width: 640, height: 360 },
      { step: 3, steps: 3, width: 640, height: 360 },
    ]);
    expect(pictures.every(({ bytes }) => Buffer.from(bytes).subarray(1, 4).toString() === 'PNG')).toBe(true);
    expect(new Set(pictures.map(({ bytes }) => Buffer.from(bytes).toString('base64'))).size).toBe(3);
  });

  it('shows animations at their end, and those without an end at their beginning', async () => {
    const moving = `<!doctype html><style>
      @keyframes in { from { opacity: 0; translate: 300px } }
      @keyframes turn { to { rotate: 1turn } }
      div { width: 200px; height: 100px; background: #c00 }
      div.late { animation: in 30s 20s both } div.turning { animation: turn 3s infinite }
    </style><div class="late"></div><div class="turning"></div>`;
    // A document that has just begun to move once stayed where the compositor of the browser had brought it meanwhile, but not each time.
    await using served = await serveSlides([moving.replaceAll(/animation:[^;}]*/g, ''), ...Array<string>(6).fill(moving)]);
    const { pictures } = await collect(renderer, { deck: served.deck, pictures: 'all', width: 320, format: 'png' });
    const [still, ...moved] = pictures.map(({ bytes }) => Buffer.from(bytes).toString('base64'));
    expect(moved).toEqual(Array(6).fill(still));
  });

  it('leaves animations that follow a scroll position where they are', async () => {
    const scrolled = (animation: string): string => `<!doctype html><style>
      @keyframes grow { from { width: 100px } to { width: 600px } }
      body { height: 3000px } div { height: 100px; background: #c00; width: 100px; ${animation} }
    </style><div></div>`;
    await using served = await serveSlides(['', 'animation: grow both linear; animation-timeline: scroll()'].map(scrolled));
    const { pictures } = await collect(renderer, { deck: served.deck, pictures: 'all', width: 320, format: 'png' });
    const [still, scrolling] = pictures.map(({ bytes }) => Buffer.from(bytes).toString('base64'));
    expect(scrolling).toBe(still);
  });

  it('shows videos at their first frame, whether they play by themselves or not', async () => {
    const clip = await readFile(join(import.meta.dirname, '../../e2e/fixtures/media/clip.webm'));
    const video = (more: string): string => `<!doctype html><video src="clip.webm" width="600" ${more}></video>`;
    const slides = [video('autoplay muted loop'), video('preload="none"'), video('preload="none" controls')];
    await using served = await serveSlides(slides, new Map([['clip.webm', clip]]));
    const { pictures, failed } = await collect(renderer, { deck: served.deck, pictures: 'all', width: 320, format: 'png' });
    expect(failed).toEqual([]);
    const [playing = [], waiting = []] = pictures.map(({ bytes }) => bytes);
    const counts = await colors.count(pictures);
    expect(Buffer.compare(Buffer.from(playing), Buffer.from(waiting)), `colors of the pictures: ${counts.join()}`).toBe(0);
    expect(Math.min(...counts)).toBeGreaterThan(2);
  });

  it('that does not exist fails alone', async () => {
    await using served = await serveSlides(['<!doctype html><h1>One</h1>', '<!doctype html><h1>Two</h1>']);
    const slides = [...served.deck.slides.slice(0, 1), { file: 'missing.html', label: null }, ...served.deck.slides.slice(1)];
    const { pictures, failed } = await collect(renderer, allOf({ ...served.deck, slides }));
    expect(pictures.map(({ index }) => index)).toEqual([0, 2]);
    expect(failed).toEqual([{ type: 'failed', index: 1, inner: null, reason: 'not_loaded' }]);
  });
});
