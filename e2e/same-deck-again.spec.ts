import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { dropFiles } from '#e2e/support/drop.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { DeckDetail } from '#shared/decks.ts';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

const edited = (title: string, slides = ['One', 'Two, edited']): Promise<Buffer> => plainDeck({ title, slides });
const cards = (page: Page) => page.getByRole('list', { name: 'Decks' }).getByRole('listitem');
const tray = (page: Page) => page.getByRole('region', { name: 'Uploads' });
const anyDialog = (page: Page) => page.getByRole('dialog');
const question = (page: Page, title: string) =>
  page.getByRole('dialog', { name: `Upload as a new version of “${title}”?`, exact: true });

async function detail(context: APIRequestContext, { id }: DeckDetail): Promise<DeckDetail> {
  return (await (await context.get(`/api/decks/${id}`)).json()) as DeckDetail;
}

async function ownDecks(context: APIRequestContext): Promise<number> {
  return ((await (await context.get('/api/decks?owner=me')).json()) as { items: unknown[] }).items.length;
}

test('a package with the title of a deck becomes its new version, by keyboard alone', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Review of ${user.email}` });
  await page.goto('/?owner=me');
  await expect(cards(page)).toContainText('3 slides');
  await page.getByRole('button', { name: 'Add a deck' }).focus();
  // The title in the package has other capitals.
  await dropFiles(page, [{ name: 'review-final.stage', bytes: await edited(`REVIEW of ${user.email}`) }]);
  const dialog = question(page, deck.title);
  await expect(dialog).toContainText('“review-final.stage” has the same title as this deck.');
  await expect(dialog).toContainText(/you\s*3 slides\s*now/);
  await expect(dialog.getByRole('button', { name: 'New version' })).toBeFocused();
  await expect(dialog.getByRole('button', { name: 'New version' })).toHaveAccessibleDescription(/keeps the link/);
  await expect(tray(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Version 2 of “${deck.title}” is now the current version.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a deck' })).toBeFocused();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('2 slides');
  expect((await detail(context.request, deck)).currentVersion.number).toBe(2);
});

test('a deck that was renamed in the library is found by the title in its package', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Before ${user.email}` });
  expect((await context.request.patch(`/api/decks/${deck.id}`, { data: { title: 'After the meeting' } })).status()).toBe(200);
  await page.goto('/?owner=me');
  await expect(cards(page)).toContainText('After the meeting');
  await dropFiles(page, [{ name: 'before.stage', bytes: await edited(`Before ${user.email}`) }]);
  const dialog = question(page, 'After the meeting');
  await expect(dialog).toContainText('“before.stage” has the title that this deck had before it was renamed.');
  await dialog.getByRole('button', { name: 'New version' }).click();
  await expect(page.getByText('Version 2 of “After the meeting” is now the current version.')).toBeVisible();
  expect(await detail(context.request, deck)).toMatchObject({ title: 'After the meeting', currentVersion: { number: 2 } });
});

test('it becomes a separate deck if the user wants that; Cancel and Escape upload nothing', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Talk of ${user.email}` });
  await page.goto('/?owner=me');
  await expect(cards(page)).toHaveCount(1);
  const drop = async () => dropFiles(page, [{ name: 'talk.stage', bytes: await edited(deck.title) }]);
  const dialog = question(page, deck.title);

  await drop();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await drop();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(tray(page)).toHaveCount(0);
  expect(await ownDecks(context.request)).toBe(1);

  await drop();
  await dialog.getByRole('button', { name: 'Separate deck' }).click();
  await expect(tray(page)).toContainText('Ready');
  await expect(cards(page)).toHaveCount(2);
  expect((await detail(context.request, deck)).currentVersion.number).toBe(1);
});

test('the same file again is not uploaded but opened', async ({ page, context, user }) => {
  const title = `Same of ${user.email}`;
  const bytes = await edited(title);
  const deck = await uploadDeck(context.request, { title, bytes });
  // A deck with the same title that was changed later, but has another content.
  await uploadDeck(context.request, { title });
  await page.goto('/?owner=me');
  await dropFiles(page, [{ name: 'same.stage', bytes }]);
  const dialog = page.getByRole('dialog', { name: 'This deck is already in the library' });
  await expect(dialog).toContainText('“same.stage” is the same file as the current version of this deck.');
  await expect(dialog.getByRole('button', { name: 'Open the deck' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/decks/${deck.id}`));
  await expect(dialog).toHaveCount(0);
  expect(await ownDecks(context.request)).toBe(2);
});

