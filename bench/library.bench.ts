/**
 * Measures the first load of the library with 24 real decks, with an empty cache: without a renderer, where only decks that need no scripts
 * show their first slide, in frames, and with the pictures that a renderer has made. Making the pictures takes some minutes.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { z } from 'zod';
import { BROWSER_FLAGS, findBrowser } from '#e2e/support/browser.ts';
import { type Lectern, startLectern } from '#e2e/support/lectern.ts';
import * as real from '#e2e/support/real-decks.ts';
import { deckListSchema } from '#shared/decks.ts';
import { type Headers, signedIn, upload } from './support/bench-user.ts';
import { median } from './support/statistics.ts';

const ROUNDS = 5;
const COPIES = 2;
const SAMPLES = ['en', 'de'].map((name) => join(import.meta.dirname, `../web/dist/sample/${name}.stage`));
const PACKS = [
  real.revealDeck,
  real.impressDeck,
  real.marpDeck,
  real.slidevDeck,
  real.spectacleDeck,
  real.webslidesDeck,
  real.remarkDeck,
  real.showerDeck,
  real.formulaDeck,
  real.bespokeDeck,
];
/** The library waits for nothing after this time. Pictures are loaded as their cards come near the visible area. */
const RENDERED_MS = 1_800_000;

/** One load of the library. Times are in milliseconds since the navigation. */
const loadSchema = z.object({
  /** The first text or picture. */
  firstPaint: z.number(),
  /** The largest part. */
  largestPaint: z.number(),
  /** The last picture or frame that was loaded. */
  lastPicture: z.number(),
  /** Cards in the visible area that show a slide. */
  pictured: z.number(),
  /** Cards in the visible area. */
  cards: z.number(),
  layoutShift: z.number(),
  /** How long the main thread of the page has worked. */
  busy: z.number(),
});
type Load = z.infer<typeof loadSchema>;

async function cookiesFor(browser: Browser, lectern: Lectern, headers: Headers): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const pairs = (headers['cookie'] ?? '').split('; ').map((pair) => pair.split('='));
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: lectern.baseUrl })));
  return context;
}

async function load(browser: Browser, lectern: Lectern, headers: Headers): Promise<Load> {
  await using context = await cookiesFor(browser, lectern, headers);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await page.addInitScript(() => {
    const seen = { largestPaint: 0, layoutShift: 0 };
    const observe = (type: string, read: (entry: PerformanceEntry) => void): void =>
      new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({ type, buffered: true });
    observe('largest-contentful-paint', ({ startTime }) => (seen.largestPaint = startTime));
    observe('layout-shift', (entry) => (seen.layoutShift += Number(Reflect.get(entry, 'value'))));
    Object.assign(window, { seen });
  });
  await page.goto(lectern.baseUrl);
  await page.locator('.deck-card').first().waitFor();
  // Frames are created one after the other.
  await page.waitForLoadState('networkidle');
  const measured: unknown = await page.evaluate(() => {
    const isVisible = (element: Element): boolean => element.getBoundingClientRect().top < innerHeight;
    const shown = '.deck-picture img, .first-slide iframe[data-loaded="true"]';
    const cards = [...document.querySelectorAll('.deck-card')].filter(isVisible);
    const pictures = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming && /^(?:img|iframe)$/.test(entry.initiatorType));
    return {
      ...(Reflect.get(window, 'seen') as object),
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      lastPicture: Math.max(0, ...pictures.map(({ startTime, duration }) => startTime + duration)),
      pictured: cards.filter((card) => card.querySelector(shown) !== null).length,
      cards: cards.length,
    };
  });
  const { metrics } = await session.send('Performance.getMetrics');
  const busy = 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  return loadSchema.parse({ ...(measured as object), busy });
}

/** Waits until every deck is rendered. */
async function untilRendered(lectern: Lectern, headers: Headers): Promise<void> {
  const end = performance.now() + RENDERED_MS;
  for (;;) {
    const response = await fetch(`${lectern.origin}/api/decks?limit=100`, { headers });
    const { items } = deckListSchema.parse(await response.json());
    const missing = items.filter(({ shownSlideCount }) => shownSlideCount === null);
    if (missing.length === 0) return;
    if (performance.now() > end) throw new Error(`Not rendered: ${missing.map(({ title }) => title).join(', ')}`);
    await delay(1000);
  }
}

async function measure(browser: Browser, files: readonly string[], rendererBrowser: string): Promise<Load> {
  await using lectern = await startLectern({ LOG_LEVEL: 'warn', RENDERER_BROWSER: rendererBrowser });
  const headers = await signedIn(lectern);
  for (let copy = 0; copy < COPIES; copy += 1) for (const file of files) await upload(lectern, headers, file);
  const start = performance.now();
  if (rendererBrowser !== 'off') {
    await untilRendered(lectern, headers);
    console.log(`pictures of ${files.length * COPIES} decks made in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  const loads: Load[] = [];
  while (loads.length < ROUNDS) loads.push(await load(browser, lectern, headers));
  const middle = (read: (one: Load) => number): number => median(loads.map(read));
  return {
    firstPaint: middle((one) => one.firstPaint),
    largestPaint: middle((one) => one.largestPaint),
    lastPicture: middle((one) => one.lastPicture),
    pictured: middle((one) => one.pictured),
    cards: middle((one) => one.cards),
    layoutShift: Math.max(...loads.map((one) => one.layoutShift)),
    busy: middle((one) => one.busy),
  };
}

function show(what: string, { firstPaint, largestPaint, lastPicture, pictured, cards, layoutShift, busy }: Load): void {
  const times = { 'first paint': firstPaint, 'largest paint': largestPaint, 'last picture': lastPicture, 'page busy': busy };
  const words = Object.entries(times).map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`);
  console.log(`${what}: ${words.join(', ')}; ${pictured} of ${cards} visible cards show a slide; layout shift ${layoutShift}`);
  if (layoutShift > 0) process.exitCode = 1;
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env },
  args: [...BROWSER_FLAGS, '--no-sandbox'],
});
try {
  const files: string[] = [];
  for (const [at, pack] of PACKS.entries()) {
    const file = join(folder, `${at}.stage`);
    await writeFile(file, await pack());
    files.push(file);
  }
  // Last, so that they are among the first decks in the library: without pictures, they are shown in frames.
  files.push(...SAMPLES);
  show('without pictures', await measure(browser, files, 'off'));
  const pictured = await measure(browser, files, executablePath);
  show('with pictures', pictured);
  if (pictured.pictured < pictured.cards) process.exitCode = 1;
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
