import type { APIRequestContext } from '@playwright/test';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Waits until as many copies of a slide are found as there should be. Decks are indexed after the upload. */
async function found(request: APIRequestContext, deckId: string, slideIndex: number, expected: readonly boolean[]) {
  const copies = async () => {
    const answer = await request.get(`/api/decks/${deckId}/slides/${slideIndex}/copies`);
    return ((await answer.json()) as { items: { isNewer: boolean }[] }).items.map(({ isNewer }) => isNewer);
  };
  await expect.poll(copies).toEqual(expected);
}

test('a slide that is also in other decks, and has been changed in one of them', async ({ page, context, user }) => {
  test.slow();
  expect(user.role).toBe('user');
  const word = crypto.randomUUID().slice(0, 8);
  const prices = `<h1>Prices of ${word}</h1>`;
  const upload = async (title: string, slides: readonly string[]) =>
    uploadDeck(context.request, { title, bytes: await plainDeck({ slides: [...slides] }) });
  const deck = await upload(`Offer ${word}`, [`<h1>Hello ${word}</h1>`, prices]);
  const template = await upload(`Template ${word}`, [prices]);
  await upload(`Other ${word}`, ['<p>Something else</p>', prices]);
  await found(context.request, deck.id, 1, [false, false]);
  const newer = await plainDeck({ slides: [`<h1>New prices of ${word}</h1>`] });
  const file = { name: 'deck.stage', mimeType: 'application/zip', buffer: Buffer.from(newer) };
  expect((await context.request.post(`/api/decks/${template.id}/versions`, { multipart: { file } })).status()).toBe(201);
  await found(context.request, deck.id, 1, [true, false]);
  const dialog = page.getByRole('dialog', { name: 'This slide is also in' });
  const openDialog = async () => {
    await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
    await page.getByRole('menuitem', { name: 'This slide in other decks…' }).click();
  };

  await test.step('the menu of the player lists them', async () => {
    await openDeck(page, deck.id, 1);
    await expectPosition(page, 1, 2);
    await openDialog();
    await expect(dialog.getByText('No other deck that you may see has this slide.')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await expectPosition(page, 2, 2);
    await openDialog();
    await expect(dialog.getByRole('status')).toHaveText('2 decks');
    await expect(dialog.getByRole('region', { name: 'Changed there since' }).getByRole('link')).toHaveText(/^Template/);
    await expect(dialog.getByRole('region', { name: 'The same' }).getByRole('link')).toHaveText(/^Other/);
    await expectAccessibleInEveryLook(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectAccessibleInEveryLook(page);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('a link opens the other deck at the slide', async () => {
    await dialog.getByRole('link', { name: /^Other/ }).click();
    await expectPosition(page, 2, 2);
    await expect(page).toHaveTitle(new RegExp(`Other ${word}`));
  });

  await test.step('the presenter view says that there is a newer one', async () => {
    await page.goto(`/decks/${deck.id}/present`);
    const hint = page.getByRole('link', { name: `This slide has been changed in “Template ${word}”` });
    await expect(page.getByRole('region', { name: 'Current slide' }).or(page.getByLabel('Current slide')).first()).toBeVisible();
    await page.keyboard.press('End');
    await expect(hint).toBeVisible();
    await expect(hint).toHaveAttribute('href', `/decks/${template.id}/1`);
    await page.keyboard.press('Home');
    await expect(hint).toHaveCount(0);
  });
});
