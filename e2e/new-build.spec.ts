import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/test.ts';

const ACCOUNT = /\/assets\/AccountPage-[^/]+\.js$/;

/** From now on the server has another build, as far as the page can tell; once it is loaded anew it has that one. */
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
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
}

test('a page that was open while the server got a new build is loaded anew when it needs a part that is gone', async ({
  page,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/404|OutdatedBuild/);
  let loads = 0;
  page.on('load', () => (loads += 1));
  await page.goto('/');
  await deployNewBuild(page);
  await openAccount(page, user.name);
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
  expect(loads).toBe(2);
});

test('a part that is missing though there is no new build is said to have failed, and may be tried again', async ({
  page,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/404|dynamically imported/);
  await page.goto('/');
  await page.route(ACCOUNT, (route) => route.fulfill({ status: 404, json: {} }));
  await openAccount(page, user.name);
  await expect(page.getByRole('heading', { name: 'This did not work' })).toBeVisible();
});

test('without a connection the page stays until what the next one needs can be had', async ({
  page,
  context,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  await page.goto('/');
  await page.getByRole('button', { name: user.name }).click();
  await context.setOffline(true);
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await expect(page.getByText(/No connection/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Library', level: 1 })).toBeAttached();
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
});
