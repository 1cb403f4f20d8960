import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { DELETED_MEANWHILE } from '#e2e/support/page-errors.ts';
import { expect, test } from '#e2e/support/test.ts';
import { TouchScreen } from '#e2e/support/touch.ts';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

test('several decks are selected with Shift and the keyboard, starred, deleted and restored', async ({
  page,
  context,
  user,
  pageErrors,
}) => {
  pageErrors.expect(DELETED_MEANWHILE);
  for (const title of ['One', 'Two', 'Three', 'Four']) await uploadDeck(context.request, { title: `${title} of ${user.email}` });
  await page.goto('/?owner=me');
  const cards = page.getByRole('list', { name: 'Decks' }).getByRole('listitem');
  const box = (title: string) => page.getByRole('checkbox', { name: `Select “${title} of ${user.email}”` });
  const bar = page.getByRole('region', { name: 'Selected decks' });
  await expect(cards).toHaveCount(4);

  await box('Four').press('Space');
  await expect(bar).toContainText('1 selected');
  // The newest is first: from the fourth to the second.
  await page.getByRole('link', { name: `Two of ${user.email}` }).click({ modifiers: ['Shift'] });
  await expect(bar).toContainText('3 selected');
  await expect(page).toHaveURL('/?owner=me');
  await page.keyboard.press('Control+a');
  await expect(bar).toContainText('4 selected');
  await page.getByRole('link', { name: `One of ${user.email}` }).click();
  await expect(bar).toContainText('3 selected');
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press('Escape');
  await expect(bar).toBeHidden();

  await box('Four').check({ force: true });
  await box('Two').check({ force: true });
  await bar.getByRole('button', { name: 'Star' }).click();
  await expect(page.locator('.deck-star[aria-pressed="true"]')).toHaveCount(2);
  await box('Four').check({ force: true });
  await box('Two').check({ force: true });
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete 2 decks?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(cards).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toHaveCount(4);
});

test('selected decks are downloaded as one archive, and shared with a person', async ({
  page,
  context,
  user,
  anotherBrowser,
}) => {
  const titles = ['Same title', 'Same title', 'Another'].map((title) => `${title} of ${user.email}`);
  for (const title of titles) await uploadDeck(context.request, { title });
  const browser = await anotherBrowser({ as: 'Grace' });
  await page.goto('/?owner=me');
  const boxes = page.getByRole('list', { name: 'Decks' }).getByRole('checkbox');
  await expect(boxes).toHaveCount(3);
  const selectAll = async () => {
    await boxes.first().check({ force: true });
    await page.keyboard.press('Control+a');
  };
  await selectAll();
  const bar = page.getByRole('region', { name: 'Selected decks' });
  const download = page.waitForEvent('download');
  await bar.getByRole('link', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('Decks.zip');

  await selectAll();
  await bar.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share 3 decks' });
  await dialog.getByRole('combobox').fill('Grace');
  await dialog.getByRole('option').first().click();
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('3 decks are shared as you chose')).toBeVisible();
  const reader = await browser.newPage();
  await reader.goto('/?owner=shared');
  await expect(reader.getByRole('list', { name: 'Decks' }).getByRole('listitem').filter({ hasText: user.email })).toHaveCount(3);
});

test('selected decks are put into a collection and taken out again', async ({ page, context, user }) => {
  for (const title of ['One', 'Two', 'Three']) await uploadDeck(context.request, { title: `${title} of ${user.email}` });
  const name = `Collected by ${user.email}`;
  expect((await context.request.post('/api/collections', { data: { name } })).status()).toBe(201);
  await page.goto('/?owner=me');
  const cards = page.getByRole('list', { name: 'Decks' }).getByRole('listitem');
  const box = (title: string) => page.getByRole('checkbox', { name: `Select “${title} of ${user.email}”` });
  const bar = page.getByRole('region', { name: 'Selected decks' });
  for (const title of ['One', 'Two']) await box(title).press('Space');
  await bar.getByRole('button', { name: 'Add to a collection' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add 2 decks to a collection' });
  await dialog.getByRole('button', { name: new RegExp(name) }).press('Enter');
  await expect(bar).toBeHidden();
  const link = page.getByRole('navigation', { name: 'Collections' }).getByRole('link', { name: new RegExp(name) });
  await expect(link).toContainText('2 decks');

  await link.click();
  await expect(cards).toHaveCount(2);
  await box('One').press('Space');
  await bar.getByRole('button', { name: 'Take out' }).click();
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText(`Two of ${user.email}`);
});

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a long press selects a deck, a touch then selects another, and scrolling selects none', async ({
    page,
    context,
    user,
  }) => {
    for (const title of ['One', 'Two', 'Three']) await uploadDeck(context.request, { title: `${title} of ${user.email}` });
    await page.goto('/?owner=me');
    const card = (title: string) => page.getByRole('link', { name: `${title} of ${user.email}` });
    const bar = page.getByRole('region', { name: 'Selected decks' });
    await expect(card('Three')).toBeVisible();
    const finger = new TouchScreen(page);
    const middleOf = async (title: string): Promise<[number, number]> => {
      const box = await card(title).boundingBox();
      if (box === null) throw new Error('The card is not visible.');
      return [box.x + box.width / 2, box.y + Math.min(box.height / 2, 60)];
    };

    // The finger stays until the card is selected, however long that takes.
    const [x, y] = await middleOf('Three');
    await finger.hold([[x, y]]);
    await expect(bar).toContainText('1 selected');
    await finger.lift();
    await expect(page).toHaveURL('/?owner=me');
    await expect(bar).toContainText('1 selected');

    await card('Two').tap();
    await expect(bar).toContainText('2 selected');
    await expect(page).toHaveURL('/?owner=me');
    await card('Three').tap();
    await card('Two').tap();
    await expect(bar).toBeHidden();

    // A finger that moves scrolls, and one that is lifted at once opens the deck.
    const [fromX, fromY] = await middleOf('Two');
    await finger.hold([[fromX, fromY]], [[fromX, fromY - 30]], [[fromX, fromY - 90]], [[fromX, fromY - 150]]);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await finger.lift();
    await expect(bar).toBeHidden();
    await card('One').tap();
    await expect(page).toHaveURL(/\/decks\//);
  });
});
