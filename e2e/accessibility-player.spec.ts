import type { Locator, Page, Route } from '@playwright/test';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { refuse } from '#e2e/support/faults.ts';
import { drag, drawing, openToDraw, tools } from '#e2e/support/ink.ts';
import { openDeck, openNotes } from '#e2e/support/player.ts';
import { openPermissions, question } from '#e2e/support/trust.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ pageErrors }) => {
  // Many states in one test, each checked several times.
  test.slow();
  pageErrors.expect(/Blocked script execution|403|404|412|503|ERR_INTERNET_DISCONNECTED/);
});

/** The player handles keys again once it is closed. */
async function closeByEscape(page: Page, layer: Locator): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(layer).toHaveCount(0);
}

test('the player with its controls, questions and layers is accessible in every theme', async ({ page, context, user }) => {
  const bytes = await plainDeck({ more: { requires: ['window-open'] }, notes: ['Say hello'] });
  const deck = await uploadDeck(context.request, { title: `Played by ${user.email}`, bytes });
  await openDeck(page, deck.id, 1);
  await expect(question(page)).toContainText('This deck wants to open windows of its own.');
  await page.getByRole('button', { name: 'Next' }).focus();
  await expectAccessibleInEveryLook(page);
  await question(page).getByRole('button', { name: 'Don’t allow' }).click();
  const permissions = await openPermissions(page);
  await expect(permissions.getByRole('button', { name: 'Allow: open windows of its own' })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await closeByEscape(page, permissions);

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await closeByEscape(page, keys);
  await page.keyboard.press('g');
  const goTo = page.getByRole('textbox', { name: 'Go to slide' });
  await expect(goTo).toBeFocused();
  await expectAccessibleInEveryLook(page);
  await closeByEscape(page, goTo);

  await page.keyboard.press('o');
  const overview = page.getByRole('dialog', { name: 'Overview' });
  await overview.getByRole('searchbox').fill('hello');
  await expect(overview.getByRole('status')).toHaveText('1 found');
  await expectAccessibleInEveryLook(page);
  await overview.getByRole('searchbox').fill('nowhere to be found');
  await expect(overview.getByText('No slide contains “nowhere to be found”')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await overview.getByRole('button', { name: 'Close' }).click();
  await expect(overview).toHaveCount(0);

  for (const [key, color] of [
    ['b', 'black'],
    ['w', 'white'],
  ] as const) {
    await page.keyboard.press(key);
    const screen = page.getByRole('button', { name: `The screen is ${color}` });
    await expect(screen).toBeVisible();
    await expectAccessibleInEveryLook(page);
    await closeByEscape(page, screen);
  }
  await page.goto('/decks/nope');
  await expect(page.getByRole('heading', { name: 'Deck not found' })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await refuse(page, 'playback.open', 503, 'UNAVAILABLE');
  // From the library: a page that is loaded anew has the address already.
  await page.getByRole('link', { name: 'Back to the library' }).click();
  await page.getByRole('link', { name: deck.title }).first().click();
  await expect(page.getByRole('heading', { name: 'This deck cannot be played right now' })).toBeVisible();
  await expectAccessibleInEveryLook(page);
});

test('the notes and the outbox are accessible in every theme', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Noted by ${user.email}` });
  const path = `/api/decks/${deck.id}/notes/0`;
  for (const body of ['A good text', 'oops']) await context.request.put(path, { data: { body } });
  const note = await openNotes(page, deck.id);
  await page.getByRole('button', { name: 'History', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'History of this note' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press('Escape');

  const beQuicker = async (route: Route) => {
    await context.request.put(path, { data: { body: 'written elsewhere' } });
    await route.continue();
  };
  await page.route('**/notes.set*', beQuicker, { times: 1 });
  await note.fill('written here');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await refuse(page, 'notes.set', 403, 'FORBIDDEN');
  await note.fill('not wanted');
  await expect(page.getByText('Not saved: Only the owner and admins can do this.')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  // Leaving the slide hands the note to the outbox.
  await page.goto('/?owner=me');
  const refused = page.getByRole('button', { name: '1 change could not be saved' });
  await expect(refused).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await refused.click();
  await expect(page.getByRole('dialog', { name: 'Not saved' })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.unroute('**/api/trpc/*notes.set*');
  await openDeck(page, deck.id, 2);
  const next = page.getByRole('textbox', { name: 'Notes for slide 2' });
  await expect(next).toBeVisible();
  await context.setOffline(true);
  await next.fill('written on the train');
  await expect(page.getByText('1 unsent change stored on this device')).toBeAttached();
  await page.getByRole('button', { name: 'Next' }).focus();
  await expectAccessibleInEveryLook(page);
  await context.setOffline(false);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
});

test('drawing, its menus and the laser are accessible in every theme', async ({ page, context, user, baseURL }) => {
  const deck = await uploadDeck(context.request, { title: `Drawn on by ${user.email}` });
  await openToDraw(page, deck.id);
  await drag(page, [0.2, 0.2], [0.8, 0.2]);
  await expect(drawing(page, '1 stroke')).toBeAttached();
  await expectAccessibleInEveryLook(page);
  for (const name of ['Show drawings by', 'More drawing actions']) {
    const button = tools(page).getByRole('button', { name });
    await button.press('Enter');
    await expect(page.getByRole('menu', { name })).toBeVisible();
    await expectAccessibleInEveryLook(page);
    await page.keyboard.press('Escape');
    // The menu gives the focus back when it is gone.
    await expect(button).toBeFocused();
  }
  await page.keyboard.press('t');
  await drag(page, [0.5, 0.5]);
  await expect(page.getByRole('textbox', { name: 'Text on the slide' })).toBeFocused();
  await page.keyboard.type('Hello');
  await expectAccessibleInEveryLook(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  await page.keyboard.press('l');
  await expect(page.getByRole('button', { name: 'Laser pointer' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Laser pointer' }).focus();
  await expectAccessibleInEveryLook(page);

  const foreign = { data: { payload: { kind: 'other' } }, headers: { origin: baseURL ?? '' } };
  expect((await context.request.put(`/api/decks/${deck.id}/annotations/1`, foreign)).status()).toBe(200);
  await openToDraw(page, deck.id, 2);
  await expect(page.getByText(/was made with another program/)).toBeVisible();
  await expectAccessibleInEveryLook(page);
});
