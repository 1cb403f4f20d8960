import type { Page } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import { expect, test } from '#e2e/support/test.ts';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

/** Not by Home and End: Chromium animates these, and loses a key if the page becomes higher at that moment. */
async function scrollTo(page: Page, edge: 'top' | 'bottom'): Promise<void> {
  await page.evaluate(
    (to) => window.scrollTo({ top: to === 'top' ? 0 : document.documentElement.scrollHeight, behavior: 'instant' }),
    edge,
  );
}

test('search, rename, share and sort', async ({ page, context, user }) => {
  for (const title of ['Alpha', 'Beta', 'Gamma']) await uploadDeck(context.request, { title: `${title} of ${user.email}` });
  await page.goto('/?owner=me');
  const cards = page.getByRole('list', { name: 'Decks' }).getByRole('listitem');
  await expect(cards).toHaveCount(3);

  await page.getByRole('searchbox').fill('beta');
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: /^Actions for Beta/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: /^New title of Beta/ }).fill('Beta, renamed');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: 'Beta, renamed' })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Beta, renamed' }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  await page.getByRole('dialog', { name: 'Share' }).getByRole('radio', { name: 'The whole team' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(cards.first()).toContainText('The whole team can see it');

  await page.getByRole('button', { name: 'Clear the search' }).click();
  await page.getByLabel('Sort').selectOption('By title');
  await expect(cards).toHaveCount(3);
  await expect(cards.first()).toContainText('Alpha');
  await expect(page).toHaveURL(/sort=title/);
});

test('a card shows its title once, and its menu presents the deck and copies its link', async ({ page, context, user }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const deck = await uploadDeck(context.request, { title: `Menu of ${user.email}` });
  await page.goto('/?owner=me');
  const card = page.getByRole('listitem').filter({ hasText: deck.title });
  await expect(card.getByText(deck.title)).toHaveCount(1);
  const actions = page.getByRole('button', { name: `Actions for ${deck.title}` });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(new URL(`/decks/${deck.id}`, page.url()).href);
  await actions.click();
  await page.getByRole('menuitem', { name: 'Present' }).click();
  await expect(page).toHaveURL(`/decks/${deck.id}/present`);
  await expect(page.getByRole('button', { name: 'Start talk' })).toBeVisible();
});

test('the library can be switched to German and remembers it', async ({ page, user }) => {
  await page.goto('/');
  await page.getByRole('button', { name: `Account and settings of ${user.name}` }).click();
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
  await expect(page.getByRole('searchbox', { name: 'Titel durchsuchen' })).toBeVisible();
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('button', { name: 'Deck hinzufügen' })).toBeVisible();
});

test('scrolling loads the rest of a long library with few live frames, and the focus stays near a deleted deck', async ({
  page,
  context,
  user,
}) => {
  const titles = Array.from({ length: 50 }, (_, number) => `Deck ${number} of ${user.email}`);
  while (titles.length > 0) await Promise.all(titles.splice(0, 10).map((title) => uploadDeck(context.request, { title })));
  await page.goto('/?owner=me');
  const cards = page.getByRole('list', { name: 'Decks' }).getByRole('listitem');
  await expect(cards.first()).toHaveAttribute('aria-setsize', '-1');
  await scrollTo(page, 'bottom');
  await expect(cards.last()).toHaveAttribute('aria-setsize', '50');
  await scrollTo(page, 'bottom');
  await expect(cards.last()).toHaveAttribute('aria-posinset', '50');
  await expect.poll(() => page.locator('iframe').count()).toBeLessThan(40);
  // Only the cards near the visible area are rendered.
  expect(await cards.count()).toBeLessThan(40);

  await cards
    .last()
    .getByRole('button', { name: /^Actions/ })
    .focus();
  await page.keyboard.press('Enter');
  const items = page.getByRole('menuitem');
  await expect(items.first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(items.last()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cards.last()).toHaveAttribute('aria-setsize', '49');
  await expect(cards.last().getByRole('link')).toBeFocused();
});

test('a change of the library while its next page loads does not stop that page', async ({ page, context, user }) => {
  const titles = Array.from({ length: 30 }, (_, number) => `Deck ${number} of ${user.email}`);
  while (titles.length > 0) await Promise.all(titles.splice(0, 10).map((title) => uploadDeck(context.request, { title })));
  const held = Promise.withResolvers<void>();
  let nextPages = 0;
  await page.route(/decks\.list.*cursor/, async (route) => {
    nextPages += 1;
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/?owner=me');
  const cards = page.getByRole('list', { name: 'Decks' }).getByRole('listitem');
  await expect(cards.first()).toBeVisible();
  await scrollTo(page, 'bottom');
  // The page may be requested again, because the decks above get their pictures meanwhile.
  await expect.poll(() => nextPages).toBeGreaterThan(0);
  const title = `New of ${user.email}`;
  await uploadDeck(context.request, { title });
  await scrollTo(page, 'top');
  await expect(cards.first()).toContainText(title);
  held.resolve();
  await scrollTo(page, 'bottom');
  await expect(cards.last()).toHaveAttribute('aria-setsize', '31');
});

test('who returns from a deck is where they were in a long library', async ({ page, context, user }) => {
  const titles = Array.from({ length: 60 }, (_, number) => `Deck ${number} of ${user.email}`);
  while (titles.length > 0) await Promise.all(titles.splice(0, 10).map((title) => uploadDeck(context.request, { title })));
  await page.goto('/?owner=me&sort=title');
  const cards = page.getByRole('list', { name: 'Decks' }).getByRole('listitem');
  await expect(cards.first()).toBeVisible();
  await scrollTo(page, 'bottom');
  await expect(cards.last()).toHaveAttribute('aria-setsize', '60');
  await scrollTo(page, 'bottom');
  const card = page.locator('[aria-posinset="59"]');
  await expect(card).toBeInViewport();
  await card.getByRole('link').click();
  // The address changes before the page does, and the router keeps the place of the page that was shown last.
  await expect(page.getByRole('toolbar')).toBeAttached();
  await page.goBack();
  await expect(page).toHaveURL('/?owner=me&sort=title');
  await expect(card).toBeInViewport();
});
