import { expectAccessible } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck } from '#e2e/support/player.ts';
import { revealDeck, splitRevealDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ user }) => expect(user.role).toBe('user'));

test('slides are found by title and notes and can be opened by keyboard', async ({ page, context }) => {
  const slides = Array.from({ length: 120 }, (_, at) => `Number ${String(at + 1)}`);
  const deck = await uploadDeck(context.request, {
    bytes: await plainDeck({ slides, notes: ['', '', '', 'Mention the Elephants'] }),
  });
  await context.request.put(`/api/decks/${deck.id}/notes/6`, { data: { body: 'A team of elephants' } });
  await openDeck(page, deck.id, 2);
  await expectPosition(page, 2, 120);
  await page.keyboard.press('o');
  const overview = page.getByRole('dialog', { name: 'Overview' });
  await expect(overview.getByRole('button', { name: '2 Slide 2', exact: true })).toBeFocused();
  await expect(overview.getByRole('button', { name: '7 Slide 7 has notes' })).toBeVisible();
  await expect(overview.locator('iframe[data-loaded="true"]').first()).toBeVisible();
  await expectAccessible(page);

  await page.keyboard.press('End');
  await expect(overview.getByRole('button', { name: '120 Slide 120' })).toBeFocused();
  await expect(overview.locator('iframe[data-loaded="true"][src$="120.html?still"]')).toBeVisible();
  expect(await overview.locator('iframe').count()).toBeLessThan(60);

  await page.keyboard.press('/');
  await page.keyboard.type('élephants');
  await expect(overview.getByRole('status')).toHaveText('2 found');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect(overview.getByRole('button', { name: /^7 Slide 7.*A team of elephants/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(overview).toHaveCount(0);
  await expectPosition(page, 7, 120);
});

test('inner slides of a single-document deck have tiles too', async ({ page, context, pageErrors }) => {
  // The demo loads images from other hosts, which is not allowed by default.
  pageErrors.expect(/violates the following Content Security Policy/);
  const deck = await uploadDeck(context.request, { title: 'reveal.js', bytes: await revealDeck() });
  await openDeck(page, deck.id, 7);
  await expectPosition(page, 7, 41);
  await page.keyboard.press('o');
  const overview = page.getByRole('dialog', { name: 'Overview' });
  await expect(overview.getByRole('listitem')).toHaveCount(41);
  // Only the deck can render them: a small copy runs for the current tile.
  const picture = overview.locator('.live-picture[data-shown="true"]');
  const drawn = picture.locator('iframe').contentFrame().locator('.slides section.present:not(.stack)');
  await expect(picture).toHaveCount(1);
  await page.keyboard.press('Home');
  await expect(overview.getByRole('button', { name: /^1 / })).toBeFocused();
  await expect(picture).toHaveCount(1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(drawn.getByRole('heading', { name: 'Vertical Slides', includeHidden: true })).toBeVisible();
  await overview.getByRole('button', { name: '2 Hello There' }).hover();
  await expect(picture).toHaveCount(2);
  await expect(overview.locator('iframe')).toHaveCount(2);
  await overview.getByRole('button', { name: '3 Vertical Slides' }).click();
  await expectPosition(page, 3, 41);
  await expect(page).toHaveURL(new RegExp(`/decks/${deck.id}/3$`));
  await page.keyboard.press('o');
  await page.keyboard.press('Escape');
  await expect(overview).toHaveCount(0);
  await expectPosition(page, 3, 41);
});

test('slides of a divided deck, which are blank without scripts, run one at a time', async ({ page, context, pageErrors }) => {
  pageErrors.expect(/violates the following Content Security Policy/);
  const deck = await uploadDeck(context.request, { title: 'Divided', bytes: await splitRevealDeck() });
  await openDeck(page, deck.id, 2);
  await page.keyboard.press('o');
  const overview = page.getByRole('dialog', { name: 'Overview' });
  const picture = overview.locator('.live-picture[data-shown="true"]');
  const heading = (name: string) => picture.locator('iframe').contentFrame().getByRole('heading', { name, includeHidden: true });
  await expect(heading('Hello There')).toBeVisible();
  await expect(overview.getByRole('button', { name: '3 Vertical Slides' })).toContainText('Vertical Slides');
  await page.keyboard.press('ArrowRight');
  await expect(heading('Vertical Slides')).toBeVisible();
  await expect(overview.locator('iframe')).toHaveCount(1);
});
