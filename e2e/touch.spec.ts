import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';
import { TouchScreen } from '#e2e/support/touch.ts';

test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });
test.beforeEach(({ user }) => expect(user.role).toBe('user'));

const widthOfSlide = async (page: Page) => (await page.locator('.slide-box').boundingBox())?.width ?? 0;

test('a swipe on or beside the slide changes it; two fingers zoom', async ({ page, context }) => {
  await page.setViewportSize({ width: 620, height: 900 });
  const deck = await uploadDeck(context.request, { bytes: await plainDeck() });
  await openDeck(page, deck.id, 1);
  const fingers = new TouchScreen(page);
  await expect(slide(page).getByText('One')).toBeVisible();
  await fingers.touch([[300, 450]], [[200, 452]], [[90, 454]]);
  await expectPosition(page, 2, 3);
  await expect(slide(page).getByText('Two')).toBeVisible();
  await fingers.touch([[300, 760]], [[200, 764]], [[90, 764]]);
  await expectPosition(page, 3, 3);
  await fingers.touch([[90, 760]], [[200, 764]], [[300, 764]]);
  await expectPosition(page, 2, 3);
  await expect(page.locator('main iframe[data-current="true"]')).toHaveAttribute('data-role', 'seen');

  const fitted = await widthOfSlide(page);
  // oxfmt-ignore
  await fingers.touch([[150, 450], [210, 450]], [[120, 450], [240, 450]], [[90, 450], [270, 450]]);
  await expect.poll(() => widthOfSlide(page)).toBeGreaterThan(2 * fitted);
  const before = await page.locator('.slide-box').boundingBox();
  await fingers.touch([[200, 450]], [[150, 450]], [[120, 450]]);
  await expect.poll(async () => (await page.locator('.slide-box').boundingBox())?.x).toBeLessThan((before?.x ?? 0) - 50);
  await expectPosition(page, 2, 3);
  await expect(page.getByRole('button', { name: 'Reset zoom' })).toBeVisible();
  await fingers.touch([[180, 450]]);
  await fingers.touch([[180, 450]]);
  await expect.poll(() => widthOfSlide(page)).toBe(fitted);
});

test('every control fits on a phone', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: Array.from({ length: 120 }, () => 'x') }) });
  await openDeck(page, deck.id, 119);
  await page.touchscreen.tap(180, 600);
  await expectNoSidewaysScroll(page);
  const toolbar = page.getByRole('toolbar', { name: 'Player controls' });
  for (const name of ['Overview', 'Previous', 'Next', 'Draw', 'More controls']) {
    await expect(toolbar.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  }
  await expect(async () => {
    // The controls hide by themselves.
    await page.touchscreen.tap(180, 600);
    await toolbar.getByRole('button', { name: 'More controls' }).tap({ timeout: 2000 });
  }).toPass();
  for (const name of ['Laser pointer', 'Notes', 'Keyboard shortcuts', 'Fullscreen']) {
    await expect(page.getByRole('menuitem', { name })).toBeInViewport({ ratio: 1 });
  }
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).tap();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
