import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { openDeck } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

const WIDTH = 320;
test.use({ viewport: { width: WIDTH, height: 640 } });
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

test('the versions of a deck are readable at 320 px', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Replaced by ${user.email}` });
  const file = { name: 'new.stage', mimeType: 'application/zip', buffer: await plainDeck({ title: 'New' }) };
  expect((await context.request.post(`/api/decks/${deck.id}/versions`, { multipart: { file } })).status()).toBe(201);
  await page.goto('/?owner=me');
  await page.getByRole('button', { name: `Actions for ${deck.title}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Versions…' }).press('Enter');
  const row = page.getByRole('listitem').filter({ hasText: 'Version 1' });
  const number = row.getByText('Version 1', { exact: true });
  await expect(number).toBeVisible();
  const isOneLine = (element: Element) => element.getClientRects().length === 1 && element.clientHeight < 30;
  expect(await number.evaluate(isOneLine)).toBe(true);
  for (const name of ['View version 1', 'Restore version 1'])
    await expect(row.getByRole(/View/.test(name) ? 'link' : 'button', { name })).toBeInViewport({ ratio: 1 });
});

test('every control of the presenter view is on the screen at 320 px', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Presented by ${user.email}` });
  await openDeck(page, deck.id, 1);
  await page.goto(`/decks/${deck.id}/present`);
  const controls = page.getByRole('toolbar').first();
  await expect(controls.getByRole('button', { name: 'Next' })).toBeVisible();
  for (const button of await controls.getByRole('button').all()) {
    if (await button.isVisible()) await expect(button).toBeInViewport({ ratio: 1 });
  }
  // The title and the state of the talk have a line of their own, above the buttons.
  const [title, start] = [page.getByRole('heading', { level: 1 }), page.getByRole('button', { name: 'Start talk' })];
  expect((await title.boundingBox())?.width).toBeGreaterThan(WIDTH * 0.75);
  await expect(start).toBeInViewport({ ratio: 1 });
  const [status, below] = [await page.getByText('Rehearsal').boundingBox(), await start.boundingBox()];
  expect(below?.y).toBeGreaterThan((status?.y ?? WIDTH) + (status?.height ?? 0));
});
