import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { DELETED_MEANWHILE } from '#e2e/support/page-errors.ts';
import { expect, test } from '#e2e/support/test.ts';

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
