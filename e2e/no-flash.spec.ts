import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { StageFilm } from '#e2e/support/stage-film.ts';
import { expect, test } from '#e2e/support/test.ts';

const COUNT = 8;
test('no white flash appears between dark slides, even on fast changes and slow loading', async ({ page, context, user }) => {
  const slides = Array.from({ length: COUNT }, (_, at) => `${String(at + 1)}<style>html { background: #20304a }</style>`);
  const deck = await uploadDeck(context.request, { title: user.name, bytes: await plainDeck({ slides }) });
  const line = await context.newCDPSession(page);
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 120,
    downloadThroughput: 60_000,
    uploadThroughput: 60_000,
  });
  await openDeck(page, deck.id, 1);
  await expect(slide(page).getByText('1')).toBeVisible();
  const film = await StageFilm.roll(page);
  // Forward quickly, so that nothing is loaded yet; back one by one, when everything has been shown.
  for (let turn = 1; turn < COUNT; turn += 1) await page.keyboard.press('ArrowRight');
  await expectPosition(page, COUNT, COUNT);
  await expect(slide(page).getByText(String(COUNT))).toBeVisible();
  for (let position = COUNT - 1; position > 0; position -= 1) {
    await page.keyboard.press('ArrowLeft');
    await expectPosition(page, position, COUNT);
    await expect(page.locator('main iframe[data-current="true"]')).toHaveAttribute('data-role', 'seen');
  }
  expect(await film.expectDark()).toBeGreaterThan(COUNT);
});

test('the slide before stays until the next one has its style sheets', async ({ page, context, user }) => {
  const background = '<style>html { background: #20304a }</style>';
  const late = `<!doctype html><html lang="en"><head><title>Late</title>${background}<link rel="stylesheet" href="late.css"></head><body>Late</body></html>`;
  const slides = ['One', 'Two', 'Three', 'Late'].map((text) => text + background);
  const beside = { 'slides/4.html': late, 'slides/late.css': 'body { color: #fff }' };
  const deck = await uploadDeck(context.request, { title: user.name, bytes: await plainDeck({ slides, beside }) });
  const released = Promise.withResolvers<void>();
  await page.route(/\/late\.css/, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.clock.install();
  await openDeck(page, deck.id, 1);
  await expect(slide(page).getByText('One')).toBeVisible();
  const film = await StageFilm.roll(page);
  const requested = page.waitForRequest(/\/late\.css/);
  await page.keyboard.press('End');
  await requested;
  const current = page.locator('main iframe[data-current="true"]');
  // The time in which a document that has reported its position is shown, though its pictures are not there.
  for (let second = 0; second < 3; second += 1) {
    await page.clock.fastForward(1000);
    await expect(current).toHaveAttribute('data-role', 'coming');
  }
  released.resolve();
  await expect(current).toHaveAttribute('data-role', 'seen');
  await film.expectDark();
});
