import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { expect, test } from '#e2e/support/test.ts';

/** The row of one user among all users of this server. */
async function rowOf(page: Page, email: string): Promise<Locator> {
  const row = page.getByRole('listitem').filter({ hasText: email });
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(async () => {
    // The list may be removed while this waits for it or for the next page.
    if (!(await row.isVisible())) await more.click({ timeout: 1000 });
    await expect(row).toBeVisible({ timeout: 1000 });
  }).toPass();
  return row;
}

test('an admin renames, promotes, disables and removes a user and gets their decks', async ({
  page,
  context,
  browser,
  accounts,
  lectern,
}) => {
  await accounts.signedIn(context, { role: 'admin', name: 'Ana Brandt' });
  const theirs = await browser.newContext({ baseURL: lectern.origin });
  const ben = await accounts.signedIn(theirs, { name: 'Ben Weber' });
  const decks = await Promise.all(['One', 'Two'].map((title) => uploadDeck(theirs.request, { title })));
  await page.goto('/');
  await page.getByRole('link', { name: 'People' }).click();
  const row = await rowOf(page, ben.email);
  const choose = async (name: string, role: 'menuitem' | 'menuitemradio' = 'menuitem') => {
    await row.getByRole('button').click();
    await page.getByRole(role, { name, exact: true }).click();
  };

  await choose('Rename');
  await page.getByRole('textbox', { name: 'New name of Ben Weber' }).fill('Benedikt Weber');
  await page.keyboard.press('Enter');
  await expect(row).toContainText('Benedikt Weber');
  await expect(row).toContainText('2 decks');

  await choose('Admin', 'menuitemradio');
  await page.keyboard.press('Escape');
  await expect(row).toContainText('Admin');
  await expect(page.getByText('Benedikt Weber is an admin now.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row).toContainText('Member');

  await choose('Disable');
  await expect(page.getByText('Benedikt Weber is signed out and can no longer sign in.')).toBeVisible();
  await expect(row).toContainText('Disabled');
  expect((await theirs.request.get('/api/decks')).status()).toBe(401);
  await choose('Enable');
  await expect(page.getByText('Benedikt Weber can sign in again.')).toBeVisible();
  await accounts.signIn(theirs.request, ben);

  await choose('Remove…');
  const question = page.getByRole('dialog', { name: 'Remove Benedikt Weber?' });
  await expect(question).toContainText('Their 2 decks become yours. The links stay the same.');
  await question.getByRole('button', { name: 'Remove Benedikt Weber' }).click();
  await expect(page.getByText('Benedikt Weber is removed. Their 2 decks are yours now.')).toBeVisible();
  await expect(row).toHaveCount(0);
  for (const { id } of decks) {
    expect(await (await context.request.get(`/api/decks/${id}`)).json()).toMatchObject({ owner: { name: 'Ana Brandt' } });
  }
  await theirs.close();
});

test('admins cannot lock themselves out, and refused changes are explained', async ({ page, context, accounts, pageErrors }) => {
  pageErrors.expect(/409/);
  const admin = await accounts.signedIn(context, { role: 'admin', name: 'Ana Brandt' });
  const other = await accounts.anAccount({ role: 'admin', name: 'Olga Admin' });
  await page.goto('/admin/users');
  const own = await rowOf(page, admin.email);
  await expect(own).toContainText('Only another admin can change your role and access.');
  await own.getByRole('button', { name: 'Actions for Ana Brandt' }).press('Enter');
  await expect(page.getByRole('menuitem')).toHaveText(['Rename']);
  await expect(page.getByRole('menuitemradio')).toHaveCount(0);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'New name of Ana Brandt' }).fill('Anna Brandt');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Account and settings of Anna Brandt' })).toBeVisible();

  // Two admins demote each other at the same moment; the slower one is refused.
  await page.route('**/api/trpc/users.update*', (route) => {
    const error = { message: 'last', code: -32009, data: { code: 'LAST_ADMIN', message: 'last', details: {} } };
    return route.fulfill({ status: 409, json: [{ error }] });
  });
  const row = await rowOf(page, other.email);
  await row.getByRole('button').click();
  await page.getByRole('menuitemradio', { name: 'Member' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('This is the last admin. Make someone else an admin first.')).toBeVisible();
  await expect(row).toContainText('Admin');
});

test('users who are not admins have no access', async ({ page, user }) => {
  await page.goto('/admin/users');
  await expect(page.getByRole('heading', { name: 'Admins only' })).toBeVisible();
  await expect(page.getByRole('button', { name: `Account and settings of ${user.name}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'People' })).toHaveCount(0);
});

test('the audit log says who did what to whom, by day and by kind', async ({ page, context, accounts, lectern }) => {
  const admin = await accounts.signedIn(context, { role: 'admin', name: 'Ana Audit' });
  const other = await accounts.anAccount({ name: 'Dietrich-Maximilian von Hohenstein-Langenfeld' });
  const headers = { origin: lectern.origin };
  expect((await context.request.patch(`/api/admin/users/${other.id}`, { data: { disabled: true }, headers })).ok()).toBe(true);
  const credentials = { email: admin.email, password: 'not the password' };
  expect((await context.request.post('/api/auth/sign-in/email', { data: credentials, headers })).status()).toBe(401);

  await page.goto('/admin/users');
  await page.getByRole('link', { name: 'See what happened' }).click();
  const rows = page.getByRole('list', { name: 'Today' }).getByRole('listitem');
  const refused = rows.filter({ hasText: 'Sign-in refused' }).filter({ hasText: admin.email });
  await expect(refused).toContainText('Not signed in');
  const disabled = rows.filter({ hasText: 'Person disabled' }).filter({ hasText: other.name }).filter({ hasText: admin.name });
  await expect(disabled).toHaveCount(1);
  await disabled.locator('summary').press('Enter');
  await expect(disabled).toContainText(/Request\s*[0-9a-f]{8}-/);
  await expectAccessibleInEveryLook(page);

  await page.getByLabel('Show').selectOption('Sign-in refused');
  await expect(page).toHaveURL('/admin/audit?kind=session.refused');
  await expect(disabled).toHaveCount(0);
  await expect(refused).toHaveCount(1);
  await page.reload();
  await expect(page.getByLabel('Show')).toHaveValue('session.refused');
  await expect(refused).toHaveCount(1);
  // Other tests of this server may have deleted decks, so the list need not be empty.
  await page.getByLabel('Show').selectOption('Deck moved to the trash');
  await expect(page).toHaveURL('/admin/audit?kind=deck.deleted');
  await expect(refused).toHaveCount(0);
});

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the page, its menu and its dialog are accessible in every theme', async ({ page, context, accounts }) => {
    await accounts.signedIn(context, { role: 'admin' });
    const other = await accounts.anAccount({ name: 'Dietrich-Maximilian von Hohenstein-Langenfeld' });
    await page.goto('/admin/users');
    const row = await rowOf(page, other.email);
    await expectAccessibleInEveryLook(page);
    await row.getByRole('button').click();
    await expectAccessibleInEveryLook(page);
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await expect(row).toContainText('Disabled');
    await row.getByRole('button').click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await expect(page.getByRole('dialog')).toContainText('They have no decks.');
    await expectAccessibleInEveryLook(page);
  });
});

test('an admin sees how to get pictures of slides, others do not', async ({
  page,
  context,
  browser,
  accounts,
  lectern,
  pageErrors,
}) => {
  // The card shows the slide in a frame without scripts.
  pageErrors.expect(/Blocked script execution/);
  const theirs = await browser.newContext({ baseURL: lectern.origin });
  await accounts.signedIn(theirs, { name: 'Ben Weber' });
  const title = `Without a picture ${crypto.randomUUID()}`;
  await uploadDeck(theirs.request, { title, visibility: 'team' });
  const other = await theirs.newPage();
  await other.goto(`/?q=${title}`);
  await expect(other.getByRole('link', { name: title })).toBeVisible();
  await accounts.signedIn(context, { role: 'admin' });
  await page.goto(`/?q=${title}`);
  await page.getByRole('link', { name: 'How to get them' }).click();
  await expect(page.getByText('No pictures of slides are made.')).toBeVisible();
  await expect(page.getByText(/remove RENDERER_BROWSER=off/)).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await expect(other.getByRole('link', { name: 'How to get them' })).toHaveCount(0);
  await theirs.close();
});