test('of several files, only those with a match are in the question, each with its own choice', async ({
  page,
  context,
  user,
}) => {
  const first = await uploadDeck(context.request, { title: `First of ${user.email}` });
  const second = await uploadDeck(context.request, { title: `Second of ${user.email}` });
  const sameBytes = await edited(`Third of ${user.email}`);
  await uploadDeck(context.request, { title: `Third of ${user.email}`, bytes: sameBytes });
  await page.goto('/?owner=me');
  await expect(cards(page)).toHaveCount(3);
  await dropFiles(page, [
    { name: 'first.stage', bytes: await edited(first.title) },
    { name: 'first-draft.stage', bytes: await edited(first.title, ['Draft']) },
    { name: 'second.stage', bytes: await edited(second.title) },
    { name: 'third.stage', bytes: sameBytes },
    { name: 'new.stage', bytes: await edited(`New of ${user.email}`) },
  ]);
  const dialog = page.getByRole('dialog', { name: 'Upload as new versions?' });
  const choice = (file: string, name: string) =>
    dialog.getByRole('group', { name: `What to do with ${file}`, exact: true }).getByRole('radio', { name });
  await expect(dialog.getByRole('listitem')).toHaveCount(4);
  // The file without a match does not wait for an answer.
  await expect(tray(page)).toContainText('new.stage');
  await expect(choice('first.stage', 'New version')).toBeChecked();
  await expect(choice('first-draft.stage', 'Separate deck')).toBeChecked();
  await expect(choice('second.stage', 'New version')).toBeChecked();
  await expect(choice('third.stage', 'Leave out')).toBeChecked();
  await expect(choice('third.stage', 'New version')).toHaveCount(0);
  await expect(choice('first.stage', 'New version')).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(choice('first-draft.stage', 'Separate deck')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(choice('first-draft.stage', 'Leave out')).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(choice('second.stage', 'New version')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(choice('second.stage', 'Separate deck')).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(`Version 2 of “${first.title}” is now the current version.`)).toBeVisible();
  await expect(tray(page).getByText('Ready')).toHaveCount(2);
  await expect(cards(page)).toHaveCount(5);
  expect((await detail(context.request, second)).currentVersion.number).toBe(1);
});

test('one of two files matches: the other one is uploaded at once', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Known of ${user.email}` });
  await page.goto('/?owner=me');
  await dropFiles(page, [
    { name: 'other.stage', bytes: await edited(`Other of ${user.email}`) },
    { name: 'known.stage', bytes: await edited(deck.title) },
  ]);
  const dialog = question(page, deck.title);
  await expect(dialog).toBeVisible();
  await expect(tray(page).getByText('Ready')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'New version' }).click();
  await expect(page.getByText(`Version 2 of “${deck.title}” is now the current version.`)).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
});

test('only decks that the user may edit are suggested', async ({ page, context, user, anotherBrowser }) => {
  const owner = await anotherBrowser({ as: 'Owen' });
  const seen = await uploadDeck(owner.request, { title: `Team of ${user.email}`, visibility: 'team' });
  const shared = await uploadDeck(owner.request, { title: `Shared of ${user.email}`, visibility: 'team' });
  const userId = await ownId(context.request);
  for (const [{ id }, access] of [[seen, 'read'] as const, [shared, 'edit'] as const]) {
    const share = await owner.request.put(`/api/decks/${id}/people/${userId}`, { data: { access } });
    expect(share.ok()).toBe(true);
  }
  await page.goto('/');
  await dropFiles(page, [{ name: 'team.stage', bytes: await edited(seen.title) }]);
  await expect(tray(page)).toContainText('Ready');
  await expect(anyDialog(page)).toHaveCount(0);

  await dropFiles(page, [{ name: 'shared.stage', bytes: await edited(shared.title) }]);
  await expect(question(page, shared.title)).toContainText(/Owen\s*3 slides/);
  await question(page, shared.title).getByRole('button', { name: 'New version' }).click();
  await expect(page.getByText(`Version 2 of “${shared.title}” is now the current version.`)).toBeVisible();
  expect(await ownDecks(context.request)).toBe(1);
});

test('the question comes after everything is packed', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Packed of ${user.email}` });
  await page.goto('/?owner=me');
  const html = (title: string) => Buffer.from(`<!doctype html><meta charset="utf-8"><title>${title}</title><h1>Page</h1>`);
  await dropFiles(page, [{ name: 'one.html', bytes: html(deck.title) }]);
  await expect(page.getByRole('dialog', { name: 'Add a deck' }).getByLabel('Title')).toHaveValue(deck.title);
  await dropFiles(page, [{ name: 'two.html', bytes: html(`Later of ${user.email}`) }]);
  await page.getByRole('dialog', { name: 'Add a deck' }).getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a deck' }).getByLabel('Title')).toHaveValue(`Later of ${user.email}`);
  await expect(anyDialog(page)).toHaveCount(1);
  await page.getByRole('dialog', { name: 'Add a deck' }).getByRole('button', { name: 'Upload' }).click();
  await question(page, deck.title).getByRole('button', { name: 'New version' }).click();
  await expect(page.getByText(`Version 2 of “${deck.title}” is now the current version.`)).toBeVisible();
  await expect(cards(page)).toHaveCount(2);
});

