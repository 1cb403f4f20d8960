/**
 * Measures how long the library takes on a slow phone with 100,000 decks, until the first cards can be read, and until their menus are there: at the
 * first visit, with an empty cache, and later, when the browser has the application. The first cards may take 1 second. The profile is that of Lighthouse for phones: 1.6 Mbit/s,
 * 150 ms for a round trip, and a processor four times slower than this one.
 *
 * `LIBRARY_DECKS=1000` measures with fewer decks, to try the benchmark itself.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, devices, type Page } from '@playwright/test';
import { BROWSER_FLAGS, findBrowser } from '#e2e/support/browser.ts';
import { startLectern } from '#e2e/support/lectern.ts';
import { connectDatabase } from '#server/db/connect.ts';
import { startEmbeddedDatabase } from '#server/db/embedded-postgres.ts';
import { insertManyDecks } from '#server/testing/many-decks.ts';
import { insertUser } from '#server/testing/people.ts';
import { median } from './support/statistics.ts';

const SECRET = 'a secret for benchmarks, long enough';
const DECKS = Number(process.env['LIBRARY_DECKS'] ?? '100000');
const ROUNDS = 7;
const CARDS_MAX_MS = 1000;
const PHONE = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150, cpu: 4 };

interface Times {
  /** When the first card can be read. Its link works. */
  readonly cards: number;
  /** When the application has taken over. */
  readonly menus: number;
}

/** Runs in the page before its own scripts. */
const OBSERVER = `{
  const note = (name, selector) => {
    if (document.querySelector(selector) === null) requestAnimationFrame(() => note(name, selector));
    else requestAnimationFrame(() => setTimeout(() => report(JSON.stringify({ [name]: performance.now() }))));
  };
  note('cards', '.deck-card a:not(:empty)');
  note('menus', '.deck-card [aria-haspopup="menu"]');
}`;

/**
 * Milliseconds from the start of the navigation until something is on the screen. The page reports it by itself: evaluating anything in it takes
 * 100 ms of a slow phone, and would be measured too.
 */
async function open(page: Page, address: string): Promise<Times> {
  const session = await page.context().newCDPSession(page);
  const { cpu: rate, ...network } = PHONE;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Page.enable');
  await session.send('Runtime.enable');
  await session.send('Runtime.addBinding', { name: 'report' });
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: OBSERVER });
  const { promise, resolve } = Promise.withResolvers<Times>();
  let times: Partial<Times> = {};
  session.on('Runtime.bindingCalled', ({ payload }) => {
    times = { ...times, ...(JSON.parse(payload) as Partial<Times>) };
    if (times.cards !== undefined && times.menus !== undefined) resolve({ cards: times.cards, menus: times.menus });
  });
  await page.goto(address, { waitUntil: 'commit' });
  return promise;
}

async function aPhone(browser: Browser, origin: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext(devices['Pixel 7']);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  return context;
}

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
await using opened = new AsyncDisposableStack();
opened.defer(() => rm(folder, { recursive: true, force: true }));
const postgres = await startEmbeddedDatabase({ dataDir: join(folder, 'database'), processes: 1, log: () => undefined });
opened.defer(() => postgres.stop());
const settings = { DATABASE_URL: postgres.url, AUTH_SECRET: SECRET, DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'warn' };
const lectern = opened.use(await startLectern(settings));
await insertManyDecks(postgres.url, { decks: DECKS, users: 1000 });
const database = connectDatabase({ url: postgres.url, poolSize: 1 });
opened.defer(() => database.close());
const { cookie } = await insertUser(database.db, SECRET);
const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env },
  args: [...BROWSER_FLAGS, '--no-sandbox'],
});
opened.defer(() => browser.close());

const visits: { readonly first: Times; readonly later: Times }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  await using context = await aPhone(browser, lectern.baseUrl, cookie);
  visits.push({
    first: await open(await context.newPage(), lectern.baseUrl),
    later: await open(await context.newPage(), lectern.baseUrl),
  });
}
console.log(`${DECKS.toLocaleString('en')} decks, slow phone, load of the machine ${loadavg()[0]?.toFixed(1) ?? ''}`);
for (const [visit, name] of [
  ['first', 'with an empty cache'],
  ['later', 'later'],
] as const) {
  const [cards, menus] = [median(visits.map((each) => each[visit].cards)), median(visits.map((each) => each[visit].menus))];
  console.log(`${name}: first cards after ${cards.toFixed(0)} ms (at most ${CARDS_MAX_MS}), menus after ${menus.toFixed(0)} ms`);
  if (cards > CARDS_MAX_MS) process.exitCode = 1;
}
