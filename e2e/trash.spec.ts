import { expectAccessible, expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { accountsOf } from '#e2e/support/accounts.ts';
import { startLectern } from '#e2e/support/lectern.ts';
import { tabTo } from '#e2e/support/keyboard.ts';
import { DELETED_MEANWHILE } from '#e2e/support/page-errors.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { Page } from '@playwright/test';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

async function deleteFromLibrary(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText(`“${title}” was moved to the trash`)).toBeVisible();
}

test('a deck that is deleted, restored, renamed or uploaded changes the library of another person while they look at it', async ({
  page,
  context,
  user,
  anotherBrowser,
  pageErrors,
}) => {
  // The player asks for the deleted deck.
  pageErrors.expect(/404 \(Not Found\)/);
  const deck = await uploadDeck(context.request, { title: `Seen by two, from ${user.email}`, visibility: 'team' });
  const browser = await anotherBrowser({ as: 'Benedikt' });
  const theirs = await browser.newPage();
  await theirs.goto('/?owner=team');
  const card = theirs.getByRole('link', { name: deck.title });
  await expect(card).toBeVisible();
  const player = await browser.newPage();
  await player.goto(`/decks/${deck.id}`);
  await expect(player.locator('main iframe[data-role="seen"]')).toBeVisible();

  await page.goto('/?owner=me');
  await deleteFromLibrary(page, deck.title);
  // The offer stays while the pointer is over it.
  await page.getByRole('button', { name: 'Undo' }).hover();
  await expect(page.getByRole('link', { name: deck.title })).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await expect(player.getByRole('heading', { name: 'Deck not found' })).toBeVisible();
  expect((await context.request.get(`/api/decks/${deck.id}`)).status()).toBe(404);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: deck.title })).toBeVisible();
  await expect(card).toBeVisible();

  await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: `New title of ${deck.title}` }).fill(`Renamed by ${user.email}`);
  await page.keyboard.press('Enter');
  await expect(theirs.getByRole('link', { name: `Renamed by ${user.email}` })).toBeVisible();

  await uploadDeck(context.request, { title: `New from ${user.email}`, visibility: 'team' });
  await expect(theirs.getByRole('link', { name: `New from ${user.email}` })).toBeVisible();
  await expect(page.getByRole('link', { name: `New from ${user.email}` })).toBeVisible();
  await browser.close();
});

test('a deck is restored from the trash with its notes, and another one is deleted for good, by keyboard', async ({
  page,
  context,
  user,
  pageErrors,
}) => {
  pageErrors.expect(DELETED_MEANWHILE);
  const [kept, doomed] = [
    await uploadDeck(context.request, { title: `Kept, by ${user.email}`, bytes: await plainDeck({ slides: ['One', 'Two'] }) }),
    await uploadDeck(context.request, { title: `Doomed, by ${user.email}` }),
  ];
  await context.request.put(`/api/decks/${kept.id}/notes/0`, { data: { body: 'Do not lose this' } });
  await page.goto('/?owner=me');
  for (const { title } of [kept, doomed]) await deleteFromLibrary(page, title);
  await page.getByRole('button', { name: `Account and settings of ${user.name}` }).click();
  await page.getByRole('menuitem', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { name: 'Trash', level: 1 })).toBeFocused();
  const rows = page.getByRole('list', { name: 'Decks in the trash' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(doomed.title);
  await expect(rows.first()).toContainText(/Deleted for good on .*\d{4}/);
  await expect(page.getByRole('group', { name: 'Whose decks' })).toHaveCount(0);
  await expectAccessibleInEveryLook(page);

  const restore = page.getByRole('button', { name: `Restore ${kept.title}` });
  await tabTo(page, restore);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`“${kept.title}” was restored`)).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('button', { name: `Restore ${doomed.title}` })).toBeFocused();

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: `Delete “${doomed.title}” for good?` });
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await page.getByRole('button', { name: `Delete ${doomed.title} for good` }).press('Enter');
  await question.getByRole('button', { name: 'Delete for good' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await expectAccessibleInEveryLook(page);

  await page.getByRole('link', { name: 'Back to the library' }).click();
  await expect(page.getByRole('link', { name: kept.title })).toBeVisible();
  await expect(page.getByRole('link', { name: doomed.title })).toHaveCount(0);
  const note = await context.request.get(`/api/decks/${kept.id}/notes`);
  expect(await note.json()).toMatchObject({ items: [{ slideIndex: 0, body: 'Do not lose this' }] });
  expect((await context.request.post(`/api/trash/${doomed.id}/restore`)).status()).toBe(404);
});

