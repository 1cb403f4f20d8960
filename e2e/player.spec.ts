import type { Request } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, pressInSlide, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(async ({ user }) => expect(user.role).toBe('user'));

const FIVE = ['One <input aria-label="In the slide">', 'Two', 'Three', 'Four', 'Five'];

test('keys navigate, wherever the focus is', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: FIVE }) });
  await openDeck(page, deck.id, 1);
  await expect(slide(page).getByText('One')).toBeVisible();
  for (const [key, position] of [
    ['ArrowRight', 2],
    ['Space', 3],
    ['PageUp', 2],
    ['End', 5],
    ['p', 4],
    ['Home', 1],
  ] as const) {
    await page.keyboard.press(key);
    await expectPosition(page, position, 5);
  }
  await page.keyboard.press('4');
  await page.keyboard.press('Enter');
  await expectPosition(page, 4, 5);

  await slide(page).locator('body').click();
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 5, 5);
  await page.keyboard.press('Home');
  await slide(page).getByLabel('In the slide').fill('');
  await slide(page).getByLabel('In the slide').pressSequentially('n n');
  await expect(slide(page).getByLabel('In the slide')).toHaveValue('n n');
  await expectPosition(page, 1, 5);
});

test('F5 never reloads, and B shows a black screen until the next key', async ({ page, context }) => {
  const deck = await uploadDeck(context.request);
  await openDeck(page, deck.id, 1);
  await page.evaluate(() => Object.assign(window, { untouched: true }));
  await page.keyboard.press('F5');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await slide(page).locator('body').click();
  await pressInSlide(page, 'F5');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);
  expect(await page.evaluate(() => 'untouched' in window)).toBe(true);

  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: /^The screen is black/ })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: /^The screen is black/ })).toHaveCount(0);
  await expectPosition(page, 1, 3);
});

/** Whether a request saves the slide with this index as the user's last place. */
function isAt(request: Request, slideIndex: number): boolean {
  return (request.postData() ?? '').includes(`"slideIndex":${slideIndex}`);
}

test('links open their slide, Back leaves the deck, and a deck opens where the user left it', async ({ page, context }) => {
  const deck = await uploadDeck(context.request);
  await page.goto('/account');
  await openDeck(page, deck.id, 1);
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 3);
  await expect(page).toHaveURL(new RegExp(`/decks/${deck.id}/2$`));
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 3, 3);
  await expect(page).toHaveURL(new RegExp(`/decks/${deck.id}/3$`));
  await page.goBack();
  await expect(page).toHaveURL(/\/account$/);
  await page.goForward();
  await expectPosition(page, 3, 3);
  await openDeck(page, deck.id, 2);
  await expectPosition(page, 2, 3);
  // A slide counts as the last place once it has been shown, which is later than its number.
  const saved = page.waitForRequest((request) => request.url().endsWith('openings.save') && isAt(request, 2));
  await page.goBack();
  await expectPosition(page, 3, 3);
  await saved;
  await page.goto('/?owner=me');
  await page.goto(`/decks/${deck.id}`);
  await expect(page).toHaveURL(new RegExp(`/decks/${deck.id}/3$`));
  await expectPosition(page, 3, 3);
});

const BEGINS = `Begun: <output>no</output><img src="picture.svg" alt="">
<style>@keyframes turn { to { opacity: 0.99 } } output { animation: turn 9s }</style>
<script>
  requestAnimationFrame(() => { document.querySelector('output').textContent = document.visibilityState; });
</script>`;

test('the next slide is loaded ahead, and nothing in it starts before it is shown', async ({ page, context }) => {
  const bytes = await plainDeck({
    slides: ['One', BEGINS, 'Three'],
    beside: { 'slides/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  });
  const deck = await uploadDeck(context.request, { bytes });
  const pictures: string[] = [];
  page.on('request', (request) => request.url().endsWith('picture.svg') && pictures.push(request.url()));
  await openDeck(page, deck.id, 1);
  const waiting = page.locator('main iframe[data-start="1"][data-role="waiting"]').contentFrame().locator('output');
  await expect(waiting).toHaveText('no');
  expect(await waiting.evaluate((output) => output.getAnimations()[0]?.playState)).toBe('paused');
  expect(pictures).toHaveLength(1);

  await page.keyboard.press('ArrowRight');
  const seen = slide(page).locator('output');
  await expect(seen).toHaveText('visible');
  expect(await seen.evaluate((output) => output.getAnimations()[0]?.playState)).toBe('running');
  expect(pictures).toHaveLength(1);
});

test('Shift+N focuses the notes, and Esc returns to the slides', async ({ page, context }) => {
  const deck = await uploadDeck(context.request);
  await openDeck(page, deck.id, 1);
  await slide(page).locator('body').click();
  await page.keyboard.down('Shift');
  await pressInSlide(page, 'N');
  await page.keyboard.up('Shift');
  const note = page.getByRole('textbox', { name: 'Notes for slide 1' });
  await expect(note).toBeFocused();
  await page.keyboard.type('now on');
  await expect(note).toHaveValue('now on');
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  await expectPosition(page, 2, 3);
});
