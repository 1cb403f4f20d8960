import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Limits for a phone on a mobile connection, in decision 020. Measured last: 148, 231 and 232 kB. */
const BUDGET_BYTES = { signIn: 190_000, library: 235_000, firstSlide: 240_000 };

/** Everything that a page has loaded since it was opened. */
function watchLoading(page: Page) {
  const scripts: Response[] = [];
  const addresses: string[] = [];
  page.on('response', (response) => {
    addresses.push(response.url());
    // An import takes what was fetched for it from the browser's cache.
    const isNew = scripts.every((script) => script.url() !== response.url());
    if (isNew && new URL(response.url()).pathname.endsWith('.js')) scripts.push(response);
  });
  return {
    addresses,
    /** @param html counts only the scripts that this page names */
    scriptBytes: async (html?: string): Promise<number> => {
      // The bodies of others may never come to an end: the page still loads them, or their frame has gone.
      const counted = scripts.filter((script) => html?.includes(new URL(script.url()).pathname) ?? true);
      const bodies = await Promise.all(counted.map((script) => script.body()));
      const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
      test.info().annotations.push({ type: 'weight', description: `${(bytes / 1000).toFixed(0)} kB of script, gzipped` });
      return bytes;
    },
  };
}

test('the library loads little script and nothing from other hosts', async ({ page, user, baseURL }) => {
  const loaded = watchLoading(page);
  // The event stream is opened last, and stays open.
  const streaming = page.waitForRequest(/live\.watch/);
  await page.goto('/?owner=me');
  await streaming;
  await expect(page.getByRole('button', { name: `Account and settings of ${user.name}` })).toBeVisible();
  expect(await loaded.scriptBytes()).toBeLessThan(BUDGET_BYTES.library);
  expect(loaded.addresses.filter((address) => !address.startsWith(`${baseURL ?? ''}/`))).toEqual([]);
});

test('the sign-in page loads less, and all of it in parallel', async ({ page }) => {
  const loaded = watchLoading(page);
  await page.goto('/sign-in');
  await expect(page.getByRole('heading', { name: 'Good to see you' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await loaded.scriptBytes()).toBeLessThan(BUDGET_BYTES.signIn);
  // The browser discovers these files without running scripts.
  const html = await (await page.request.get('/sign-in')).text();
  const files = loaded.addresses.map((address) => new URL(address).pathname).filter((path) => path.startsWith('/assets/'));
  expect(files.filter((file) => !html.includes(file))).toEqual([]);
});

test('the first slide of a deck does not wait for what is around it', async ({ page, user }) => {
  const deck = await uploadDeck(page.request, { title: `Shown first to ${user.name}` });
  const menus = Promise.withResolvers<void>();
  await page.route(/\/assets\/(menus|controls|player-parts)-[^/]*\.js$/, async (route) => {
    await menus.promise;
    await route.continue();
  });
  const loaded = watchLoading(page);
  await page.goto(`/decks/${deck.id}`);
  await expect(page.locator('main iframe[data-role="seen"]')).toBeVisible();
  // Other scripts are loaded later, how much later depends on the machine.
  const html = await (await page.request.get(`/decks/${deck.id}`)).text();
  expect(await loaded.scriptBytes(html)).toBeLessThan(BUDGET_BYTES.firstSlide);
  // Keys work without the controls; what they open appears when it is there.
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('iframe[data-current="true"][data-start="1"]')).toBeAttached();
  await page.keyboard.press('o');
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveCount(0);
  menus.resolve();
  await expect(page.getByRole('dialog', { name: 'Overview' })).toBeVisible();
});

test('pointing at a deck prefetches what is needed to play it, once', async ({ page, user, pageErrors }) => {
  pageErrors.expect(/Blocked script execution/);
  const deck = await uploadDeck(page.request, { title: `Pointed at by ${user.name}` });
  const { addresses } = watchLoading(page);
  await page.goto('/?owner=me');
  const asked = page.waitForRequest(/playback\.trust/);
  await page.getByRole('link', { name: deck.title }).hover();
  await asked;
  await page.getByRole('link', { name: deck.title }).click();
  await expect(page.locator('main iframe[data-role="seen"]')).toBeVisible();
  expect(addresses.filter((address) => address.includes('playback.trust'))).toHaveLength(1);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('no English texts are loaded', async ({ page }) => {
    const loaded = watchLoading(page);
    await page.goto('/sign-in');
    await expect(page.getByRole('heading', { name: 'Schön, dass du da bist' })).toBeVisible();
    const first = page.locator('script[data-en]');
    const [en, de] = [await first.getAttribute('data-en'), await first.getAttribute('data-de')];
    const paths = loaded.addresses.map((address) => new URL(address).pathname);
    expect(paths).toContain(de);
    expect(paths).not.toContain(en);
  });
});
