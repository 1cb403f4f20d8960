import { readFile } from 'node:fs/promises';
import JSZip from 'jszip';
import { expectAccessible, expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test('a person downloads their data, gives their decks to someone and deletes their account', async ({
  page,
  accounts,
  browser,
  lectern,
  user,
}) => {
  await uploadDeck(page.request, { title: 'Inherited' });
  const theirs = await browser.newContext({ baseURL: lectern.origin });
  const heir = await accounts.signedIn(theirs, { name: 'Benedikt Weber' });

  await page.goto('/account');
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download your data' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Lectern.zip');
  const { files } = await JSZip.loadAsync(await readFile(await download.path()));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['person.json', 'decks/Inherited.stage']));

  await page.getByRole('button', { name: 'Delete your account…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByRole('radio', { name: 'Give to someone' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'Choose who gets your decks.' })).toBeVisible();
  await dialog.getByRole('radio', { name: 'Delete' }).check();
  await expect(dialog).toContainText('All of your decks are deleted for good');
  await dialog.getByRole('radio', { name: 'Give to someone' }).check();
  await dialog.getByRole('combobox').fill(heir.email);
  await dialog.getByRole('option', { name: 'Benedikt Weber' }).click();
  await expect(dialog).toContainText('Benedikt Weber gets your decks.');
  await expect(dialog.getByRole('button', { name: 'Choose someone else' })).toBeFocused();
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();

  await page.waitForURL('**/sign-in');
  await expect(page.getByLabel('Email')).toBeVisible();
  const listed = await theirs.request.get('/api/decks?owner=me');
  expect(await listed.json()).toMatchObject({ items: [{ title: 'Inherited' }] });
  const again = await page.request.post('/api/auth/sign-in/email', {
    data: { email: user.email, password: user.password },
    headers: { origin: lectern.origin },
  });
  expect(again.status()).toBe(401);
});
