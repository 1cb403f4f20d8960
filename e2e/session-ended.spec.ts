import { uploadDeck } from '#e2e/support/decks.ts';
import { openNotes } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test('a session that ends while typing is renewed in place', async ({ page, context, user, pageErrors }) => {
  pageErrors.expect(/401/);
  const deck = await uploadDeck(context.request, { title: `Typed by ${user.email}` });
  const note = await openNotes(page, deck.id);
  await context.clearCookies();

  await note.fill('Not to be lost');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('Email')).toHaveValue(user.email);
  // The focus is not on the button that signs out, though the ways to sign in are asked for only now.
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(user.password);
  await page.keyboard.press('Enter');

  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(note).toHaveValue('Not to be lost');
});

// Its first requests ask for what needs a session and for what does not, and are sent together.
test('a page that is opened after the session has ended shows everything once the user has signed in again', async ({
  page,
  context,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/401/);
  // Otherwise the stream, or what the library asks for last, would notice first that the session has ended.
  await page.route('**/api/trpc/live.watch*', () => undefined);
  const lastOfLibrary = page.waitForResponse('**/api/trpc/collections.list*');
  await page.goto('/');
  await lastOfLibrary;
  await page.getByRole('button', { name: `Account and settings of ${user.name}` }).click();
  const account = page.getByRole('menuitem', { name: 'Your account' });
  await expect(account).toBeVisible();
  await context.clearCookies();
  await account.click();

  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(user.password);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('signing in again leaves the other tabs of the browser as they are', async ({ page, context, user, anotherBrowser }) => {
  const deck = await uploadDeck(context.request, { title: `Read by ${user.email}` });
  // The place is saved two seconds after the slide is shown. On its way when the session ends, that request would be refused.
  const saved = page.waitForResponse(/openings\.save/);
  const note = await openNotes(page, deck.id);
  await saved;
  // The page has opened its event stream with the session that this ends.
  const { email, password } = user;
  expect((await context.request.post('/api/auth/sign-in/email', { data: { email, password } })).status()).toBe(200);
  // Whenever someone signs out, the server looks at once whether the streams may go on.
  const elsewhere = await anotherBrowser({ as: 'Ben' });
  expect((await elsewhere.request.post('/api/auth/sign-out')).status()).toBe(200);
  await note.fill('Written after it');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await context.request.put(`/api/decks/${deck.id}/notes/0`, { data: { body: 'Written elsewhere' } })).status()).toBe(
    200,
  );
  await expect(note).toHaveValue('Written elsewhere');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const elsewhere of [
  'https://elsewhere.example/',
  '//elsewhere.example',
  '/\t/elsewhere.example',
  '/decks/..//elsewhere.example',
])
  test(`a sign-in link with ${JSON.stringify(elsewhere)} leads to the library`, async ({
    page,
    accounts,
    lectern,
    pageErrors,
  }) => {
    pageErrors.expect(/401/);
    const { email, password } = await accounts.anAccount();
    await page.goto(`/sign-in?to=${encodeURIComponent(elsewhere)}`);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page).toHaveURL(`${lectern.origin}/`);
    await expect(page.getByRole('searchbox')).toBeVisible();
  });

test('signing in leads back to the requested page', async ({ page, accounts, pageErrors }) => {
  pageErrors.expect(/401/);
  const { email, password } = await accounts.anAccount({ role: 'admin' });
  await page.goto('/admin/invites');
  await expect(page).toHaveURL(/\/sign-in/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('The email address or the password is wrong.');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/admin\/invites$/);
});

test('signing out empties the cache of the browser, for every tab', async ({ page, context, user, pageErrors }) => {
  // What is asked of the cache alone and is not there, and requests of the other tab after the session has ended.
  pageErrors.expect(/ERR_CACHE_MISS|401/);
  const other = await context.newPage();
  await other.goto('/account');
  await other.evaluate(async () => (await fetch('/api/decks')).text());
  const isCached = (tab: typeof page) =>
    tab.evaluate(async () => {
      const options: RequestInit = { cache: 'only-if-cached', mode: 'same-origin' };
      const response = await fetch('/api/decks', options).catch(() => null);
      return response?.ok === true;
    });
  expect(await isCached(other)).toBe(true);

  await page.goto('/account');
  await page.getByRole('button', { name: `Account and settings of ${user.name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/sign-in');
  expect(await isCached(page)).toBe(false);
  expect(await isCached(other)).toBe(false);
});
