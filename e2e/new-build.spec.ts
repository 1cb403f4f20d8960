import type { Page, Route } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';
import { linkSchema } from '#shared/links.ts';

const ACCOUNT = /\/assets\/AccountPage-[^/]+\.js$/;
const PALETTE = /\/assets\/Palette-[^/]+\.js$/;
const OVERVIEW = /\/assets\/overview-[^/]+\.js$/;

/** Simulates a new build on the server, which does not have this part; after a reload the page has that build. */
async function deployNewBuild(page: Page, part: RegExp): Promise<void> {
  await page.route(part, (route) => route.fulfill({ status: 404, json: {} }));
  await page.route(/\/(?:s\/[^/]+)?$/, async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fallback();
    const answer = await route.fetch();
    await page.unroute(part);
    return route.fulfill({
      response: answer,
      // The address of the application, which a page with data names in another element.
      body: (await answer.text()).replaceAll(/"\/assets\/(?=(?:index|audience)-)/g, '"/assets/new-'),
    });
  });
}

/** Refuses requests as a server that does not answer. @returns settles when the first one has been refused */
async function refuse(
  page: Page,
  address: string | RegExp,
  options?: { readonly times: number },
): Promise<{ first: Promise<void> }> {
  const { promise: first, resolve } = Promise.withResolvers<void>();
  const abort = async (route: Route): Promise<void> => {
    await route.abort();
    resolve();
  };
  await page.route(address, abort, options);
  return { first };
}

/** Uploads a deck and makes a link to it. Returns the address of the link. */
async function visitorsAddress(page: Page, name: string): Promise<string> {
  const deck = await uploadDeck(page.request, { title: `Visited ${name}` });
  const made = await page.request.post(`/api/decks/${deck.id}/links`, { data: {} });
  return linkSchema.parse(await made.json()).url;
}

/** Presses the key until the overview is there: one that was pressed before its part can be loaded does nothing. */
async function openOverview(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('o');
    await expect(page.getByRole('dialog', { name: 'Overview' })).toBeVisible({ timeout: 500 });
  }).toPass();
}

async function openAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Account and settings of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
}

/** Presses “Try again”, which loads the whole page again: until then, some browsers keep a script that has failed. */
async function loadAgain(page: Page): Promise<void> {
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Try again' }).click();
  await loaded;
}

test('an open page reloads after an update when it needs a part that no longer exists', async ({ page, user, pageErrors }) => {
  pageErrors.expect(/404|OutdatedBuild/);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.goto('/');
  await deployNewBuild(page, ACCOUNT);
  await openAccount(page, user.name);
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  expect(loads).toBe(2);
});

test('a page that fails to load without an update is reported and can be retried', async ({ page, user, pageErrors }) => {
  pageErrors.expect(/404|dynamically imported/);
  await page.goto('/');
  await page.route(ACCOUNT, (route) => route.fulfill({ status: 404, json: {} }));
  await openAccount(page, user.name);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute(ACCOUNT);
  await loadAgain(page);
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
});

test('a part of a page that fails to load is loaded again with the page', async ({ page, user, pageErrors }) => {
  expect(user.role).toBe('user');
  pageErrors.expect(/404|dynamically imported/);
  await page.goto('/');
  await page.route(PALETTE, (route) => route.fulfill({ status: 404, json: {} }));
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await page.unroute(PALETTE);
  await loadAgain(page);
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
});

test('a part that cannot be loaded once, although there is a connection, breaks no page', async ({ page, user, pageErrors }) => {
  pageErrors.expect(/ERR_FAILED/);
  const deck = await uploadDeck(page.request, { title: `Opened by ${user.name}` });
  const refused = await refuse(page, /\/player-parts-[^/]*\.js$/, { times: 1 });
  await page.goto(`/decks/${deck.id}/1`);
  await expectPosition(page, 1, 3);
  await refused.first;
  await expect(page.getByRole('toolbar').first()).toBeVisible();
});

test('without a connection the page stays until the next one can be loaded', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  const failed: string[] = [];
  page.on('requestfailed', (request) => new URL(request.url()).pathname.endsWith('.js') && failed.push(request.resourceType()));
  await page.goto('/');
  await page.getByRole('button', { name: `Account and settings of ${user.name}` }).click();
  await context.setOffline(true);
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await expect(page.getByText(/No connection/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeAttached();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  // Nothing was imported that could not be fetched: many browsers keep the failure of an import, and would never load the part.
  expect(new Set(failed)).toEqual(new Set(['fetch']));
  // With its styles, which could not be loaded either.
  const styles = page.locator('link[rel="stylesheet"]');
  expect(
    await styles.evaluateAll((links) => links.filter((link) => (link as HTMLLinkElement).sheet?.cssRules.length === 0)),
  ).toEqual([]);
});

test('a part of the page for visitors that could not be loaded comes with its styles when there is a connection', async ({
  page,
  context,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED|Unable to preload CSS|Failed to fetch dynamically imported module/);
  await page.goto(await visitorsAddress(page, user.name));
  await expectPosition(page, 1, 3);
  await context.setOffline(true);
  await page.keyboard.press('o');
  await expect(page.locator('link[rel="stylesheet"][href*="overview"]')).toBeAttached();
  await context.setOffline(false);
  await openOverview(page);
  await expect(page.getByRole('dialog', { name: 'Overview' }).getByRole('list')).toHaveCSS('display', 'grid');
});

test('the styles of a part of the page for visitors come although they could not be loaded while there was a connection', async ({
  page,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_FAILED|Unable to preload CSS/);
  await page.goto(await visitorsAddress(page, user.name));
  await expectPosition(page, 1, 3);
  const refused = await refuse(page, /\/overview-[^/]*\.css$/, { times: 1 });
  await page.keyboard.press('o');
  await refused.first;
  await openOverview(page);
  await expect(page.getByRole('dialog', { name: 'Overview' }).getByRole('list')).toHaveCSS('display', 'grid');
});

test('the page for visitors is loaded again at its slide, after an update, when it needs a part that no longer exists', async ({
  page,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/404|dynamically imported/);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.clock.install();
  await page.goto(await visitorsAddress(page, user.name));
  await expectPosition(page, 1, 3);
  // The first key is handled before this has been loaded.
  await expect(page.getByRole('toolbar')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 3);
  await page.clock.fastForward('01:00');
  await deployNewBuild(page, OVERVIEW);
  await openOverview(page);
  await expect.poll(() => loads).toBe(2);
  await page.keyboard.press('Escape');
  await expectPosition(page, 2, 3);
});

test('a part that is needed while the server does not answer comes once it does', async ({ page, user, pageErrors }) => {
  expect(user.role).toBe('user');
  pageErrors.expect(/ERR_FAILED|Failed to fetch|Unable to preload CSS/);
  await page.goto('/?owner=me');
  await expect(page.getByRole('button', { name: 'New collection' })).toBeVisible();
  // The browser itself believes that it is connected.
  await refuse(page, '**/*');
  const refused = await refuse(page, /^[^/]+\/\/[^/]+\/$/);
  await page.getByRole('button', { name: 'New collection' }).click();
  await refused.first;
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole('dialog', { name: 'New collection' })).toBeVisible();
});
