import type { Route } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, openNotes } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test('a note starts with the text of the package, and changes survive a reload', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ notes: ['From the deck itself'] }) });
  const note = await openNotes(page, deck.id);
  await expect(note).toHaveValue('From the deck itself');

  await note.fill('Pause here. Look up.');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByText(new RegExp(`^${user.name}, `))).toBeVisible();
  await page.reload();
  await expect(note).toHaveValue('Pause here. Look up.');
});

test('a note is saved when the slide changes or the page is left while typing', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Notes of ${user.name}` });
  await (await openNotes(page, deck.id)).fill('first');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Notes for slide 2' }).fill('second');
  await page.goto('about:blank');

  await page.goto(`/decks/${deck.id}/1`);
  await expect(page.getByRole('textbox', { name: 'Notes for slide 1' })).toHaveValue('first');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 3);
  await expect(page.getByRole('textbox', { name: 'Notes for slide 2' })).toHaveValue('second');
});

test('two people who type into an empty note at the same time each get a line of their own', async ({
  page,
  context,
  anotherBrowser,
  pageErrors,
  user: _user,
}) => {
  pageErrors.expect(/412/);
  const deck = await uploadDeck(context.request, { visibility: 'team' });
  const ben = await (await anotherBrowser({ as: 'Ben' })).newPage();
  await context.request.put(`/api/decks/${deck.id}/notes/0`, { data: { body: '' } });
  const note = await openNotes(page, deck.id);
  await openDeck(ben, deck.id, 1);
  await ben.keyboard.press('Shift+N');
  const bens = ben.getByRole('textbox', { name: 'Notes for slide 1' });

  // Both have put the caret into the empty note before the other one types.
  await note.focus();
  await bens.focus();
  await note.pressSequentially('Ann writes');
  await expect(bens).toHaveValue('Ann writes');
  await bens.pressSequentially('Ben writes');
  await expect(note).toHaveValue('Ann writes\nBen writes');
  // Each goes on where they were.
  await note.pressSequentially(' more');
  await bens.pressSequentially(' too');
  for (const field of [note, bens]) await expect(field).toHaveValue('Ann writes more\nBen writes too');
});

test('two people who change the same words are shown both texts', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/412/);
  const deck = await uploadDeck(context.request, { title: `Notes of ${user.name}` });
  await context.request.put(`/api/decks/${deck.id}/notes/0`, { data: { body: 'written before' } });
  const note = await openNotes(page, deck.id);
  await expect(note).toHaveValue('written before');
  // Someone else saves first while this request is running.
  const beQuicker = async (route: Route) => {
    await context.request.put(`/api/decks/${deck.id}/notes/0`, { data: { body: 'written elsewhere' } });
    await route.continue();
  };
  await page.route('**/notes.set*', beQuicker, { times: 1 });

  await note.fill('written here');
  const choice = page.getByRole('alertdialog');
  await expect(choice.getByText('written here')).toBeVisible();
  await expect(choice.getByText('written elsewhere')).toBeVisible();
  await choice.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const stored: unknown = await (await context.request.get(`/api/decks/${deck.id}/notes`)).json();
  expect(stored).toMatchObject({ items: [{ body: 'written here', revision: 3 }] });
});

test('earlier texts of a note can be viewed and restored, and all notes can be downloaded', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `History of ${user.name}` });
  const path = `/api/decks/${deck.id}/notes/0`;
  await context.request.put(path, { data: { body: 'A good text that took an hour' } });
  await context.request.put(path, { data: { body: 'oops' } });
  const note = await openNotes(page, deck.id);
  await expect(note).toHaveValue('oops');

  await page.getByRole('button', { name: 'History', exact: true }).click();
  const history = page.getByRole('dialog', { name: 'History of this note' });
  await expect(history.getByRole('listitem')).toHaveCount(2);
  await expect(history.getByRole('deletion')).toHaveText('A good text that took an hour');
  await history.getByRole('button', { name: 'Restore' }).click();
  await expect(note).toHaveValue('A good text that took an hour');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();

  await page.mouse.move(600, 400);
  await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Notes as Markdown' }).click();
  expect((await download).suggestedFilename()).toBe(`${deck.title}.md`);
});
