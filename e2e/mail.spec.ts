import { forgetSession } from '#e2e/support/accounts.ts';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { startLectern } from '#e2e/support/lectern.ts';
import { expect, test } from '#e2e/support/test.ts';
import { aMailServer } from '#server/testing/mail-server.ts';

// The looks are compared without the fading of dialogs.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const linkIn = (text: string): string => /https?:\/\/\S+#\S+/.exec(text)?.[0] ?? '';

test('invites are mailed, to one person and to several, and a forgotten password is replaced by mail', async ({
  page,
  browser,
}) => {
  await using mail = await aMailServer({ refuses: ['nobody@example.org'] });
  await using lectern = await startLectern(mail.settings);
  await page.goto(await lectern.firstRunLink());
  await page.getByLabel('Email').fill('ana@example.org');
  await page.getByLabel('Your name').fill('Ana Brandt');
  await page.getByLabel('Choose a password').fill('a good password');
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.getByRole('link', { name: 'Invites' }).click();
  const message = page.getByRole('textbox', { name: 'A few words from you' });
  await expect(message).toHaveCount(0);
  await page.getByLabel('Only for this address').fill('ben@example.org');
  await message.fill('See you on Monday.');
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Create link and send it' }).click();
  await expect(page.getByRole('heading', { name: 'The invite is on its way' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Invite link' })).toBeFocused();
  const invite = await mail.message(0);
  expect(invite.to).toEqual(['ben@example.org']);
  expect(invite.text).toContain('See you on Monday.');

  await page.getByRole('button', { name: 'Create another' }).click();
  await page.getByRole('button', { name: 'Invite several people' }).click();
  const addresses = page.getByRole('textbox', { name: 'Addresses' });
  await expect(addresses).toBeFocused();
  await addresses.fill('cleo@example.org, dan@example.org\nnobody@example.org');
  await page.getByRole('button', { name: 'Create 3 links and send them' }).click();
  const made = page.getByRole('group', { name: 'Invite links' });
  await expect(made.getByRole('heading', { name: 'Here are 3 links' })).toBeFocused();
  await expect(made).toContainText('One email could not be sent.');
  await expect(made.getByRole('listitem').filter({ hasText: 'cleo@example.org' })).toContainText('sent');
  await expect(made.getByRole('listitem').filter({ hasText: 'nobody@example.org' })).toContainText('not sent');
  await expect(made.getByRole('button', { name: 'Copy the link for nobody@example.org' })).toBeVisible();
  await expectAccessibleInEveryLook(page);

  const guests = await browser.newContext();
  const guest = await guests.newPage();
  await guest.goto(linkIn(invite.text));
  await guest.getByLabel('Your name').fill('Ben Moreau');
  await guest.getByLabel('Choose a password').fill('forgotten soon');
  await guest.getByRole('button', { name: 'Create account' }).click();
  await expect(guest.getByRole('searchbox', { name: 'Search titles' })).toBeVisible();
  await forgetSession(guest);

  await guest.goto(`${lectern.origin}/sign-in`);
  await guest.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(guest.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expectAccessibleInEveryLook(guest);
  await guest.getByLabel('Email').fill('ben@example.org');
  await guest.getByRole('button', { name: 'Send me a link' }).click();
  await expect(guest.getByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
  await expect(guest.getByText('If ben@example.org has an account here')).toBeVisible();
  await expectAccessibleInEveryLook(guest);
  const reset = await mail.message(3);
  await guest.goto(linkIn(reset.text));
  await guest.getByLabel('New password').fill('remembered for good');
  await guest.getByRole('button', { name: 'Set password' }).click();
  await guest.getByRole('link', { name: 'Sign in' }).click();
  await guest.getByLabel('Email').fill('ben@example.org');
  await guest.getByLabel('Password', { exact: true }).fill('remembered for good');
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(guest.getByRole('searchbox', { name: 'Search titles' })).toBeVisible();
  await guests.close();
});
