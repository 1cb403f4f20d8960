import { forgetSession } from '#e2e/support/accounts.ts';
import { expect, test } from '#e2e/support/test.ts';
import { startLectern } from '#e2e/support/lectern.ts';
import { aProvider } from '#server/testing/sign-in-provider.ts';
import { aFreePort } from '#server/testing/free-port.ts';

const BUTTON = { name: 'Continue with Example Login' };

test('without passwords, people join and sign in with the provider, and sign out of it', async ({ page, browser }) => {
  await using provider = await aProvider({ lectern: 'http://localhost:1' });
  await using lectern = await startLectern({ ...provider.settings, PASSWORD_SIGN_IN: 'off' });
  await provider.allow(lectern.origin);
  provider.accounts.set('ana', { email: 'ana@example.org', email_verified: true, name: 'Ana Brandt' });
  provider.accounts.set('ben', { email: 'ben@example.org', email_verified: true, name: 'Ben Moreau' });

  provider.person = 'ana';
  await page.goto(await lectern.firstRunLink());
  // The printed link also works without the provider.
  await expect(page.getByLabel('Choose a password')).toBeVisible();
  await page.getByRole('button', BUTTON).click();
  await page.getByRole('link', { name: 'Invites' }).click();
  await page.getByLabel('Only for this address').fill('ben@example.org');
  await page.getByRole('button', { name: 'Create link' }).click();
  const invite = await page.getByRole('textbox', { name: 'Invite link' }).inputValue();
  await page.goto(`${lectern.origin}/account`);
  await expect(page.getByRole('region', { name: 'How you sign in' })).toContainText('With Example Login, since');
  await expect(page.getByLabel('Current password')).toHaveCount(0);

  provider.person = 'ben';
  const other = await browser.newContext();
  const guest = await other.newPage();
  await guest.goto(`${lectern.origin}/account/keys`);
  await expect(guest.getByRole('button', BUTTON)).toBeVisible();
  await expect(guest.getByLabel('Password')).toHaveCount(0);
  await guest.getByRole('button', BUTTON).click();
  await expect(guest.getByRole('alert').first()).toContainText('There is no account for you here.');
  await guest.goto(invite);
  await expect(guest.getByLabel('Choose a password')).toHaveCount(0);
  await guest.getByRole('button', BUTTON).click();
  await expect(guest.getByRole('searchbox', { name: 'Search titles' })).toBeVisible();
  await guest.goto(`${lectern.origin}/account`);
  await expect(guest.getByText('ben@example.org')).toBeVisible();

  await guest.getByRole('button', { name: 'Ben Moreau' }).click();
  await guest.getByRole('menuitem', { name: 'Sign out' }).click();
  await guest.waitForURL(`${provider.issuer}/**`);
  await guest.getByRole('button', { name: 'Yes, sign me out' }).click();
  await guest.waitForURL(`${lectern.origin}/sign-in**`);
  await other.close();
});

test('beside passwords, the page says that the provider cannot be reached, and offers it when it is back', async ({
  page,
  pageErrors,
}) => {
  // The server of the test may end before the library has loaded.
  pageErrors.expect(/503|ERR_CONNECTION_(?:REFUSED|RESET)/);
  const port = await aFreePort();
  const settings = {
    OIDC_ISSUER: `http://127.0.0.1:${port}`,
    OIDC_CLIENT_ID: 'lectern',
    OIDC_CLIENT_SECRET: 'a secret of the tests / with: characters that need escapes+%',
    OIDC_NAME: 'Example Login',
  };
  await using lectern = await startLectern(settings);
  await page.goto(await lectern.firstRunLink());
  await page.getByRole('button', BUTTON).click();
  await expect(page.getByText('Example Login cannot be reached at the moment.')).toBeVisible();
  await page.getByLabel('Email').fill('ana@example.org');
  await page.getByLabel('Choose a password').fill('a good password');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('link', { name: 'Invites' })).toBeVisible();
  await forgetSession(page);

  await page.goto(`${lectern.origin}/account`);
  await expect(page.getByText('Example Login cannot be reached at the moment.')).toBeVisible();
  await using provider = await aProvider({ lectern: lectern.origin, port });
  provider.accounts.set('ana', { email: 'ana@example.org', email_verified: true });
  provider.person = 'ana';
  await page.getByRole('button', BUTTON).click();
  const ways = page.getByRole('region', { name: 'How you sign in' });
  await expect(ways).toContainText('With your email address and a password');
  await expect(ways).toContainText('With Example Login, since');
  await forgetSession(page);
  await page.goto(`${lectern.origin}/sign-in`);
  await page.getByLabel('Email').fill('ana@example.org');
  await page.getByLabel('Password', { exact: true }).fill('a good password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Invites' })).toBeVisible();
});
