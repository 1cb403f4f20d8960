import { slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ locale: 'de-DE' });

test('a user without decks can try the sample in their language', async ({ page, user }) => {
  expect(user.role).toBe('user');
  await page.goto('/?owner=me');
  await page.getByRole('button', { name: 'Mit einem Beispiel beginnen' }).click();
  await expect(slide(page).getByRole('heading', { name: 'Willkommen bei Lectern' })).toBeVisible();
});
