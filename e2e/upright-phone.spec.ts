import type { Locator } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';
import { TouchScreen } from '#e2e/support/touch.ts';

test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
test.beforeEach(({ user }) => expect(user.role).toBe('user'));

async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not visible.');
  return box;
}

test('an upright phone shows the slide above, slides or notes below it, and the controls always', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, {
    bytes: await plainDeck({ slides: Array.from({ length: 12 }, (_, at) => `Number ${String(at + 1)}`), notes: ['Say hello.'] }),
  });
  await openDeck(page, deck.id, 1);
  await expect(slide(page).getByText('Number 1')).toBeVisible();
  await expectNoSidewaysScroll(page);
  const toolbar = page.getByRole('toolbar', { name: 'Player controls' });
  const strip = page.getByRole('navigation', { name: 'Slides' });
  const [box, below, bar] = [await boxOf(page.locator('.slide-box')), await boxOf(strip), await boxOf(toolbar)];
  expect(box.width).toBe(390);
  expect(below.y).toBeGreaterThanOrEqual(box.y + box.height);
  expect(bar.y).toBeGreaterThanOrEqual(below.y + below.height);
  expect(bar.y + bar.height).toBeLessThanOrEqual(844);
  await expectAccessible(page);

  await strip.getByRole('button', { name: '9 Slide 9' }).tap();
  await expectPosition(page, 9, 12);
  await expect(strip.getByRole('button', { name: '9 Slide 9' })).toHaveAttribute('aria-current', 'true');
  const fingers = new TouchScreen(page);
  const middle = box.y + box.height / 2;
  await expect(slide(page).getByText('Number 9')).toBeVisible();
  await fingers.touch([[300, middle]], [[200, middle]], [[90, middle]]);
  await expectPosition(page, 10, 12);
  await expect(strip.getByRole('button', { name: '10 Slide 10' })).toBeInViewport({ ratio: 1 });
  await toolbar.getByRole('button', { name: 'Previous' }).tap();
  await expectPosition(page, 9, 12);

  await page.getByRole('radio', { name: 'Notes' }).check();
  await expect(page.getByRole('textbox', { name: 'Notes for slide 9' })).toBeVisible();
  await expect(strip).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('radio', { name: 'Slides' }).check();
  await expect(strip).toBeVisible();
});

test('a phone on its side shows the slide alone', async ({ page, context }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const deck = await uploadDeck(context.request);
  await openDeck(page, deck.id, 1);
  await expect(page.getByRole('navigation', { name: 'Slides' })).toHaveCount(0);
  await expect.poll(async () => (await boxOf(page.locator('.slide-box'))).height).toBe(390);
});
