import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck } from '#e2e/support/decks.ts';
import { expect, test } from '#e2e/support/test.ts';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

test('a key is created, copied, used by a program and revoked', async ({ page, context, user, request }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/');
  await page.getByRole('button', { name: `Account and settings of ${user.name}` }).click();
  await page.getByRole('menuitem', { name: 'API keys' }).click();
  await expect(page).toHaveURL('/account/keys');
  await expect(page.getByText('No keys yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'What the API can do' })).toHaveAttribute('href', '/api/docs');

  await page.getByLabel('What is it for?').fill('Nightly upload');
  await page.getByRole('radio', { name: 'Read and change' }).check();
  await page.getByRole('radio', { name: '30 days' }).check();
  await page.getByRole('button', { name: 'Create key' }).click();
  const secret = page.getByRole('textbox', { name: 'The key “Nightly upload”' });
  await expect(secret).toBeFocused();
  const key = await secret.inputValue();
  await page.getByRole('button', { name: 'Copy the key' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);
  await page.getByRole('button', { name: 'Copy the command' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    new RegExp(`^curl -H "Authorization: Bearer ${key}" -F file=@talk\\.stage http://\\S+/api/decks$`),
  );

  const headers = { authorization: `Bearer ${key}` };
  const file = { name: 'talk.stage', mimeType: 'application/zip', buffer: await plainDeck() };
  expect((await request.post('/api/decks', { headers, multipart: { file } })).status()).toBe(201);

  // Shown only once: after a reload only the prefix is left.
  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'Nightly upload' });
  await expect(row).toContainText(`${key.slice(0, 14)}…`);
  await expect(row).toContainText('Last use: now');
  await expect(page.getByText(key)).toHaveCount(0);

  await row.getByRole('button', { name: 'Revoke the key “Nightly upload”' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke “Nightly upload”?' });
  await expect(question).toContainText('Programs that use it stop working at once');
  await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(row).toBeVisible();
  await row.getByRole('button').click();
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No keys yet')).toBeVisible();
  expect((await request.get('/api/decks', { headers })).status()).toBe(401);
});

test('a user who signed in long ago is asked for the password in the form and nowhere else', async ({
  page,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/40[13]/);
  const refusals = [
    { status: 403, code: 'REAUTHENTICATION_REQUIRED' },
    { status: 401, code: 'INVALID_CREDENTIALS' },
  ];
  // The server's responses an hour after the sign-in. Later requests reach the server.
  await page.route('**/api/trpc/keys.create*', async (route) => {
    const refusal = refusals.shift();
    if (refusal === undefined) return route.continue();
    const { status, code } = refusal;
    return route.fulfill({ status, json: [{ error: { message: '', code: -32003, data: { code, message: '', details: {} } } }] });
  });
  await page.goto('/account/keys');
  await page.getByLabel('What is it for?').fill(`For ${user.name}`);
  const make = page.getByRole('button', { name: 'Create key' });
  const password = page.getByLabel('Your password');
  await expect(password).toHaveCount(0);
  await make.click();
  await expect(password).toBeFocused();
  await password.fill('not the password');
  await make.click();
  await expect(page.getByText('This is not your password.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessibleInEveryLook(page);
  await password.fill(user.password);
  await make.click();
  await expect(page.getByRole('textbox', { name: `The key “For ${user.name}”` })).toBeFocused();
});

test('a key can be created by keyboard, and a read-only key gets a read command', async ({ page, user }) => {
  await page.goto('/account/keys');
  await page.getByLabel('What is it for?').focus();
  await page.keyboard.type(`For ${user.name}`);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^curl .*\/api\/decks$/)).not.toContainText(' -F file=');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Copy the key' })).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: `For ${user.name}` })).toContainText('Read only');
  await page.getByRole('button', { name: 'Create another' }).press('Enter');
  await expect(page.getByLabel('What is it for?')).toBeEmpty();
});

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the page is accessible in every theme, empty and with keys', async ({ page, user }) => {
    await page.goto('/account/keys');
    await expect(page.getByText('No keys yet')).toBeVisible();
    await expectAccessibleInEveryLook(page);
    await page.getByLabel('What is it for?').fill(`A key of ${user.name} with a name that goes on for a while`);
    await page.getByRole('button', { name: 'Create key' }).click();
    await expect(page.getByRole('listitem')).toBeVisible();
    await expectAccessibleInEveryLook(page);
    await page.getByRole('button', { name: /^Revoke the key/ }).click();
    await expectAccessibleInEveryLook(page);
  });
});
