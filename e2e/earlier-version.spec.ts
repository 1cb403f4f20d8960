import type { APIRequestContext } from '@playwright/test';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { drawing, tools } from '#e2e/support/ink.ts';
import { untilPainted } from '#e2e/support/painted.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { DeckDetail, Visibility } from '#shared/decks.ts';

const OLD = ['Old one', 'Old two', 'Old three'];
const line = /Version 1 of 2/;

/** A deck whose second version has other slides. */
async function aReplacedDeck(context: APIRequestContext, title: string, visibility: Visibility = 'private'): Promise<DeckDetail> {
  const deck = await uploadDeck(context, { title, visibility, bytes: await plainDeck({ title, slides: OLD }) });
  const file = {
    name: 'new.stage',
    mimeType: 'application/zip',
    buffer: await plainDeck({ title, slides: ['New one', 'New two'] }),
  };
  expect((await context.post(`/api/decks/${deck.id}/versions`, { multipart: { file } })).status()).toBe(201);
  return deck;
}

test('an earlier version is looked at before it is restored', async ({ page, context, user }) => {
  const deck = await aReplacedDeck(context.request, `Draft of ${user.email}`);
  await page.goto('/account');
  await openDeck(page, deck.id, 2);
  await expect(slide(page).getByText('New two')).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${deck.title}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Versions…' }).press('Enter');
  await expect(page.getByRole('link', { name: 'View version 2' })).toHaveCount(0);
  await page.getByRole('link', { name: 'View version 1' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(line)).toContainText(`by ${user.name}`);
  await expect(slide(page).getByText('Old two')).toBeVisible();
  await expectPosition(page, 2, 3);
  await expectAccessibleInEveryLook(page);

  await page.keyboard.press('End');
  await expect(page).toHaveURL(new RegExp(`/3\\?version=${deck.currentVersionId}$`));
  await page.reload();
  await expect(slide(page).getByText('Old three')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the current version' }).click();
  await expect(page.getByText(line)).toHaveCount(0);
  await expect(slide(page).getByText('New two')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/account$/);

  await page.goto(`/decks/${deck.id}/1?version=${deck.currentVersionId}`);
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText(`Version 1 of “${deck.title}” is now the current version.`)).toBeVisible();
  await expect(page.getByText(line)).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/decks/${deck.id}/1$`));
  await expect(slide(page).getByText('Old one')).toBeVisible();
});

test('nothing can be written to an earlier version, and looking at it changes nothing', async ({ page, context, user }) => {
  const deck = await aReplacedDeck(context.request, `Read by ${user.email}`);
  await openDeck(page, deck.id, 2);
  await expectPosition(page, 2, 2);
  await page.goto(`/decks/${deck.id}/1?version=${deck.currentVersionId}`);
  await expect(slide(page).getByText('Old one')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Present', exact: true })).toHaveCount(0);
  await page.keyboard.press('s');
  await page.keyboard.press('d');
  await expect(tools(page)).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(/can be viewed but not changed/)).toBeVisible();
  await untilPainted(page);
  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(500, 320, { steps: 4 });
  await page.mouse.up();
  await expect(drawing(page, 'stroke')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+N');
  await expect(page.getByText(/Notes of version 1/)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Notes for slide 1' })).not.toBeEditable();
  // The deck still opens where it was left in its current version.
  await page.goto(`/decks/${deck.id}`);
  await expectPosition(page, 2, 2);
});

test('a version that does not exist, and a deck that the user may not see, are not shown', async ({
  page,
  context,
  anotherBrowser,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/404/);
  const deck = await aReplacedDeck(context.request, `Gone for ${user.email}`, 'team');
  const secret = await aReplacedDeck(context.request, `Secret of ${user.email}`);
  await page.goto(`/decks/${deck.id}/1?version=${secret.currentVersionId}`);
  await expect(page.getByText('Version not found')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the current version' }).click();
  await expect(slide(page).getByText('New one')).toBeVisible();

  const reading = await (await anotherBrowser({ as: 'Rita' })).newPage();
  await reading.goto(`/decks/${deck.id}/1?version=${deck.currentVersionId}`);
  await expect(reading.getByText(line)).toBeVisible();
  await expect(reading.getByRole('button', { name: 'Restore version 1' })).toHaveCount(0);
  await reading.goto(`/decks/${secret.id}/1?version=${secret.currentVersionId}`);
  await expect(reading.getByText('Deck not found')).toBeVisible();
});

test('others see that someone looks at an earlier version, not a slide of the current one', async ({
  page,
  context,
  user,
  anotherBrowser,
}) => {
  const deck = await aReplacedDeck(context.request, `Seen by ${user.email}`, 'team');
  const ben = await (await anotherBrowser({ as: 'Ben Earlier' })).newPage();
  await openDeck(page, deck.id, 1);
  await openDeck(ben, deck.id, 2);
  await expect(page.getByRole('button', { name: 'Ben Earlier is on slide 2' })).toBeVisible();
  await ben.goto(`/decks/${deck.id}/3?version=${deck.currentVersionId}`);
  await expect(slide(ben).getByText('Old three')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Ben Earlier is looking at an earlier version' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Ben Earlier/ })).toHaveCount(0);
  await expect(ben.getByRole('img', { name: `${user.name} is looking at another version` })).toBeVisible();
});
