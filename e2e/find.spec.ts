import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, pressInSlide, slide } from '#e2e/support/player.ts';
import { revealDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ user, pageErrors }) => {
  expect(user.role).toBe('user');
  pageErrors.expect(/violates the following Content Security Policy|Blocked script execution/);
});

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Find in this deck' });
const bar = (page: Page): Locator => page.getByRole('search').filter({ has: field(page) });

/** Waits until a text of a deck is found. Texts are indexed after the upload. */
async function indexed(request: APIRequestContext, q: string): Promise<void> {
  const hits = async () =>
    ((await (await request.get(`/api/search?${new URLSearchParams({ q })}`)).json()) as { items: unknown[] }).items.length;
  await expect.poll(hits).toBeGreaterThan(0);
}

test('/ finds in the deck: Enter goes on, Shift+Enter back, and the overview marks the words', async ({ page, context }) => {
  const slides = ['<h1>Beginning</h1>', '<h1>Growth in Europe</h1>', '<h1>Costs</h1>', '<p>No growth here</p>', '<h1>End</h1>'];
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides, notes: ['', '', 'Mention growth'] }) });
  await uploadDeck(context.request, { bytes: await plainDeck({ slides: ['growth'] }) });
  await indexed(context.request, 'europe');
  await openDeck(page, deck.id, 1);
  await expectPosition(page, 1, 5);
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('grow');
  await expect(bar(page).getByRole('status')).toHaveText('3 slides');
  for (const [key, at, number] of [
    ['Enter', 1, 2],
    ['Enter', 2, 3],
    ['Enter', 3, 4],
    ['Enter', 1, 2],
    ['Shift+Enter', 3, 4],
  ] as const) {
    await page.keyboard.press(key);
    await expectPosition(page, number, 5);
    await expect(bar(page).getByRole('status')).toHaveText(`${String(at)} of 3`);
  }
  await expect(field(page)).toBeFocused();
  await bar(page).getByRole('button', { name: 'Previous slide with it' }).click();
  await expectPosition(page, 3, 5);

  await bar(page).getByRole('button', { name: 'All of them' }).click();
  const overview = page.getByRole('dialog', { name: 'Overview' });
  await expect(overview.getByRole('status')).toHaveText('3 found');
  await expect(overview.getByRole('button', { name: /^2 Slide 2/ }).locator('mark')).toHaveText('Growth');
  await overview.getByRole('button', { name: /^4 Slide 4/ }).click();
  await expectPosition(page, 4, 5);

  await field(page).fill('nowhere');
  await expect(bar(page).getByRole('status')).toHaveText('Not found');
  await page.keyboard.press('Enter');
  await expectPosition(page, 4, 5);
  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveCount(0);
  await page.keyboard.press('ArrowLeft');
  await expectPosition(page, 3, 5);
});

test('slides inside a document are found, also from within the slide', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await revealDeck() });
  await indexed(context.request, '"Basement Level 2"');
  await openDeck(page, deck.id, 1);
  await expectPosition(page, 1, 41);
  await page.locator('main iframe[data-current="true"]').focus();
  await pressInSlide(page, '/');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type('"basement level');
  await expect(bar(page).getByRole('status')).toHaveText('2 slides');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(slide(page).locator('section.present:not(.stack)').getByText('Basement Level 2')).toBeVisible();
  await expect(bar(page).getByRole('status')).toHaveText('2 of 2');
});
