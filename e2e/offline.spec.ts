import { uploadDeck } from '#e2e/support/decks.ts';
import { openDeck, openNotes } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

/** What a dropped connection makes browsers complain of. */
const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/;

test('what is typed without a connection is kept, and sent when it is back', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(NO_CONNECTION);
  const deck = await uploadDeck(context.request, { title: `Offline with ${user.name}` });
  const note = await openNotes(page, deck.id);
  await context.setOffline(true);
  await note.fill('typed on the train');
  await expect(page.getByText('Kept on this device. It is sent as soon as there is a connection.')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const stored: unknown = await (await context.request.get(`/api/decks/${deck.id}/notes`)).json();
  expect(stored).toMatchObject({ items: [{ body: 'typed on the train', revision: 1 }] });
});

test('what a window had when it crashed is sent at the next visit, wherever that leads', async ({
  page,
  context,
  user,
  pageErrors,
}) => {
  pageErrors.expect(NO_CONNECTION);
  const deck = await uploadDeck(context.request, { title: `Crash of ${user.name}` });
  const note = await openNotes(page, deck.id);
  await context.setOffline(true);
  await note.fill('not to be lost');
  await expect(page.getByText('Kept on this device.')).toBeVisible();
  // No event of leaving is fired: the process of the page is gone.
  await page.goto('chrome://crash').catch(() => undefined);
  await page.close();
  await context.setOffline(false);

  const later = await context.newPage();
  await later.goto('/');
  const stored = async () => (await context.request.get(`/api/decks/${deck.id}/notes`)).text();
  await expect.poll(stored).toContain('not to be lost');
});

test('unsent work is neither sent nor shown by somebody else on the same browser, and still there for its author', async ({
  page,
  context,
  user,
  accounts,
  pageErrors,
}) => {
  pageErrors.expect(NO_CONNECTION);
  pageErrors.expect(/401/);
  const deck = await uploadDeck(context.request, { title: `Kept for ${user.name}`, visibility: 'team' });
  const note = await openNotes(page, deck.id);
  await context.setOffline(true);
  await note.fill('mine alone');
  await expect(page.getByText('Kept on this device.')).toBeVisible();
  await page.goto('chrome://crash').catch(() => undefined);
  await page.close();
  await context.setOffline(false);

  await context.clearCookies();
  await accounts.signedIn(context.request, { name: 'Somebody Else' });
  // The notes are open there as they were left here.
  const theirs = await context.newPage();
  await openDeck(theirs, deck.id, 1);
  await expect(theirs.getByRole('textbox', { name: 'Notes for slide 1' })).toHaveValue('');
  await theirs.close();

  await context.clearCookies();
  await accounts.signIn(context.request, user);
  const again = await context.newPage();
  await openDeck(again, deck.id, 1);
  await expect(again.getByRole('textbox', { name: 'Notes for slide 1' })).toHaveValue('mine alone');
  await expect(again.getByText('Saved', { exact: true })).toBeVisible();
  const stored: unknown = await (await context.request.get(`/api/decks/${deck.id}/notes`)).json();
  expect(stored).toMatchObject({ items: [{ body: 'mine alone', updatedBy: { name: user.name } }] });
});
