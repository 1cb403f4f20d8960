import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(async ({ user }) => expect(user.role).toBe('user'));

const STEPS = ['One', '<p>Last</p><p class="fragment">Last step</p>'];

test('next on the last step shows the end screen, and previous returns to the last slide', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'A short deck', bytes: await plainDeck({ slides: STEPS }) });
  await openDeck(page, deck.id, 2);
  await expect(slide(page).getByText('Last', { exact: true })).toBeVisible();
  const end = page.getByRole('region', { name: 'End of deck' });
  await page.keyboard.press('ArrowRight');
  await expect(slide(page).getByText('Last step')).toBeVisible();
  await expect(end).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(end).toContainText('A short deck');
  await expectAccessibleInEveryLook(page);
  await expect(page.getByRole('button', { name: 'Next', exact: true })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('ArrowRight');
  await expect(end).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(end).toHaveCount(0);
  await expect(slide(page).getByText('Last step')).toBeVisible();

  await page.getByRole('button', { name: 'Next', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(end).toBeVisible();
  await end.getByRole('button', { name: 'Overview' }).press('Enter');
  await page.getByRole('button', { name: '2 Slide 2' }).press('Enter');
  await expect(end).toHaveCount(0);
  await expectPosition(page, 2, 2);

  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await end.getByRole('button', { name: 'Start again' }).press('Enter');
  await expectPosition(page, 1, 2);
  await expect(end).toHaveCount(0);
});

test('past the last slide of a talk the audience sees black until the presenter goes back', async ({
  page,
  context,
  anotherBrowser,
  user,
}) => {
  const deck = await uploadDeck(context.request, { title: 'A talk', visibility: 'team', bytes: await plainDeck() });
  await openDeck(page, deck.id, 3);
  const view = await present(page, 3);
  const follower = await (await anotherBrowser({ as: 'Ben' })).newPage();
  await openDeck(follower, deck.id, 3);
  await follower.getByRole('button', { name: `Follow ${user.name}` }).click();
  await expectPosition(view, 3, 3);
  const black = (of: typeof page) => of.getByRole('button', { name: /^The screen is black/ });
  await view.keyboard.press('ArrowRight');
  await expect(black(follower)).toBeVisible();
  await expect(black(page)).toBeVisible();
  await view.keyboard.press('ArrowRight');
  await expect(black(follower)).toBeVisible();
  await view.keyboard.press('ArrowLeft');
  await expect(black(follower)).toHaveCount(0);
  await expectPosition(follower, 3, 3);
  await expect(follower.getByRole('region', { name: 'End of deck' })).toHaveCount(0);
});
