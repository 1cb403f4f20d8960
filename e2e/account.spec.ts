import { expectAccessible, expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/test.ts';

test('a user changes name and password, which signs out elsewhere and revokes API keys, and ends a session', async ({
  page,
  accounts,
  browser,
  lectern,
  user,
  pageErrors,
}) => {
  // The server's responses to the wrong password and to the common one.
  pageErrors.expect(/40[01]/);
  const elsewhere = await browser.newContext({ baseURL: lectern.origin });
  await accounts.signIn(elsewhere.request, user);
  const signedIn = async () => (await elsewhere.request.get('/api/decks')).status();

  await page.goto('/');
  await page.getByRole('button', { name: /^Account and settings/ }).click();
  await page.getByRole('menuitem', { name: 'Your account' }).click();
  await page.getByLabel('Your name').fill('Zoë Q. Åkesson');
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are Zoë Q. Åkesson now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Account and settings of Zoë Q. Åkesson' })).toBeVisible();
  await expectAccessible(page);

  const rows = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  expect(await signedIn()).toBe(200);
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('This browser');
  await expect.poll(signedIn).toBe(401);

  await accounts.signIn(elsewhere.request, user);
  await page.reload();
  await expect(rows).toHaveCount(2);
  await rows.filter({ hasNotText: 'This browser' }).getByRole('button').click();
  await expect(rows).toHaveCount(1);
  await expect.poll(signedIn).toBe(401);

  await accounts.signIn(elsewhere.request, user);
  const made = await page.request.post('/api/keys', { data: { name: 'Nightly' }, headers: { origin: lectern.origin } });
  const { key } = (await made.json()) as { key: string };
  const keyWorks = async () => {
    const response = await elsewhere.request.get('/api/decks', { headers: { authorization: `Bearer ${key}` } });
    return response.status();
  };
  expect(await keyWorks()).toBe(200);
  const change = async (current: string, next: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(next);
    await page.getByRole('button', { name: 'Change the password' }).click();
  };
  await page.getByLabel('My API keys').check();
  await change('not the password', 'another horse, as correct');
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await change(user.password, 'password123');
  await expect(page.getByText('This is one of the 10,000 most common passwords')).toBeVisible();
  await change(user.password, 'another horse, as correct');
  await expect(page.getByText('The password is changed.')).toBeVisible();
  await expect(page.getByLabel('My API keys')).not.toBeChecked();
  await expect.poll(signedIn).toBe(401);
  expect(await keyWorks()).toBe(401);
  await page.reload();
  await expect(rows).toHaveCount(1);
  await elsewhere.close();
});
