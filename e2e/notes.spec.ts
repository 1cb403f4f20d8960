import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openNotes } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test('a note starts with the text of the package, and what is typed is still there after a reload', async ({
  page,
  context,
  user,
}) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ notes: ['From the deck itself'] }) });
  const note = await openNotes(page, deck.id);
  await expect(note).toHaveValue('From the deck itself');

  await note.fill('Pause here. Look up.');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByText(new RegExp(`^${user.name}, `))).toBeVisible();
  await page.reload();
  await expect(note).toHaveValue('Pause here. Look up.');
});

test('a note is saved when the slide is turned or the page is left in the middle of typing', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Notes of ${user.name}` });
  await (await openNotes(page, deck.id)).fill('first');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('textbox', { name: 'Notes for slide 2' }).fill('second');
  await page.goto('about:blank');

  await page.goto(`/decks/${deck.id}/1`);
  await expect(page.getByRole('textbox', { name: 'Notes for slide 1' })).toHaveValue('first');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Next' }).click();
  await expectPosition(page, 2, 3);
  await expect(page.getByRole('textbox', { name: 'Notes for slide 2' })).toHaveValue('second');
});

test('two people writing at once are shown both texts', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/412/);
  const deck = await uploadDeck(context.request, { title: `Notes of ${user.name}` });
  const note = await openNotes(page, deck.id);
  await context.request.put(`/api/decks/${deck.id}/notes/0`, { data: { body: 'written elsewhere' } });

  await note.fill('written here');
  const choice = page.getByRole('alertdialog');
  await expect(choice.getByText('written here')).toBeVisible();
  await expect(choice.getByText('written elsewhere')).toBeVisible();
  await choice.getByRole('button', { name: 'Keep mine' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const stored: unknown = await (await context.request.get(`/api/decks/${deck.id}/notes`)).json();
  expect(stored).toMatchObject({ items: [{ body: 'written here', revision: 2 }] });
});