test('files are uploaded as new decks if the list of decks cannot be read', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/503/);
  const deck = await uploadDeck(context.request, { title: `Unknown of ${user.email}` });
  await page.goto('/?owner=me');
  await expect(cards(page)).toHaveCount(1);
  await page.route(/\/api\/trpc\/decks\.list/, (route) => route.fulfill({ status: 503, json: {} }));
  await dropFiles(page, [{ name: 'unknown.stage', bytes: await edited(deck.title) }]);
  await expect(tray(page)).toContainText('Ready');
  await expect(anyDialog(page)).toHaveCount(0);
});

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 320, height: 640 } });

  test('both questions are accessible in every theme and fit a narrow window', async ({ page, context, user }) => {
    const first = await uploadDeck(context.request, { title: `Quarterly review for the whole team of ${user.email}` });
    const second = await uploadDeck(context.request, { title: `Second of ${user.email}` });
    await page.goto('/?owner=me');
    const fits = async () => {
      await expectAccessibleInEveryLook(page);
      const overflow = () => anyDialog(page).evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
      await expect.poll(overflow).toBe(0);
    };
    await dropFiles(page, [{ name: 'quarterly-review-final.stage', bytes: await edited(first.title) }]);
    await expect(question(page, first.title)).toBeVisible();
    await fits();
    await page.keyboard.press('Escape');
    await dropFiles(page, [
      { name: 'quarterly-review-final.stage', bytes: await edited(first.title) },
      { name: 'second.stage', bytes: await edited(second.title) },
    ]);
    await expect(page.getByRole('dialog', { name: 'Upload as new versions?' })).toBeVisible();
    await fits();
  });
});

async function ownId(context: APIRequestContext): Promise<string> {
  const { user } = (await (await context.get('/api/auth/get-session')).json()) as { user: { id: string } };
  return user.id;
}
