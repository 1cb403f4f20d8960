import { expectAccessible } from '#e2e/support/accessibility.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { expect, test } from '#e2e/support/test.ts';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

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
