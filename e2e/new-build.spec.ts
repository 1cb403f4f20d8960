import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/test.ts';

const ACCOUNT = /\/assets\/AccountPage-[^/]+\.js$/;

/** Simulates a new build on the server; after a reload the page has that build. */
async function deployNewBuild(page: Page): Promise<void> {
  await page.route(ACCOUNT, (route) => route.fulfill({ status: 404, json: {} }));
  await page.route('/', async (route) => {
    if (route.request().resourceType() !== 'fetch') return route.fallback();
    const answer = await route.fetch();
    await page.unroute(ACCOUNT);
    return route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(/(<script type="module"[^>]* src="\/assets\/)/g, '$1new-'),
    });
  });
}

async function openAccount(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Account and settings of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
}

test('an open page reloads after an update when it needs a part that no longer exists', async ({ page, user, pageErrors }) => {
  pageErrors.expect(/404|OutdatedBuild/);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.goto('/');
  await deployNewBuild(page);
  await openAccount(page, user.name);
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  expect(loads).toBe(2);
});

test('a part that fails to load without an update is reported and can be retried', async ({ page, user, pageErrors }) => {
  pageErrors.expect(/404|dynamically imported/);
  await page.goto('/');
  await page.route(ACCOUNT, (route) => route.fulfill({ status: 404, json: {} }));
  await openAccount(page, user.name);
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
});

test('without a connection the page stays until the next one can be loaded', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await page.getByRole('button', { name: `Account and settings of ${user.name}` }).click();
  await context.setOffline(true);
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await expect(page.getByText(/No connection/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeAttached();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
});
