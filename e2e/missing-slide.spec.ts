import { uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test('a slide that is missing or does not load is reported and can be retried', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/404|ERR_FAILED/);
  const deck = await uploadDeck(context.request, { title: user.name });
  await openDeck(page, deck.id, 999);
  await expectPosition(page, 3, 3);
  await expect(page).toHaveURL(new RegExp(`/decks/${deck.id}/3$`));
  await expect(slide(page).getByText('Three')).toBeVisible();

  const missing = page.getByRole('alert').filter({ hasText: 'This slide could not be loaded' });
  const entry = '**/play/**/slides/2.html*';
  for (const [fail, words] of [
    [404, /Its address is no longer valid/],
    [null, /There is no connection to the server/],
  ] as const) {
    await page.route(entry, (route) => (fail === null ? route.abort() : route.fulfill({ status: fail, body: 'gone' })));
    await openDeck(page, deck.id, 2);
    await expect(missing).toContainText(words);
    // The other slides are still available.
    await page.keyboard.press('ArrowLeft');
    await expect(slide(page).getByText('One')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(missing).toBeVisible();
    await page.unroute(entry);
    await missing.getByRole('button', { name: 'Try again' }).click();
    await expect(slide(page).getByText('Two')).toBeVisible();
    await expect(missing).toHaveCount(0);
  }
});
