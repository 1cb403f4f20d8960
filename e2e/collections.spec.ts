import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { openDeck } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

test('a star is set on the card or in a menu, and shown on every page of the user at once', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Starred by ${user.email}` });
  await uploadDeck(context.request, { title: `Not starred by ${user.email}` });
  await page.goto('/?owner=me');
  const player = await context.newPage();
  await openDeck(player, deck.id, 1);
  const star = page.getByRole('button', { name: `Star “${deck.title}”` });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  const actions = player.getByRole('button', { name: `Actions for ${deck.title}` });
  await expect(async () => {
    await player.keyboard.press('Escape');
    await actions.click();
    await expect(player.getByRole('menuitem', { name: 'Remove star' })).toBeVisible({ timeout: 500 });
  }).toPass();
  const starred = await context.newPage();
  await starred.goto('/');
  await starred.getByRole('link', { name: 'Starred', exact: true }).click();
  await expect(starred).toHaveURL('/?starred=true');
  const cards = starred.getByRole('list', { name: 'Decks' }).getByRole('listitem');
  await expect(cards).toHaveCount(1);
  await player.getByRole('menuitem', { name: 'Remove star' }).click();
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await expect(starred.getByRole('heading', { name: 'No starred decks here' })).toBeVisible();
});

test('a star that is set while the deck is being read again stays', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Read again by ${user.email}` });
  const [answered, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let reads = 0;
  // The page has the deck already. It reads it again when it is told of changes.
  await page.route(/\/api\/trpc\/[^?]*decks\.get\b/, async (route) => {
    const response = await route.fetch();
    answered.resolve();
    await released.promise;
    await route.fulfill({ response });
    reads += 1;
  });
  await openDeck(page, deck.id, 1);
  await answered.promise;
  await context.request.put(`/api/decks/${deck.id}/star`);
  const actions = page.getByRole('button', { name: `Actions for ${deck.title}` });
  const remove = page.getByRole('menuitem', { name: 'Remove star' });
  await actions.click();
  await expect(remove).toBeVisible();
  released.resolve();
  await expect.poll(() => reads).toBe(2);
  await expect(remove).toBeVisible();
});

test('a collection is made and filled with the keyboard, has a page with a link, and is deleted without its decks', async ({
  page,
  context,
  user,
  anotherBrowser,
}) => {
  const deck = await uploadDeck(context.request, { title: `Collected by ${user.email}`, visibility: 'team' });
  const secret = await uploadDeck(context.request, { title: `Secret of ${user.email}` });
  await page.goto('/?owner=me');
  const collections = page.getByRole('navigation', { name: 'Collections' });
  await collections.getByRole('button', { name: 'New collection' }).press('Enter');
  const name = `Board of ${user.email}`;
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('radio', { name: 'The team' }).check();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No decks in this collection' })).toBeVisible();
  const address = page.url();
  expect(new URL(address).pathname).toMatch(/^\/collections\/[\w-]+$/);
  await expectAccessibleInEveryLook(page);

  await collections.getByRole('link', { name: 'Library', exact: true }).click();
  for (const { title } of [deck, secret]) {
    await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter');
    await page.getByRole('menuitem', { name: 'Add to a collection…' }).press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(name) })
      .press('Enter');
    await expect(page.getByText(`“${title}” is in “${name}” now`)).toBeVisible();
  }
  const link = collections.getByRole('link', { name: new RegExp(name) });
  await expect(link).toContainText('2 decks');
  await link.press('Enter');
  const cards = page.getByRole('list', { name: 'Decks' }).getByRole('listitem');
  await expect(cards).toHaveCount(2);

  const reader = await (await anotherBrowser({ as: 'Ada' })).newPage();
  await reader.goto(address);
  await expect(reader.getByRole('list', { name: 'Decks' }).getByRole('listitem')).toHaveCount(1);
  await expect(reader.getByRole('main')).not.toContainText(secret.title);
  await expect(reader.getByRole('button', { name: `Actions for ${name}` })).toBeHidden();

  await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await page.getByRole('menuitem', { name: 'Take out of this collection' }).click();
  await expect(cards).toHaveCount(1);
  await expect(reader.getByRole('heading', { name: 'No decks in this collection' })).toBeVisible();

  // The answer comes after the event of the deletion, for which this page reads its lists again, and not the collection.
  const readings: string[] = [];
  await page.route('**/api/trpc/collections.delete*', async (route) => {
    page.on('request', (request) => request.url().includes('collections.get') && readings.push(request.url()));
    const listed = page.waitForResponse(
      async (answer) => /collections\.list/.test(answer.url()) && !(await answer.text()).includes(name),
    );
    const response = await route.fetch();
    await listed;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete collection' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete collection' }).click();
  await expect(page).toHaveURL('/');
  expect(readings).toEqual([]);
  await expect(reader.getByRole('heading', { name: 'No such collection' })).toBeVisible();
  await page.goto('/?owner=me');
  await expect(cards).toHaveCount(2);
});

test('a card is dragged onto a collection, alone or with the other selected ones', async ({ page, context, user }) => {
  for (const title of ['One', 'Two', 'Three']) await uploadDeck(context.request, { title: `${title} of ${user.email}` });
  const name = `Dragged of ${user.email}`;
  expect((await context.request.post('/api/collections', { data: { name } })).status()).toBe(201);
  await page.goto('/?owner=me');
  const link = page.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name: new RegExp(name) });
  const card = (title: string) => page.getByRole('link', { name: `${title} of ${user.email}` });
  const box = (title: string) => page.getByRole('checkbox', { name: `Select “${title} of ${user.email}”` });

  await card('One').hover();
  await page.evaluate(() => document.fonts.ready);
  const place = await link.boundingBox();
  await beginDrag(page, card('One'));
  await expect(link).toHaveAttribute('data-takes', 'true');
  expect(await link.boundingBox()).toEqual(place);
  await dropOn(page, link);
  await expect(link).toContainText('1 deck');
  await expect(link).toHaveAttribute('data-takes', 'false');

  await box('Two').check({ force: true });
  await box('Three').check({ force: true });
  await page.setViewportSize({ width: 1280, height: 300 });
  await card('Three').hover();
  await page.mouse.wheel(0, 2000);
  await expect(link).not.toBeInViewport();
  await beginDrag(page, card('Three'));
  await expect(link).toBeInViewport({ ratio: 1 });
  await dropOn(page, link);
  await expect(link).toContainText('3 decks');
});

/** Presses the mouse on the middle of an element and moves it, until the browser has begun to drag. */
async function beginDrag(page: Page, element: Locator): Promise<void> {
  await element.hover();
  const { x, y } = await middleOf(element);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 10, { steps: 4 });
}

async function dropOn(page: Page, element: Locator): Promise<void> {
  const { x, y } = await middleOf(element);
  await page.mouse.move(x, y, { steps: 4 });
  await expect(element).toHaveAttribute('data-over', 'true');
  await page.mouse.up();
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
