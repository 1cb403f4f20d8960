import { uploadDeck } from '#e2e/support/decks.ts';
import { drag, drawing, tools } from '#e2e/support/ink.ts';
import { expectPosition, openDeck, openNotes, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Errors that browsers log for a lost connection. */
const NO_CONNECTION = /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/;

test('text typed offline is kept and sent on reconnection', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(NO_CONNECTION);
  const deck = await uploadDeck(context.request, { title: `Offline with ${user.name}` });
  const note = await openNotes(page, deck.id);
  await context.setOffline(true);
  await note.fill('typed on the train');
  await expect(page.getByText('Stored on this device. It will be sent when you are back online.')).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const stored: unknown = await (await context.request.get(`/api/decks/${deck.id}/notes`)).json();
  expect(stored).toMatchObject({ items: [{ body: 'typed on the train', revision: 1 }] });
});

test('changes of a crashed window are sent on the next visit to any page', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(NO_CONNECTION);
  const deck = await uploadDeck(context.request, { title: `Crash of ${user.name}` });
  const note = await openNotes(page, deck.id);
  await context.setOffline(true);
  await note.fill('not to be lost');
  await expect(page.getByText('Stored on this device.')).toBeVisible();
  // The page's process ends, so no unload event fires.
  await page.goto('chrome://crash').catch(() => undefined);
  await page.close();
  await context.setOffline(false);

  const later = await context.newPage();
  await later.goto('/');
  const stored = async () => (await context.request.get(`/api/decks/${deck.id}/notes`)).text();
  await expect.poll(stored).toContain('not to be lost');
});

test('unsent changes are never sent or shown as another user, and remain for their author', async ({
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
  await expect(page.getByText('Stored on this device.')).toBeVisible();
  await page.goto('chrome://crash').catch(() => undefined);
  await page.close();
  await context.setOffline(false);

  await context.clearCookies();
  await accounts.signedIn(context, { name: 'Somebody Else' });
  // The notes panel is open there too, because the browser remembers it.
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

test('what one user drew offline is not stored as another, who has signed in in another window', async ({
  page,
  context,
  user,
  accounts,
  pageErrors,
}) => {
  pageErrors.expect(NO_CONNECTION);
  pageErrors.expect(/409/);
  const deck = await uploadDeck(context.request, { title: `Drawn by ${user.name}`, visibility: 'team' });
  await openDeck(page, deck.id, 1);
  await page.keyboard.press('d');
  await expect(tools(page)).toBeVisible();
  await expect(drawing(page, 'Nothing is drawn here')).toBeAttached();
  await context.setOffline(true);
  await drag(page, [0.2, 0.2], [0.6, 0.6]);
  await expect(drawing(page, 'Drawing: 1 stroke by 1 person')).toBeAttached();

  await accounts.signedIn(context, { name: 'Somebody Else' });
  const refused = page.waitForResponse((response) => response.url().includes('annotations.draw') && response.status() === 409);
  await context.setOffline(false);
  await refused;
  const stored = async () => (await context.request.get(`/api/decks/${deck.id}/annotations`)).text();
  expect(await stored()).not.toContain('"strokes":[{');

  await accounts.signIn(context.request, user);
  await page.reload();
  await expect.poll(stored).toContain('"strokes":[{');
  expect(await stored()).toContain(user.name);
});

test('a talk continues offline, and notes and strokes are sent on reconnection', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(NO_CONNECTION);
  const deck = await uploadDeck(context.request, { title: `Tunnel of ${user.name}` });
  const note = await openNotes(page, deck.id);
  await page.keyboard.press('Escape');
  await page.keyboard.press('d');
  await expect(tools(page)).toBeVisible();
  await expect(drawing(page, 'Nothing is drawn here')).toBeAttached();
  await expect(page.locator('main iframe[data-start="1"][data-role="waiting"]')).toBeAttached();
  await context.setOffline(true);
  await note.fill('written in the tunnel');
  await page.keyboard.press('Escape');
  await drag(page, [0.2, 0.2], [0.6, 0.6]);
  await expect(drawing(page, 'Drawing: 1 stroke by 1 person')).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 3);
  await expect(slide(page).getByText('Two')).toBeVisible();
  const waiting = page.getByText('2 unsent changes stored on this device');
  await expect(waiting).toBeAttached();

  await context.setOffline(false);
  await expect(waiting).toHaveCount(0);
  const stored = async (what: string) => (await context.request.get(`/api/decks/${deck.id}/${what}`)).text();
  await expect.poll(() => stored('notes')).toContain('written in the tunnel');
  await expect.poll(() => stored('annotations')).toContain('"strokes":[{');
});

test('the library shows that it is offline and refreshes on reconnection', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(NO_CONNECTION);
  pageErrors.expect(/Blocked script execution/);
  await uploadDeck(context.request, { title: `Here before ${user.email}` });
  await page.goto('/?owner=me');
  await expect(page.getByRole('link', { name: /^Here before/ })).toBeVisible();
  await context.setOffline(true);
  const words = page.getByText('No connection. This page may be out of date.');
  await expect(words).toBeVisible();
  await page.getByRole('searchbox').fill('later');
  // Parts that are not loaded yet wait for the connection and break nothing.
  await page.getByRole('button', { name: 'Add a deck' }).press('Enter');
  // Uploaded from elsewhere while this browser is offline.
  await uploadDeck(context.request, { title: `Later than ${user.email}` });
  await context.setOffline(false);
  await expect(page.getByRole('dialog', { name: 'Add a deck' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: /^Later than/ })).toBeVisible();
  await expect(words).toHaveCount(0);
});
