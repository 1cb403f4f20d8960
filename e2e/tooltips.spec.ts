import type { Locator } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import { clickInSlide, openDeck, pressInSlide, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(async ({ user }) => expect(user.role).toBe('user'));

/** Moves the pointer there in several steps, as a hand does. */
async function pointAt(target: Locator): Promise<void> {
  const box = await target.boundingBox();
  if (box === null) throw new Error('There is nothing to point at.');
  await target.page().mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 5 });
}

test('a tooltip names a control and its key, for the pointer and for the keyboard', async ({ page, context }) => {
  const deck = await uploadDeck(context.request);
  await openDeck(page, deck.id, 1);
  await expect(slide(page).getByText('One')).toBeVisible();
  const tip = page.locator('.tip');
  await page.mouse.move(300, 300);
  await pointAt(page.getByRole('button', { name: 'Draw', exact: true }));
  await expect(tip).toHaveText(/^DrawD/);
  const notes = page.getByRole('button', { name: 'Notes', exact: true });
  await pointAt(notes);
  // While it may be on its way to the first tooltip, the pointer opens no other. A hand is never quite still afterwards.
  await expect(tip.filter({ hasText: 'Draw' })).toHaveCount(0);
  await notes.hover({ position: { x: 10, y: 10 } });
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

test('the pointer can move to a tooltip; Escape, a click on it and moving to the slide close it', async ({ page, context }) => {
  const deck = await uploadDeck(context.request);
  await openDeck(page, deck.id, 1);
  const words = slide(page).getByText('One');
  await expect(words).toBeVisible();
  const tip = page.locator('.tip');
  const draw = page.getByRole('button', { name: 'Draw', exact: true });

  await pointAt(draw);
  await expect(tip).toHaveText(/^Draw/);
  await pointAt(tip);
  await expect(tip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tip).toHaveCount(0);

  await pointAt(draw);
  await expect(tip).toBeVisible();
  await pointAt(tip);
  await tip.click();
  await expect(tip).toHaveCount(0);

  // With the focus in the slide, whose keys arrive as messages.
  await clickInSlide(page, words);
  await pointAt(draw);
  await expect(tip).toBeVisible();
  await pressInSlide(page, 'Escape');
  await expect(tip).toHaveCount(0);

  await pointAt(page.getByRole('button', { name: 'Notes', exact: true }));
  await expect(tip).toHaveText(/^Notes/);
  // The slide is in a frame, so that the page does not see the pointer move there.
  await page.mouse.move(640, 300, { steps: 5 });
  await expect(tip).toHaveCount(0);
});
