import { impressDeck, plainDeck, revealDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

// The two demonstrations show pictures and load fonts from other hosts, which a deck may not.
test.beforeEach(({ user, pageErrors }) => {
  pageErrors.expect(/violates the following Content Security Policy|Blocked script execution/);
  expect(user.role).toBe('user');
});

for (const [name, pack, count] of [
  ['reveal.js', revealDeck, 41],
  ['impress.js', impressDeck, 13],
] as const) {
  test(`${name}: keys inside the frame move once, the player's own stay the player's, and it opens where it was left`, async ({
    page,
    context,
  }) => {
    const deck = await uploadDeck(context.request, { title: name, bytes: await pack() });
    await openDeck(page, deck.id, 1);
    await expectPosition(page, 1, count);
    await page.mouse.click(640, 700);
    await page.keyboard.press('ArrowRight');
    await expectPosition(page, 2, count);
    await page.keyboard.press('PageDown');
    await expectPosition(page, 3, count);
    await page.keyboard.press('Shift+N');
    await expect(page.getByRole('complementary', { name: 'Notes' })).toBeVisible();
    await page.keyboard.press('f');
    await expect.poll(() => page.evaluate(() => document.fullscreenElement?.classList.contains('player'))).toBe(true);
    await page.keyboard.press('f');

    await page.reload();
    await expectPosition(page, 3, count);
    await page.keyboard.press('5');
    await page.keyboard.press('Enter');
    await expectPosition(page, 5, count);
  });
}

const OWN_STEPS = `<p id="at">0</p><script>
  let at = 0;
  document.addEventListener('keydown', (event) => {
    at += { 39: 1, 37: -1 }[event.keyCode] ?? 0;
    document.querySelector('#at').textContent = at;
  });
  localStorage.setItem('visits', 1);
</script>`;

test('a runtime that nobody knows is driven by arrow keys, and finds a storage', async ({ page, context }) => {
  const bytes = await plainDeck({ slides: [OWN_STEPS], more: { architecture: 'single-file-html' } });
  const deck = await uploadDeck(context.request, { title: 'Unknown', bytes });
  await openDeck(page, deck.id, 1);
  const at = slide(page).locator('#at');
  await expect(at).toHaveText('0');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(at).toHaveText('1');
  await page.keyboard.press('ArrowRight');
  await expect(at).toHaveText('2');
  await slide(page).locator('body').click();
  await page.keyboard.press('ArrowRight');
  await expect(at).toHaveText('3');
  await page.keyboard.press('ArrowLeft');
  await expect(at).toHaveText('2');
});
