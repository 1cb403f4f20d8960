import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { forgetSession } from '#e2e/support/accounts.ts';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { startLectern } from '#e2e/support/lectern.ts';
import { expect, test } from '#e2e/support/test.ts';

/** The code of an authenticator app, `away` steps of 30 seconds after the current one. */
function codeOf(secret: string, away = 0): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + away * 30_000 });
}

/** Sets up an app on the page that shows the button, and returns its secret and the recovery codes. */
async function setUpApp(page: Page, doneLabel: string): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await page.locator('.two-factor-secret').innerText()).replaceAll(' ', '');
  await page.getByLabel('Code from the app').fill('000000');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('This code is wrong')).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByLabel('Code from the app').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeFocused();
  const codes = await page.getByRole('list', { name: 'Keep these recovery codes' }).getByRole('listitem').allInnerTexts();
  expect(codes).toHaveLength(10);
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: doneLabel }).click();
  return { secret, codes };
}

async function enterPassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('a user sets up two-step sign-in, signs in with codes, trusts a browser and ends the trust', async ({
  page,
  user,
  anotherBrowser,
  pageErrors,
}) => {
  // The server's responses to wrong codes, and to passwords that need a second step.
  pageErrors.expect(/40[13]/);
  await page.goto('/account');
  await expect(page.getByText('Off. With it, your password alone')).toBeVisible();
  const { secret, codes } = await setUpApp(page, 'I have kept them');
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
  await expectAccessibleInEveryLook(page);

  const theirs = await (await anotherBrowser()).newPage();
  await enterPassword(theirs, user);
  const field = theirs.getByLabel('Code from your authenticator app');
  await expect(field).toBeFocused();
  await field.fill('12 34 56');
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByText('This code is wrong, or it was already used.')).toBeVisible();
  await expectAccessibleInEveryLook(theirs);
  await theirs.getByLabel('Trust this browser for 30 days').check();
  await field.fill(codeOf(secret, 1));
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(theirs.getByRole('heading', { name: 'Library' })).toBeVisible();

  // In the trusted browser the password is enough.
  await forgetSession(theirs, { name: /session/ });
  await enterPassword(theirs, user);
  await expect(theirs.getByRole('heading', { name: 'Library' })).toBeVisible();

  await page.reload();
  const devices = page.getByRole('list', { name: 'Trusted browsers' }).getByRole('listitem');
  await expect(devices).toHaveCount(1);
  await devices.getByRole('button').click();
  await expect(devices).toHaveCount(0);
  await forgetSession(theirs, { name: /session/ });
  await enterPassword(theirs, user);
  await theirs.getByRole('button', { name: 'Use a recovery code' }).click();
  const recovery = theirs.getByLabel('Recovery code');
  await expect(recovery).toBeFocused();
  await recovery.fill(codes[0]?.toLowerCase() ?? '');
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByRole('heading', { name: 'Library' })).toBeVisible();

  await page.reload();
  await expect(page.getByText('You have 9 recovery codes left.')).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.getByRole('button', { name: 'Remove the app' }).click();
  await expect(page.getByText('Off. With it, your password alone')).toBeVisible();
});

test('an admin of whom the server requires a second factor is led to set one up', async ({ page, pageErrors }) => {
  pageErrors.expect(/40[13]/);
  test.slow();
  await using strict = await startLectern({ REQUIRE_TWO_FACTOR: 'admins' });
  const first = new URL(await strict.firstRunLink());
  await page.goto(first.href);
  await page.getByLabel('Email').fill('first@example.test');
  await page.getByLabel('Choose a password').fill('correct horse and more');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await expectAccessibleInEveryLook(page);
  await page.getByRole('link', { name: 'Not now' }).click();
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
  await page.goto(`${strict.origin}/admin/users`);
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
  await setUpApp(page, 'I have kept them, go on');
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  await page.close();
});