test('admins see the trash of everyone', async ({ page, context, accounts, anotherBrowser }) => {
  const owner = await anotherBrowser({ as: 'Olga' });
  const deck = await uploadDeck(owner.request, { title: 'Deleted by Olga' });
  await owner.request.delete(`/api/decks/${deck.id}`);
  await accounts.signedIn(context, { role: 'admin' });
  await page.goto('/trash');
  await expect(page.getByRole('heading', { name: 'The trash is empty' })).toBeVisible();
  await page.getByRole('radio', { name: 'Everyone’s' }).check({ force: true });
  await expect(page).toHaveURL('/trash?owner=all');
  const row = page.getByRole('listitem').filter({ hasText: deck.title });
  await expect(row).toContainText('Owner: Olga');
  await expect(row).toContainText('by Olga');
  await expectAccessibleInEveryLook(page);
  await row.getByRole('button', { name: `Restore ${deck.title}` }).click();
  await expect(row).toHaveCount(0);
  expect((await owner.request.get(`/api/decks/${deck.id}`)).status()).toBe(200);
  await owner.close();
});

test('a deck that cannot be deleted comes back, with the reason', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/net::ERR_FAILED/);
  const deck = await uploadDeck(context.request, { title: `Stays, by ${user.email}` });
  await page.goto('/?owner=me');
  await page.route('**/api/trpc/decks.delete*', (route) => route.abort());
  await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: deck.title })).toBeVisible();
});

test('a server without a trash asks before it deletes a deck, in the library and in the player', async ({
  page,
  context,
  pageErrors,
}) => {
  // The player saves where the user was when it is left, which may be too late; so may the question for pictures on a card.
  pageErrors.expect(/404 .*(openings\.save|rendering\.get)/);
  await using lectern = await startLectern({ TRASH_DAYS: '0' });
  await using accounts = await accountsOf(lectern);
  await accounts.signedIn(context);
  const { origin } = lectern;
  const [first, second] = [
    await uploadDeck(context.request, { title: 'Deleted in the library', origin }),
    await uploadDeck(context.request, { title: 'Deleted in the player', origin }),
  ];
  const isThere = async ({ id }: { id: string }) => (await context.request.get(`${origin}/api/decks/${id}`)).status() === 200;
  const remove = async (title: string) => {
    await page.getByRole('button', { name: `Actions for ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    return page.getByRole('dialog', { name: `Delete “${title}” for good?` });
  };

  await page.goto(origin);
  let dialog = await remove(first.title);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Keep it' }).click();
  await expect(dialog).toBeHidden();
  expect(await isThere(first)).toBe(true);
  dialog = await remove(first.title);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText(`“${first.title}” was deleted for good`)).toBeVisible();
  await expect(page.getByRole('link', { name: first.title })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  await page.goto(`${origin}/decks/${second.id}/1`);
  dialog = await remove(second.title);
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(page.getByText(`“${second.title}” was deleted for good`)).toBeVisible();
  await expect(page).toHaveURL(`${origin}/`);
  expect(await isThere(second)).toBe(false);

  await page.goto(`${origin}/trash`);
  await expect(page.getByText('This server keeps no deleted decks')).toBeVisible();
  await page.close();
});
