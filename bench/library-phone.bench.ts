/**
 * Measures how long the library takes on a slow phone with 100,000 decks, until the first cards can be read: at the first visit, with an empty
 * cache, and later, when the browser has the application. The later one may take 1 second. The profile is that of Lighthouse for phones: 1.6 Mbit/s,
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
const LATER_MAX_MS = 1000;
const PHONE = { downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150, cpu: 4 };

/** Milliseconds from the start of the navigation until the first card is on the screen. */
async function untilCards(page: Page, address: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const { cpu: rate, ...network } = PHONE;
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await page.addInitScript(() => {
    const look = (): void => {
      const card = document.querySelector('.deck-card');
      if (card === null || card.textContent === '') requestAnimationFrame(look);
      else requestAnimationFrame(() => setTimeout(() => Object.assign(window, { cardsAt: performance.now() })));
    };
    look();
  });
  await page.goto(address, { waitUntil: 'commit' });
  const at = await page.waitForFunction(() => Reflect.get(window, 'cardsAt') as unknown, undefined, { timeout: 300_000 });
  return Number(await at.jsonValue());
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

const times = { first: [] as number[], later: [] as number[] };
for (let round = 0; round < ROUNDS; round += 1) {
  await using context = await aPhone(browser, lectern.baseUrl, cookie);
  times.first.push(await untilCards(await context.newPage(), lectern.baseUrl));
  times.later.push(await untilCards(await context.newPage(), lectern.baseUrl));
}
const [first, later] = [median(times.first), median(times.later)];
const load = loadavg()[0]?.toFixed(1) ?? '';
console.log(
  `${DECKS.toLocaleString('en')} decks, slow phone: first cards after ${first.toFixed(0)} ms with an empty cache, ${later.toFixed(0)} ms later (at most ${LATER_MAX_MS}); load of the machine ${load}`,
);
if (later > LATER_MAX_MS) process.exitCode = 1;
