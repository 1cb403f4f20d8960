import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, openNotes, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test("two people see and merge each other's changes of a note", async ({
  page,
  context,
  user,
  browser,
  accounts,
  lectern,
  pageErrors,
}) => {
  // When both save at the same moment, one of them must merge.
  pageErrors.expect(/412/);
  const deck = await uploadDeck(context.request, { title: `Shared by ${user.name}`, visibility: 'team' });
  await using other = await browser.newContext({ baseURL: lectern.origin });
  pageErrors.watch(other);
  const ben = await accounts.signedIn(other, { name: 'Ben Other' });
  const theirPage = await other.newPage();

  const mine = await openNotes(page, deck.id);
  const theirs = await openNotes(theirPage, deck.id);
  await mine.fill('Welcome everybody. Then the figures.');
  await expect(theirs).toHaveValue('Welcome everybody. Then the figures.');
  await expect(theirPage.getByText(new RegExp(`^${user.name}, `))).toBeVisible();
  await page.mouse.move(600, 400);
  await expect(page.getByRole('button', { name: `${ben.name} is on slide 1` })).toBeVisible();

  // Both type before either has saved; the carets stay in place.
  await mine.press('End');
  await theirs.press('Home');
  await Promise.all([mine.pressSequentially(' Ask for questions.'), theirs.pressSequentially('Good morning. ')]);
  const both = 'Good morning. Welcome everybody. Then the figures. Ask for questions.';
  await expect(mine).toHaveValue(both);
  await expect(theirs).toHaveValue(both);
  await theirs.pressSequentially('And hello. ');
  await expect(mine).toHaveValue(both.replace('morning. ', 'morning. And hello. '));
});

test('windows of one browser share one stream; when its window closes, another continues without a gap', async ({
  page,
  context,
  user,
}) => {
  const streams: string[] = [];
  context.on('request', (request) => request.url().includes('live.watch') && streams.push(request.url()));
  const deck = await uploadDeck(context.request, { title: `Windows of ${user.name}` });
  const write = (body: string) => context.request.put(`/api/decks/${deck.id}/notes/0`, { data: { body } });
  await openNotes(page, deck.id);
  const second = await context.newPage();
  // The notes panel is open there too, because the browser remembers it.
  const note = second.getByRole('textbox', { name: 'Notes for slide 1' });
  // The change arrives while an older request is still running.
  const written = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await second.route(/notes\.list/, async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await written.promise;
    await route.fulfill({ response });
  });
  await openDeck(second, deck.id, 1);
  await asked.promise;
  await write('first');
  const here = page.getByRole('textbox', { name: 'Notes for slide 1' });
  await expect(here).toHaveValue('first');
  written.resolve();
  await expect(note).toHaveValue('first');
  expect(streams).toHaveLength(1);

  await page.close();
  await write('second');
  await expect(note).toHaveValue('second');
  expect(streams).toHaveLength(2);
});

test('a new version is offered and shown at the same slide, and a deck that is no longer accessible disappears at once', async ({
  page,
  user,
  browser,
  accounts,
  lectern,
  pageErrors,
}) => {
  // Requests for the deck that is gone, and possibly for drawings of the replaced version.
  pageErrors.expect(/404|409/);
  await using owners = await browser.newContext({ baseURL: lectern.origin });
  await accounts.signedIn(owners, { name: 'Olga Owner' });
  const deck = await uploadDeck(owners.request, { title: `Watched by ${user.name}`, visibility: 'team' });
  await openDeck(page, deck.id, 2);
  const buffer = await plainDeck({ slides: ['One', 'Two, corrected', 'Three', 'Four'] });
  const file = { name: 'deck.stage', mimeType: 'application/zip', buffer };
  await owners.request.post(`/api/decks/${deck.id}/versions`, { multipart: { file } });
  await page.getByRole('button', { name: 'Look now' }).click();
  await expectPosition(page, 2, 4);
  await expect(slide(page).getByText('Two, corrected')).toBeVisible();

  await owners.request.patch(`/api/decks/${deck.id}`, { data: { visibility: 'private' } });
  await expect(page.getByRole('heading', { name: 'Deck not found' })).toBeVisible();
});
