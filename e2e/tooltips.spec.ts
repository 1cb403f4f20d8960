import type { Locator } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import { openDeck, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(async ({ user }) => expect(user.role).toBe('user'));

/** Moves the pointer there in several steps, as a hand does. */
async function pointAt(button: Locator): Promise<void> {
  const box = await button.boundingBox();
  if (box === null) throw new Error('There is no button.');
  await button.page().mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
}

test('a tooltip names a control and its key, for the pointer and for the keyboard', async ({ page, context }) => {
  const deck = await uploadDeck(context.request);
  await openDeck(page, deck.id, 1);
  await expect(slide(page).getByText('One')).toBeVisible();
  const tip = page.locator('.tip');
  await page.mouse.move(300, 300);
  await pointAt(page.getByRole('button', { name: 'Draw', exact: true }));
  await expect(tip).toHaveText(/^DrawD/);
  await pointAt(page.getByRole('button', { name: 'Notes', exact: true }));
  await expect(tip).toHaveText(/^Notes⇧ N/);
  await page.mouse.move(640, 20, { steps: 5 });
  await expect(tip).toHaveCount(0);

  const next = page.getByRole('button', { name: 'Next', exact: true });
  await page.getByRole('button', { name: /Go to slide/ }).focus();
  await page.keyboard.press('Tab');
  await expect(next).toBeFocused();
  await expect(tip).toHaveText(/^Next→/);
  await expect(next).toHaveAccessibleDescription('Key: →');
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);
  await expect(next).toBeFocused();
});
