import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { dropFiles } from '#e2e/support/drop.ts';
import { expectPosition, openDeck, openNotes, slide } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { DeckDetail, Visibility } from '#shared/decks.ts';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

async function aDeck(context: APIRequestContext, { title, visibility = 'private' }: { title: string; visibility?: Visibility }) {
  return uploadDeck(context, { title, visibility, bytes: await plainDeck({ title, slides: ['One', 'Two', 'Three', 'Four'] }) });
}

const shorter = (title: string): Promise<Buffer> => plainDeck({ title, slides: ['One', 'Another second'] });

async function addVersion(context: APIRequestContext, { id, title }: DeckDetail): Promise<void> {
  const file = { name: 'shorter.stage', mimeType: 'application/zip', buffer: await shorter(title) };
  const response = await context.post(`/api/decks/${id}/versions`, { multipart: { file } });
  expect(response.status()).toBe(201);
}

async function choose(page: Page, { title }: DeckDetail, item: string): Promise<void> {
  // By keyboard, because the focus shows the player's controls.
  await page.getByRole('button', { name: `Actions for ${title}` }).press('Enter');
  await page.getByRole('menuitem', { name: item }).click();
}

test('a deck is replaced under the same link, its versions are listed, and one is restored', async ({
  page,
  context,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/422/);
  const deck = await aDeck(context.request, { title: `Review of ${user.email}` });
  await page.goto('/?owner=me');
  await choose(page, deck, 'Replace with a new version…');
  const replacing = page.getByRole('dialog', { name: 'Replace with a new version' });
  const hand = async (button: string, name: string, buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser');
    await replacing.getByRole('button', { name: button }).click();
    await (await chooser).setFiles({ name, mimeType: 'application/zip', buffer });
  };
  await hand('Choose files', 'letter.stage', Buffer.from('Dear audience'));
  await expect(replacing.getByRole('listitem')).toContainText('This is not a .stage package');
  await hand('Choose other files', 'shorter.stage', await shorter(deck.title));
  await expect(page.getByText(`Version 2 of “${deck.title}” is now the current version.`)).toBeVisible();
  await expect(replacing).toHaveCount(0);
  const cards = page.getByRole('list', { name: 'Decks' }).getByRole('listitem');
  await expect(cards).toHaveCount(1);
  await expect(cards).toContainText('2 slides');

  await choose(page, deck, 'Versions…');
  const list = page.getByRole('list', { name: `Versions of ${deck.title}` });
  await expect(list.getByRole('listitem')).toHaveCount(2);
  await expect(list.getByRole('listitem').first()).toContainText('Version 2 current');
  await expect(list.getByRole('listitem').first()).toContainText(`${user.name}, now`);
  await expect(list.getByRole('listitem').last()).toContainText('4 slides');
  const download = page.waitForEvent('download');
  await list.getByRole('link', { name: 'Download version 1' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.stage$/);

  await list.getByRole('button', { name: 'Restore version 1' }).click();
  await expect(page.getByText(`Version 1 of “${deck.title}” is now the current version.`)).toBeVisible();
  await expect(cards).toContainText('4 slides');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cards).toContainText('2 slides');
});

test('a deck is replaced in the player by a drop; notes of removed slides stay readable and return on restore', async ({
  page,
  context,
  user,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const deck = await aDeck(context.request, { title: `Talk of ${user.email}` });
  for (const [index, body] of ['first', 'second', 'third', 'fourth'].entries()) {
    await context.request.put(`/api/decks/${deck.id}/notes/${String(index)}`, { data: { body: `What I say ${body}` } });
  }
  await openNotes(page, deck.id, 2);
  await page.getByRole('button', { name: 'Notes', exact: true }).focus();
  await choose(page, deck, 'Replace with a new version…');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await dropFiles(
    page,
    [
      { name: 'a.stage', bytes: await shorter(deck.title) },
      { name: 'b.stage', bytes: Buffer.from('b') },
    ],
    'Drop the new version here',
  );
  await expect(page.getByText('Only one deck at a time. Which one is the new version?')).toBeVisible();
  await dropFiles(page, [{ name: 'shorter.stage', bytes: await shorter(deck.title) }], 'Drop the new version here');
  await expectPosition(page, 2, 2);
  await expect(slide(page).getByText('Another second')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Notes for slide 2' })).toHaveValue('What I say second');

  await page.getByRole('button', { name: '2 notes belong to slides of an earlier version' }).click();
  const lost = page.getByRole('dialog', { name: 'Notes of earlier versions' });
  await expect(lost.getByRole('heading', { level: 3 })).toHaveText(['Version 1, slide 3', 'Version 1, slide 4']);
  await lost.getByRole('listitem').filter({ hasText: 'What I say third' }).getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('What I say third');
  await page.keyboard.press('Escape');

  await choose(page, deck, 'Versions…');
  await page.getByRole('button', { name: 'Restore version 1' }).click();
  await expectPosition(page, 2, 4);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('textbox', { name: 'Notes for slide 3' })).toHaveValue('What I say third');
  await expect(page.getByText(/belong to slides? of an earlier version/)).toHaveCount(0);
});

test('a user without edit rights sees the versions but cannot change them', async ({
  page,
  context,
  browser,
  accounts,
  user,
  lectern,
}) => {
  const deck = await aDeck(context.request, { title: `Shared by ${user.email}`, visibility: 'team' });
  await addVersion(context.request, deck);
  const theirs = await browser.newContext({ baseURL: lectern.origin });
  await accounts.signedIn(theirs, { name: 'Rita Reader' });
  const reading = await theirs.newPage();
  await openDeck(reading, deck.id, 1);
  await reading.mouse.move(200, 200);
  await reading.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await expect(reading.getByRole('menuitem')).toHaveText([
    'Search',
    'Star',
    'Versions…',
    'This slide in other decks…',
    'What this deck may do',
    'Download',
    'Notes as Markdown',
    'Download PDF or pictures…',
  ]);
  await reading.getByRole('menuitem', { name: 'Versions…' }).click();
  await expect(reading.getByRole('listitem')).toHaveCount(2);
  await expect(reading.getByRole('dialog').getByRole('button')).toHaveCount(1);
  await theirs.close();
  await page.close();
});

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the dialogs are accessible on pages and in the player, in every theme', async ({ page, context, user }) => {
    const deck = await aDeck(context.request, { title: `Looked at by ${user.email}` });
    await context.request.put(`/api/decks/${deck.id}/notes/2`, { data: { body: 'What I say third' } });
    await addVersion(context.request, deck);
    const look = async () => {
      for (const item of ['Replace with a new version…', 'Versions…']) {
        await choose(page, deck, item);
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectAccessibleInEveryLook(page);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('button', { name: `Actions for ${deck.title}` })).toBeFocused();
      }
    };
    await page.goto('/?owner=me');
    await look();
    await openNotes(page, deck.id);
    await expectAccessibleInEveryLook(page);
    await page.getByRole('button', { name: '1 note belongs to a slide of an earlier version' }).click();
    await expect(page.getByRole('heading', { name: 'Version 1, slide 3' })).toBeVisible();
    await expectAccessibleInEveryLook(page);
    await page.keyboard.press('Escape');
    await look();
  });
});
