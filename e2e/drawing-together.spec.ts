import { uploadDeck } from '#e2e/support/decks.ts';
import { drag, drawing, openToDraw, press, tools, unfinished } from '#e2e/support/ink.ts';
import { openDeck } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(async ({ user }) => expect(user.role).toBe('user'));

test('two people draw at the same time and erase their own strokes; the owner clears all and undoes it', async ({
  page,
  context,
  user,
  browser,
  accounts,
  baseURL,
}) => {
  const deck = await uploadDeck(context.request, { visibility: 'team' });
  await using other = await browser.newContext({ baseURL: baseURL ?? '' });
  const reader = await accounts.signedIn(other, { name: 'Rita Reader' });
  const theirs = await other.newPage();
  await Promise.all([openToDraw(page, deck.id), openToDraw(theirs, deck.id)]);
  await Promise.all([
    drag(page, [0.2, 0.2], [0.8, 0.2]),
    drag(theirs, [0.2, 0.4], [0.8, 0.4]).then(() => drag(theirs, [0.2, 0.6], [0.8, 0.6])),
  ]);
  for (const each of [page, theirs]) await expect(drawing(each, 'Drawing: 3 strokes by 2 people')).toBeAttached();

  await theirs.keyboard.press('e');
  await drag(theirs, [0.5, 0.1], [0.5, 0.5]);
  await expect(theirs.getByText(`Drawn by ${user.name}. Only`)).toBeVisible();
  for (const each of [page, theirs]) await expect(drawing(each, 'Drawing: 2 strokes by 2 people')).toBeAttached();

  await page.getByRole('button', { name: 'More drawing actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase everyone’s: 2 strokes' }).click();
  for (const each of [page, theirs]) await expect(drawing(each, 'Nothing is drawn here')).toBeAttached();
  await page.keyboard.press('Control+z');
  for (const each of [page, theirs]) await expect(drawing(each, 'Drawing: 2 strokes by 2 people')).toBeAttached();

  await page.getByRole('button', { name: 'Show drawings by' }).click();
  await page.getByRole('menuitemradio', { name: `${reader.name}, 1 stroke` }).click();
  await expect(drawing(page, 'Drawing: 1 stroke by 1 person')).toBeAttached();
});

test('a stroke is seen by others while it is drawn, with the name of its author, and is stored only when it is finished', async ({
  page,
  context,
  anotherBrowser,
}) => {
  const deck = await uploadDeck(context.request, { visibility: 'team' });
  const theirs = await (await anotherBrowser({ as: 'Rita Reader' })).newPage();
  await Promise.all([openDeck(page, deck.id, 1), openToDraw(theirs, deck.id)]);
  const stored = async () => {
    const response = await context.request.get(`/api/decks/${deck.id}/annotations`);
    return ((await response.json()) as { items: unknown[] }).items.length;
  };
  await press(theirs, [0.2, 0.3], [0.6, 0.5]);
  await expect(unfinished(page).locator('path')).toHaveCount(1);
  await expect(unfinished(page)).toHaveText('Rita Reader');
  expect(await stored()).toBe(0);
  await theirs.mouse.up();
  await expect(drawing(page, 'Drawing: 1 stroke by 1 person')).toBeAttached();
  await expect(unfinished(page)).toHaveCount(0);
  expect(await stored()).toBe(1);
});

test('two people see each other draw; a stroke that is cancelled or whose author goes offline disappears', async ({
  page,
  context,
  user,
  anotherBrowser,
  pageErrors,
}) => {
  pageErrors.expect(/net::ERR_INTERNET_DISCONNECTED/);
  const deck = await uploadDeck(context.request, { visibility: 'team' });
  const other = await anotherBrowser({ as: 'Rita Reader' });
  const theirs = await other.newPage();
  await Promise.all([openToDraw(page, deck.id), openToDraw(theirs, deck.id)]);
  await press(page, [0.2, 0.2], [0.8, 0.2]);
  await press(theirs, [0.2, 0.4], [0.8, 0.4]);
  await expect(unfinished(page)).toHaveText('Rita Reader');
  await expect(unfinished(theirs)).toHaveText(user.name);

  await theirs.locator('.ink-surface').dispatchEvent('pointercancel', { pointerId: 1 });
  await expect(unfinished(page)).toHaveCount(0);
  await theirs.mouse.up();
  await page.mouse.up();
  await expect(drawing(theirs, 'Drawing: 1 stroke by 1 person')).toBeAttached();

  await press(theirs, [0.2, 0.6], [0.8, 0.6]);
  await expect(unfinished(page)).toHaveText('Rita Reader');
  await other.setOffline(true);
  await expect(unfinished(page)).toHaveCount(0);
  await theirs.mouse.up();
  await other.setOffline(false);
  await expect(drawing(page, 'Drawing: 2 strokes by 2 people')).toBeAttached();
});

test('a stroke in progress is not shown while drawings are hidden', async ({ page, context, anotherBrowser }) => {
  const deck = await uploadDeck(context.request, { visibility: 'team' });
  const theirs = await (await anotherBrowser({ as: 'Rita Reader' })).newPage();
  await Promise.all([openToDraw(page, deck.id), openToDraw(theirs, deck.id)]);
  await press(theirs, [0.2, 0.4], [0.8, 0.4]);
  await expect(unfinished(page)).toHaveText('Rita Reader');
  await page.getByRole('button', { name: 'Show drawings by' }).click();
  await page.getByRole('menuitemradio', { name: 'No one' }).click();
  await expect(unfinished(page)).toHaveCount(0);
});

test('strokes drawn offline survive the window and are sent on reconnection', async ({ page, context, pageErrors }) => {
  pageErrors.expect(/net::ERR_FAILED/);
  const deck = await uploadDeck(context.request);
  await openToDraw(page, deck.id);
  await expect(drawing(page, 'Nothing is drawn here')).toBeAttached();
  await context.route('**/api/trpc/annotations.draw*', (route) => route.abort());
  await drag(page, [0.2, 0.2], [0.8, 0.8]);
  await expect(drawing(page, '1 stroke')).toBeAttached();
  await expect(page.getByText('1 unsent change stored on this device')).toBeVisible();
  await page.close({ runBeforeUnload: false });

  const again = await context.newPage();
  await openDeck(again, deck.id, 1);
  await expect(drawing(again, 'Drawing: 1 stroke by 1 person')).toBeAttached();
  await context.unroute('**/api/trpc/annotations.draw*');
  await again.evaluate(() => dispatchEvent(new Event('online')));
  const kept = async () => {
    const response = await context.request.get(`/api/decks/${deck.id}/annotations`);
    const { items } = (await response.json()) as { items: { payload: { strokes: unknown[] } }[] };
    return items[0]?.payload.strokes.length;
  };
  await expect.poll(kept).toBe(1);
  await expect(drawing(again, 'Drawing: 1 stroke by 1 person')).toBeAttached();
});

test('a drawing of another program is reported and not changed', async ({ page, context, baseURL }) => {
  const deck = await uploadDeck(context.request);
  const foreign = { data: { payload: { kind: 'other' } }, headers: { origin: baseURL ?? '' } };
  expect((await context.request.put(`/api/decks/${deck.id}/annotations/0`, foreign)).status()).toBe(200);
  await openToDraw(page, deck.id);
  await expect(page.getByText(/was made with another program/)).toBeVisible();
  await drag(page, [0.2, 0.2], [0.8, 0.8]);
  await expect(drawing(page, 'Nothing is drawn here')).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/was made with another program/)).toHaveCount(0);
  await expect(tools(page)).toBeVisible();
});
