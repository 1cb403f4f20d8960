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
  await accounts.signedIn(context, { name: 'Ada' });
  const page = await context.newPage();
  await page.goto('/');
  const slides = ['One', 'Two</h2><p class="fragment">Later</p><h2>', 'Three'].map(
    (title) => `<section><h2>${title}</h2></section>`,
  );
  const deck = await uploadDeck(context.request, { title: 'In pictures', bytes: await revealNotesDeck(...slides) });
  const card = page.getByRole('listitem').filter({ hasText: 'In pictures' });
  await expect(card.getByText(/^Pictures (?:will follow|are being made)/)).toBeVisible();
  await expect(card.getByText('3 slides')).toBeVisible();
  await expect(card.getByText(/^Pictures/)).toHaveCount(0);
  const loaded = (image: HTMLImageElement) => image.complete && image.naturalWidth;
  await expect.poll(() => card.locator('.deck-picture img').evaluate(loaded)).toBe(640);

  await openDeck(page, deck.id, 1);
  await page.keyboard.press('o');
  const tiles = page.getByRole('dialog').locator('.tile-picture img');
  await expect(tiles).toHaveCount(3);
  for (const tile of await tiles.all()) await expect.poll(() => tile.evaluate(loaded)).toBe(640);

  // The second slide has a step. It is made in each size, and before and after the step.
  const pictureOf = async (query: string) => {
    const answer = await context.request.get(`/api/decks/${deck.id}/slides/0/picture?inner=1&${query}`);
    expect([query, answer.status()]).toEqual([query, 200]);
    return answer.body();
  };
  const [whole, before, webp] = [
    await pictureOf('width=1920&format=png'),
    await pictureOf('width=1920&format=png&step=0'),
    await pictureOf('width=320'),
  ];
  for (const png of [whole, before]) expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1920, 1080]);
  expect(before.equals(whole)).toBe(false);
  expect((await pictureOf('width=1920&format=png&step=1')).equals(whole)).toBe(true);
  expect(webp.subarray(8, 12).toString()).toBe('WEBP');
});
