import type { Page } from '@playwright/test';
import { forgetSession } from '#e2e/support/accounts.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

/** The calls of the API that the page has sent. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(...pathname.split('/').slice(-1).join().split(','));
  });
  return calls;
}

const FIRST = new Set(['get-session', 'decks.get', 'playback.open', 'openings.get', 'playback.trust']);

test('a deck opens without asking, because the server has written the answers into its page', async ({ page, user }) => {
  const deck = await uploadDeck(page.request, { title: `Written for ${user.name} </script><!-- & \u2028` });
  const calls = watchCalls(page);
  // The event stream asks for the deck again; it has to wait.
  const shown = Promise.withResolvers<void>();
  await page.route(/live\./, (route) => shown.promise.then(() => route.continue()));
  await page.goto(`/decks/${deck.id}`);
  await expect(slide(page).getByText('One')).toBeVisible();
  expect(calls.filter((call) => FIRST.has(call))).toEqual([]);
  shown.resolve();
  await expect(page).toHaveTitle(new RegExp(`Written for ${user.name}`));
});

test('after another user has signed in, the same address shows nothing of the first one', async ({
  page,
  user,
  accounts,
  pageErrors,
}) => {
  pageErrors.expect(/404/);
  const deck = await uploadDeck(page.request, { title: `Private to ${user.name}`, visibility: 'private' });
  await page.goto(`/decks/${deck.id}`);
  await expect(slide(page).getByText('One')).toBeVisible();
  const other = await accounts.anAccount();
  await forgetSession(page);
  await page.goto(`/decks/${deck.id}`);
  await page.getByLabel('Email').fill(other.email);
  await page.getByLabel('Password', { exact: true }).fill(other.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Deck not found' })).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
});
