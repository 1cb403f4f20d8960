import type { Page } from '@playwright/test';
import { forgetSession } from '#e2e/support/accounts.ts';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { startLectern } from '#e2e/support/lectern.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Gives the browser of a page an authenticator, whose owner unlocks it at once unless `isUnlocked` is false. */
async function anAuthenticator(page: Page, isUnlocked = true) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isUnlocked,
      automaticPresenceSimulation: true,
    },
  });
  return {
    unlock: () => devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
    empty: () => devtools.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}

async function enterPassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('a user adds a passkey, signs in with it alone and after the password, and removes it', async ({
  page,
  user,
  pageErrors,
}) => {
  // The server's responses to a password that needs a second step, and to a passkey that was removed.
  pageErrors.expect(/40[13]/);
  await anAuthenticator(page);
  await page.goto('/account');
  await page.getByLabel('Name of the passkey').fill('Work laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeFocused();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  const keys = page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem');
  await expect(keys).toContainText(['Work laptop']);
  await expect(page.getByText('You have 10 recovery codes left.')).toBeVisible();
  await expectAccessibleInEveryLook(page);

  await forgetSession(page);
  await page.goto('/sign-in');
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();

  await forgetSession(page);
  await page.goto('/sign-in');
  await enterPassword(page, user);
  await expect(page.getByText('Your account has a second step: a passkey.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();

  await page.goto('/account');
  await expect(keys).toContainText(['last used']);
  await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click();
  await page.getByRole('button', { name: 'Remove “Work laptop”' }).click();
  await expect(keys).toHaveCount(0);
  await forgetSession(page);
  await page.goto('/sign-in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByText('This passkey does not sign in here')).toBeVisible();
  await enterPassword(page, user);
  await expect(page.getByRole('heading', { name: 'Library' })).toBeVisible();
});

test('a user who does not unlock a passkey can try again, or use another way', async ({ page, user, pageErrors }) => {
  // The server's response to a password that needs a second step.
  pageErrors.expect(/401/);
  const authenticator = await anAuthenticator(page, false);
  await page.goto('/account');
  const add = page.getByRole('button', { name: 'Add a passkey' });
  await add.click();
  await expect(page.getByText('No passkey was added.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toHaveCount(0);
  await authenticator.unlock();
  await add.click();
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Passkey');

  await authenticator.empty();
  await forgetSession(page);
  await page.goto('/sign-in');
  const button = page.getByRole('button', { name: 'Sign in with a passkey' });
  await button.click();
  await expect(page.getByText('No passkey was used.')).toBeVisible();
  await expect(button).toBeEnabled();
  await enterPassword(page, user);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await expect(page.getByLabel('Recovery code')).toBeFocused();
});

test('an admin who needs a second factor adds a passkey instead of an app', async ({ page }) => {
  const [email, password] = ['root@example.com', 'correct horse battery'];
  await using lectern = await startLectern({ REQUIRE_TWO_FACTOR: 'admins', ADMIN_EMAIL: email, ADMIN_PASSWORD: password });
  await anAuthenticator(page);
  await page.goto(`${lectern.origin}/sign-in`);
  await enterPassword(page, { email, password });
  await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Set up an app' })).toHaveCount(0);
  await page.getByRole('button', { name: 'I have kept them, go on' }).click();
  await page.goto(`${lectern.origin}/admin/users`);
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  // The server of this test ends with it, so the list may not be on its way.
  await expect(page.getByText(email).first()).toBeVisible();
});
