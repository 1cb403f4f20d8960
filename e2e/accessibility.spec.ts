import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck } from '#e2e/support/decks.ts';
import { dropFiles, holdFiles } from '#e2e/support/drop.ts';
import { refuse } from '#e2e/support/faults.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ pageErrors }) => {
  // Many states in one test, each checked several times.
  test.slow();
  pageErrors.expect(/Blocked script execution|40[1349]|422|50[03]|console.error: Fault/);
});

test('sign-in, invite and error pages are accessible in every theme', async ({ page, accounts }) => {
  const heading = (name: string) => expect(page.getByRole('heading', { name })).toBeVisible();
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill('nobody@example.test');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleInEveryLook(page);

  const { email } = await accounts.anAccount();
  await page.goto((await accounts.anInvite({ email })).url);
  await page.getByLabel('Choose a password').fill('a good password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleInEveryLook(page);

  await page.goto('/join#not-an-invite');
  await page.reload();
  await heading('This invite is no longer valid');
  await expectAccessibleInEveryLook(page);
  await page.goto('/join');
  await page.reload();
  await heading('This link contains no invite');
  await expectAccessibleInEveryLook(page);

  await page.goto('/nowhere');
  await heading('Page not found');
  await expectAccessibleInEveryLook(page);
  await page.route('**/api/auth/get-session', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/');
  await heading('Something went wrong');
  await expectAccessibleInEveryLook(page);
});

test('the library with its dialogs and uploads is accessible in every theme', async ({ page, context, user }) => {
  await page.goto('/?owner=me');
  await expect(page.getByRole('heading', { name: 'You have no decks yet' })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await holdFiles(page);
  await expect(page.getByText('Drop to add')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.reload();

  // One running, one refused, one finished.
  const good = await plainDeck({ title: `Seen by ${user.email}` });
  await dropFiles(page, [
    { name: 'letter.stage', bytes: Buffer.from('Dear audience') },
    { name: 'good.stage', bytes: good },
  ]);
  const uploads = page.getByRole('region', { name: 'Uploads' });
  await expect(uploads.getByText('Ready')).toBeVisible();
  await expect(uploads.getByText('This is not a .stage package')).toBeVisible();
  await page.route('**/api/decks', () => new Promise(() => undefined));
  await dropFiles(page, [{ name: 'slow.stage', bytes: await plainDeck({ title: `Slow of ${user.email}` }) }]);
  await expect(uploads.getByRole('progressbar')).toBeVisible();
  await expectAccessibleInEveryLook(page);

  await page.getByRole('button', { name: `Actions for Seen by ${user.email}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByRole('button', { name: 'Add a deck' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInEveryLook(page);

  await page.unroute('**/api/decks');
  await refuse(page, 'decks.list', 503, 'UNAVAILABLE');
  await page.goto('/?owner=me&sort=title');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  expect((await context.request.get('/api/decks?owner=me')).status()).toBe(200);
});

test('the account and invite pages are accessible in every theme', async ({ page, context, accounts, browser, lectern }) => {
  const admin = await accounts.signedIn(context, { role: 'admin' });
  await using elsewhere = await browser.newContext({ baseURL: lectern.origin });
  await accounts.signIn(elsewhere.request, admin);
  await page.goto('/account');
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeVisible();
  await page.getByLabel('Current password').fill('not the password');
  await page.getByLabel('New password').fill('another horse, as correct');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expectAccessibleInEveryLook(page);

  await page.goto('/admin/invites');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('textbox', { name: 'Invite link' })).toBeFocused();
  await expectAccessibleInEveryLook(page);

  await context.clearCookies();
  await page
    .getByRole('button', { name: /^Revoke the invite/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  await expectAccessibleInEveryLook(page);
});
