import type { Page } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { expectSlideInView } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ user }) => expect(user.role).toBe('user'));

const widthOfSlide = async (page: Page) => (await page.locator('.slide-box').first().boundingBox())?.width ?? 0;

/** The browser's two ways to zoom a page. */
const pageZoom = (page: Page) => page.evaluate(() => [devicePixelRatio, visualViewport?.scale]);

async function zoomOverSlide(page: Page, deltaY: number): Promise<void> {
  const box = await page.locator('.slide-box').first().boundingBox();
  if (box === null) throw new Error('There is no slide on the stage.');
  await page.mouse.move(box.x + box.width / 4, box.y + box.height / 4);
  await page.keyboard.down('Control');
  for (let notch = 0; notch < 3; notch += 1) await page.mouse.wheel(0, deltaY);
  await page.keyboard.up('Control');
}

test('Ctrl+wheel zooms the slide and never the page, and 0 resets the zoom', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck() });
  await openDeck(page, deck.id, 2);
  await expect(slide(page).getByText('Two')).toBeVisible();
  await expectPosition(page, 2, 3);
  const fitted = await widthOfSlide(page);
  const before = await pageZoom(page);
  await zoomOverSlide(page, -120);
  await expect.poll(() => widthOfSlide(page)).toBeGreaterThan(1.9 * fitted);
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toBeVisible();
  await page.keyboard.press('0');
  await expect.poll(() => widthOfSlide(page)).toBe(fitted);
  await zoomOverSlide(page, -120);
  await expect.poll(() => widthOfSlide(page)).toBeGreaterThan(1.9 * fitted);
  await zoomOverSlide(page, 120);
  await expect.poll(() => widthOfSlide(page)).toBe(fitted);
  expect(await pageZoom(page)).toEqual(before);
  await expectPosition(page, 2, 3);
});

test('the presenter view zooms in the same way', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck() });
  await page.goto(`/decks/${deck.id}/present`);
  await expectSlideInView(page, 1);
  await expect(page.getByRole('region', { name: 'Current slide' }).locator('iframe[data-role="seen"]')).toBeVisible();
  const fitted = await widthOfSlide(page);
  await zoomOverSlide(page, -120);
  await expect.poll(() => widthOfSlide(page)).toBeGreaterThan(1.9 * fitted);
  await page.keyboard.press('0');
  await expect.poll(() => widthOfSlide(page)).toBe(fitted);
});
