import { accountsOf } from '#e2e/support/accounts.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { openDeck } from '#e2e/support/player.ts';
import { revealNotesDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test('the library and the overview show pictures as soon as the server has made them', async ({
  browser,
  renderingLectern: lectern,
}) => {
  await using accounts = await accountsOf(lectern);
  await using context = await browser.newContext({ baseURL: lectern.origin });
  await accounts.signedIn(context.request, { name: 'Ada' });
  const page = await context.newPage();
  await page.goto('/');
  const slides = ['One', 'Two', 'Three'].map((title) => `<section><h2>${title}</h2></section>`);
  const deck = await uploadDeck(context.request, { title: 'In pictures', bytes: await revealNotesDeck(...slides) });
  const card = page.getByRole('listitem').filter({ hasText: 'In pictures' });
  await expect(card.getByText('3 slides')).toBeVisible();
  const loaded = (image: HTMLImageElement) => image.complete && image.naturalWidth;
  await expect.poll(() => card.locator('.deck-picture img').evaluate(loaded)).toBe(640);

  await openDeck(page, deck.id, 1);
  await page.keyboard.press('o');
  const tiles = page.getByRole('dialog').locator('.tile-picture img');
  await expect(tiles).toHaveCount(3);
  for (const tile of await tiles.all()) await expect.poll(() => tile.evaluate(loaded)).toBe(640);
});
