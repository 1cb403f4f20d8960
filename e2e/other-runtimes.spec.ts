import { uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, pressInSlide, slide } from '#e2e/support/player.ts';
import {
  bespokeDeck,
  fragmentDeck,
  remarkDeck,
  scrollingDeck,
  showerCoreDeck,
  showerDeck,
  switcherDeck,
  webslidesDeck,
} from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ user, pageErrors }) => {
  expect(user.role).toBe('user');
  // The demos load fonts, scripts and pictures from other hosts, which is not allowed by default.
  pageErrors.expect(/violates the following Content Security Policy|Failed to load resource/);
});

for (const { name, pack, count, forward, found } of [
  { name: 'WebSlides', pack: webslidesDeck, count: 8, forward: [2, 3], found: 'Ready to Start' },
  { name: 'Shower 2', pack: showerDeck, count: 12, forward: [2, 3], found: 'Code samples' },
  // Its second slide has two steps.
  { name: 'Shower 3', pack: showerCoreDeck, count: 3, forward: [2, 2, 2, 3], found: 'The end' },
  { name: 'remark', pack: remarkDeck, count: 3, forward: [2, 3], found: 'Introduction' },
  { name: 'Bespoke', pack: () => bespokeDeck(), count: 3, forward: [2, 2, 2, 3], found: 'The end' },
  {
    name: 'Bespoke without its fragment',
    pack: () => bespokeDeck({ hash: false }),
    count: 3,
    forward: [2, 2, 2, 3],
    found: 'The end',
  },
  { name: 'a switcher made by hand', pack: switcherDeck, count: 4, forward: [2, 3], found: 'Fourth' },
  { name: 'a page that scrolls', pack: scrollingDeck, count: 4, forward: [2, 3], found: 'Fourth' },
]) {
  test(`${name} plays slide by slide, has an overview, links to slides and opens where the user left it`, async ({
    page,
    context,
  }) => {
    const deck = await uploadDeck(context.request, { title: name, bytes: await pack() });
    await openDeck(page, deck.id, 1);
    await expectPosition(page, 1, count);
    // Beside the slide first, then inside it: the same keys do the same.
    for (const position of forward) {
      await page.keyboard.press('ArrowRight');
      await expectPosition(page, position, count);
    }
    await page.keyboard.press('Home');
    await expectPosition(page, 1, count);
    await page.locator('main iframe[data-current="true"]').focus();
    for (const position of forward) {
      await page.keyboard.press('ArrowRight');
      await expectPosition(page, position, count);
    }

    await pressInSlide(page, 'o');
    const overview = page.getByRole('dialog', { name: 'Overview' });
    const tile = overview.getByRole('button', { name: new RegExp(found) }).first();
    const number = Number(await tile.locator('.tile-number').textContent());
    await tile.click();
    await expectPosition(page, number, count);
    await page.reload();
    await expectPosition(page, number, count);
    await page.goto(`/decks/${deck.id}/2`);
    await expectPosition(page, 2, count);
    // The document is on its slide, not only the player.
    await expect(page.locator('.slide-box')).toHaveAttribute('aria-busy', 'false');
    // Back beyond the first slide does nothing.
    for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowLeft');
    await expectPosition(page, 1, count);
  });
}

test('a deck that tells its position only by the fragment can be linked to and resumed', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'Fragment', bytes: await fragmentDeck() });
  await openDeck(page, deck.id, 1);
  const heading = slide(page).getByRole('heading');
  await expect(heading).toHaveText('Page 1');
  await expectPosition(page, 1, 1);
  for (const number of [2, 3]) {
    await page.keyboard.press('ArrowDown');
    await expectPosition(page, number, number);
  }
  await expect(page).toHaveURL(/\/3$/);
  await page.reload();
  await expect(heading).toHaveText('Page 3');
  await page.goto(`/decks/${deck.id}/4`);
  await expect(heading).toHaveText('Page 4');
});

test('notes of remark are found', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'remark', bytes: await remarkDeck() });
  await openDeck(page, deck.id, 1);
  await expectPosition(page, 1, 3);
  await page.keyboard.press('o');
  const overview = page.getByRole('dialog', { name: 'Overview' });
  await overview.getByRole('searchbox').fill('notes for the first');
  await expect(overview.getByRole('button', { name: /My Awesome Presentation/ })).toBeVisible();
});
