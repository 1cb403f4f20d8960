import { expectAccessible, expectNoSidewaysScroll } from '#e2e/support/accessibility.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { openDeck } from '#e2e/support/player.ts';
import { expectSlideInView } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

test('the presenter view has the same share dialog; the menus of a deck lead to its visits', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Plans of ${user.email}` });
  await context.request.post(`/api/decks/${deck.id}/links`, { data: { name: 'For the board' } });
  await page.goto(`/decks/${deck.id}/present`);
  await expectSlideInView(page, 1);
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog.getByText('For the board')).toBeVisible();
  // Keys do not reach the slides behind it.
  await page.keyboard.press('b');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused();
  await expect(page.getByText('The audience would see black')).toHaveCount(0);

  await page.setViewportSize({ width: 320, height: 568 });
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Link for the audience' }).click();
  await page.getByRole('dialog', { name: 'Link for the audience' }).getByRole('button', { name: 'Share' }).click();
  await expect(dialog.getByText('For the board')).toBeVisible();
  await dialog.getByRole('button', { name: 'Settings of “For the board”' }).click();
  await expectNoSidewaysScroll(page);

  await page.setViewportSize({ width: 1280, height: 720 });
  await openDeck(page, deck.id, 1);
  await page.mouse.move(200, 200);
  for (const from of ['the player', 'its card']) {
    if (from === 'its card') await page.goto('/?owner=me');
    await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
    await page.getByRole('menuitem', { name: 'Visits' }).click();
    await expect(page.getByRole('heading', { name: 'Visits', level: 1 })).toBeVisible();
  }
});

test('a link is made, changed, shown as a QR code and deleted in the share dialog', async ({ page, context, user }) => {
  const deck = await uploadDeck(context.request, { title: `Plans of ${user.email}` });
  await page.goto('/?owner=me');
  await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await page.getByRole('menuitem', { name: 'Share…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  await expect(dialog.getByRole('status').filter({ hasText: 'A new link is here.' })).toBeVisible();

  const settings = dialog.getByRole('button', { name: 'Settings of “Link”' });
  await settings.focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Name', { exact: true }).fill('For the board');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The name is saved.')).toBeVisible();
  const notes = dialog.getByRole('switch', { name: 'See the notes' });
  await notes.focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByText('Visitors see the notes.')).toBeVisible();
  await expect(notes).toBeChecked();
  await dialog.getByRole('button', { name: 'Set password' }).click();
  await dialog.getByLabel('New password').fill('sesame');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('with password')).toBeVisible();
  await dialog.getByRole('switch', { name: 'Be shown on other websites' }).click();
  await expect(dialog.getByLabel('HTML for your website')).toHaveValue(
    /^<iframe src="http[^"]+\/embed\/[\w-]+" title="Plans of /,
  );
  const websites = dialog.getByLabel('Only on these websites');
  await websites.fill('https://www.example.com ftp://files.example');
  await websites.blur();
  await expect(dialog.getByText('“ftp://files.example” is not the address of a website.')).toBeVisible();
  await websites.fill('https://www.example.com/some/page\nExample.org');
  await websites.blur();
  await expect(dialog.getByText('Only these websites may show the deck.')).toBeVisible();
  await expect(websites).toHaveValue('https://example.org\nhttps://www.example.com');
  await expectAccessible(page);

  await dialog.getByRole('button', { name: 'QR code' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code of “For the board”' })).toBeVisible();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download as SVG' }).click();
  expect((await downloading).suggestedFilename()).toBe('link.svg');

  await dialog.getByRole('switch', { name: 'Paused' }).click();
  await expect(dialog.getByText('The link is paused.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete link…' }).click();
  await page.getByRole('button', { name: 'Delete link', exact: true }).click();
  await expect(dialog.getByText('The link is deleted.')).toBeVisible();
  await expect(dialog.getByRole('listitem').filter({ hasText: 'For the board' })).toHaveCount(0);
});
