import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { expect, test } from '#e2e/support/test.ts';

// The looks are compared without the fading of dialogs.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an admin makes a link, with which a person sets a new password that ends everything of the old one', async ({
  page,
  context,
  accounts,
  anotherBrowser,
  lectern,
  pageErrors,
}) => {
  // The server's responses to the common password, to the old password and to requests of the session that has ended.
  pageErrors.expect(/Failed to load resource.*\b(?:400|401|403)\b/);
  await accounts.signedIn(context, { role: 'admin', name: 'Ana Brandt' });
  const theirs = await anotherBrowser();
  const name = `Frida Forgetful ${crypto.randomUUID().slice(0, 8)}`;
  const frida = await accounts.signedIn(theirs, { name });
  expect((await theirs.request.get('/api/decks')).status()).toBe(200);

  await page.goto('/admin/users');
  const actions = page.getByRole('button', { name: `Actions for ${name}` });
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(async () => {
    // The button goes with the last page, which may arrive at any moment.
    if (!(await actions.isVisible())) await more.click({ timeout: 1000 });
    await expect(actions).toBeVisible({ timeout: 1000 });
  }).toPass();
  await actions.click();
  await page.getByRole('menuitem', { name: 'Link for a new password…' }).click();
  const question = page.getByRole('dialog', { name: 'Make a link for a new password?' });
  await expect(question).toContainText(`${name} opens the link`);
  await expectAccessibleInEveryLook(page);
  await question.getByRole('button', { name: 'Make the link' }).click();
  const ready = page.getByRole('dialog', { name: 'Here is the link' });
  const field = ready.getByRole('textbox', { name: 'Link for a new password' });
  await expect(field).toBeFocused();
  const link = await field.inputValue();
  expect(link).toMatch(/\/reset-password#[\w-]{20,}$/);
  await expectAccessibleInEveryLook(page);
  await ready.getByRole('button', { name: 'Done' }).click();
  await expect(ready).toHaveCount(0);

  const elsewhere = await (await anotherBrowser()).newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  // The secret does not stay in the address.
  await expect(elsewhere).toHaveURL(`${lectern.origin}/reset-password`);
  await expect(elsewhere.getByLabel('Email')).toHaveValue(frida.email);
  await expectAccessibleInEveryLook(elsewhere);

  const password = elsewhere.getByLabel('New password');
  const set = elsewhere.getByRole('button', { name: 'Set password' });
  await password.fill('short');
  await set.click();
  await expect(password).toBeFocused();
  expect(await password.evaluate((input: HTMLInputElement) => input.validity.tooShort)).toBe(true);
  await expect(elsewhere.getByText('8 characters or more')).toBeVisible();
  await password.fill('password123');
  await set.click();
  await expect(elsewhere.getByText('This is one of the 10,000 most common passwords')).toBeVisible();
  await expectAccessibleInEveryLook(elsewhere);
  // Refused passwords do not use up the link, and end nothing.
  expect((await theirs.request.get('/api/decks')).status()).toBe(200);
  const chosen = `another horse ${crypto.randomUUID()}`;
  await password.fill(chosen);
  await set.click();
  await expect(elsewhere.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
  await expectAccessibleInEveryLook(elsewhere);
  expect((await theirs.request.get('/api/decks')).status()).toBe(401);

  await elsewhere.getByRole('link', { name: 'Sign in' }).click();
  const signIn = async (secret: string) => {
    await elsewhere.getByLabel('Email').fill(frida.email);
    await elsewhere.getByLabel('Password', { exact: true }).fill(secret);
    await elsewhere.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await signIn(frida.password);
  await expect(elsewhere.getByRole('alert')).toBeVisible();
  await signIn(chosen);
  await expect(elsewhere.getByRole('button', { name: `Account and settings of ${name}` })).toBeVisible();

  const late = await (await anotherBrowser()).newPage();
  await late.goto(link);
  await expect(late.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
  await expect(late.getByText('Ask an admin for a new one.')).toBeVisible();
  await expectAccessibleInEveryLook(late);
});

for (const [what, secret, ofInvite] of [
  ['without its secret', '', 'This link contains no invite'],
  ['with a damaged secret', '#%', 'This invite is no longer valid'],
] as const) {
  test(`a link ${what} says that it was not copied completely`, async ({ page, pageErrors }) => {
    pageErrors.expect(/Failed to load resource.*\b(?:403|404)\b/);
    await page.goto(`/reset-password${secret}`);
    await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible();
    await expect(page.getByText('it was not copied completely')).toBeVisible();
    await page.goto(`/join${secret}`);
    await expect(page.getByRole('heading', { name: ofInvite })).toBeVisible();
  });
}
