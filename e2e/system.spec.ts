import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test('an admin sees how the server is; a member does not', async ({ page, context, browser, accounts, lectern }) => {
  await accounts.signedIn(context, { role: 'admin', name: 'Ana Brandt' });
  await uploadDeck(context.request, { title: 'Quarterly figures' });
  await page.goto('/admin/users');
  await page.getByRole('link', { name: 'The server' }).click();
  await expect(page.getByRole('heading', { name: 'The server', level: 1 })).toBeFocused();
  await expect(page.getByText(/^Lectern \d+\.\d+\.\d+ on Node/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Parts' })).toContainText(/Database\s*Works/);
  await expect(page.getByRole('table', { name: 'Whose decks take most' }).getByRole('row').nth(1)).toContainText('@');
  await expect(page.getByRole('row', { name: /^Pictures and exports/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Backups' })).toContainText('There is no complete backup.');
  await expect(page.getByRole('region', { name: 'Limits' })).toContainText('Storage for each person');
  await expectAccessibleInEveryLook(page);

  await using theirs = await browser.newContext({ baseURL: lectern.origin });
  await accounts.signedIn(theirs, { name: 'Ben Weber' });
  const other = await theirs.newPage();
  await other.goto('/admin/system');
  await expect(other.getByRole('heading', { name: 'Admins only' })).toBeVisible();
});
