import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { StageFilm } from '#e2e/support/stage-film.ts';
import { expect, test } from '#e2e/support/test.ts';

const COUNT = 8;
/** Places without text, which is white. */
const BARE = [
  [0.2, 0.3],
  [0.8, 0.3],
  [0.2, 0.7],
  [0.8, 0.7],
] as const;

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
  const { brightest, pictures } = await film.develop(BARE);
  expect(pictures).toBeGreaterThan(COUNT);
  expect(brightest).toBeLessThan(128);
});
