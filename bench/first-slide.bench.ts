/**
 * Measures the time until the first slide of a deck is painted, over a connection of 20 Mbit/s and with an empty cache. Compares a
 * deck of 90 MB with one of 1 MB, a visitor with a link with a member and, if the variables S3_* are set, S3 with the disk.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { packDeck } from 'deck-format/node';
import { BROWSER_FLAGS, findBrowser } from '#e2e/support/browser.ts';
import { type Lectern, startLectern } from '#e2e/support/lectern.ts';
import { type Headers, signedIn, upload } from './support/bench-user.ts';
import { median } from './support/statistics.ts';
import { startSlowProxy } from './support/slow-proxy.ts';

const ROUNDS = 5;
const CONNECTION = { bytesPerSecond: 20e6 / 8, latencyMs: 20 };
/** The maximum times of members and visitors, and the maximum ratios to the time of the small deck and of the disk. */
const LIMITS = { milliseconds: 500, byLink: 350, ratioToSmallDeck: 1.3, ratioToDisk: 2 };
const DECKS = { '90 MB': 90_000_000, '1 MB': 1_000_000 };
type Size = keyof typeof DECKS;

/** A deck of three slides with a style sheet and a video of `bytes` bytes. */
async function makeDeck(folder: string, bytes: number): Promise<string> {
  const source = join(folder, String(bytes));
  await mkdir(source);
  await writeFile(join(source, 'deck.css'), 'body { margin: 0; background: #0a0 } h1 { font-size: 200px }');
  for (const number of [1, 2, 3]) {
    const slide = `<!doctype html><link rel="stylesheet" href="deck.css"><h1 id="painted">${number}</h1><video src="film.mp4" preload="none"></video>`;
    await writeFile(join(source, `${number}.html`), slide);
  }
  await writeFile(join(source, 'film.mp4'), randomBytes(bytes));
  const deck = join(folder, `${bytes}.stage`);
  await packDeck(source, deck);
  return deck;
}

/** A browser context with an empty cache and the cookies of `headers`. */
async function newContext(browser: Browser, lectern: Lectern, headers: Headers): Promise<BrowserContext> {
  const context = await browser.newContext();
  const pairs = (headers['cookie'] ?? '').split('; ').map((pair) => pair.split('='));
  await context.addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url: lectern.baseUrl })));
  return context;
}

/** The address of a new link to a deck. */
async function linkTo({ origin }: Lectern, headers: Headers, deckId: string): Promise<string> {
  const response = await fetch(`${origin}/api/decks/${deckId}/links`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  if (response.status !== 201) throw new Error(`The link was refused: ${await response.text()}`);
  return ((await response.json()) as { url: string }).url;
}

/** Milliseconds from the start of the navigation until the slide is painted and no longer covered. */
async function timeToFirstSlide(context: BrowserContext, address: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'commit' });
  const { start, uncovered } = await page.evaluate(
    () =>
      new Promise<{ start: number; uncovered: number }>((resolve) => {
        const say = (now: number): void => resolve({ start: performance.timeOrigin, uncovered: performance.timeOrigin + now });
        const look = (): void => {
          const isUncovered = document.querySelector('iframe[data-current="true"][data-role="seen"]') !== null;
          requestAnimationFrame(isUncovered ? say : look);
        };
        look();
      }),
  );
  const painted = await page
    .locator('iframe[data-current="true"]')
    .contentFrame()
    .locator('#painted')
    .evaluate(
      () =>
        new Promise<number>((resolve) => {
          const say = (list: PerformanceObserverEntryList): void => {
            for (const paint of list.getEntriesByName('first-contentful-paint'))
              resolve(performance.timeOrigin + paint.startTime);
          };
          new PerformanceObserver(say).observe({ type: 'paint', buffered: true });
        }),
    );
  return Math.max(uncovered, painted) - start;
}

/** Medians in milliseconds. `byLink`: the large deck, for a visitor with a link. */
type Times = Record<Size | 'byLink', number>;

async function measure(browser: Browser, files: Record<Size, string>, settings: Record<string, string>): Promise<Times> {
  await using connection = await startSlowProxy(CONNECTION);
  await using lectern = await startLectern({ LOG_LEVEL: 'warn', ...settings, BASE_URL: connection.origin });
  connection.forwardTo(lectern.origin);
  const headers = await signedIn(lectern);
  const times: Record<Size | 'byLink', number[]> = { '90 MB': [], '1 MB': [], byLink: [] };
  const ids = { '90 MB': await upload(lectern, headers, files['90 MB']), '1 MB': await upload(lectern, headers, files['1 MB']) };
  const link = await linkTo(lectern, headers, ids['90 MB']);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const size of ['1 MB', '90 MB'] as const) {
      await using context = await newContext(browser, lectern, headers);
      times[size].push(await timeToFirstSlide(context, `${lectern.baseUrl}/decks/${ids[size]}`));
    }
    await using visitor = await browser.newContext();
    times.byLink.push(await timeToFirstSlide(visitor, link));
  }
  return { '90 MB': median(times['90 MB']), '1 MB': median(times['1 MB']), byLink: median(times.byLink) };
}

function report(what: string, value: number, limit: number, unit = ''): void {
  console.log(`${what}: ${unit === 'ms' ? value.toFixed(0) : value.toFixed(2)}${unit && ` ${unit}`} (at most ${limit})`);
  if (value > limit) process.exitCode = 1;
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env },
  args: [...BROWSER_FLAGS, '--no-sandbox'],
});
try {
  const files = { '90 MB': await makeDeck(folder, DECKS['90 MB']), '1 MB': await makeDeck(folder, DECKS['1 MB']) };
  const disk = await measure(browser, files, {});
  report('first slide of a deck of 90 MB', disk['90 MB'], LIMITS.milliseconds, 'ms');
  report('the same for a visitor with a link', disk.byLink, LIMITS.byLink, 'ms');
  report('ratio to a deck of 1 MB', disk['90 MB'] / disk['1 MB'], LIMITS.ratioToSmallDeck);
  const s3 = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (name.startsWith('S3_') && value ? [[name, value]] : [])),
  );
  if (s3['S3_BUCKET'] === undefined) {
    console.log('from S3: left out, S3_BUCKET is not set');
  } else {
    const stored = await measure(browser, files, s3);
    report('from S3, ratio to the disk', stored['90 MB'] / disk['90 MB'], LIMITS.ratioToDisk);
  }
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
