import { uploadDeck } from '#e2e/support/decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test("an admin invites a user, who joins and sees the team's decks", async ({ page, context, browser, accounts, baseURL }) => {
  await accounts.signedIn(context, { role: 'admin', name: 'Ana Brandt' });
  const mark = crypto.randomUUID().slice(0, 8);
  await uploadDeck(context.request, { title: `Shared ${mark}`, visibility: 'team' });
  await uploadDeck(context.request, { title: `Private ${mark}`, visibility: 'private' });

  const address = `carla-${mark}@example.test`;
  await page.goto('/');
  await page.getByRole('link', { name: 'Invites' }).click();
  await page.getByLabel('Only for this address').fill(address);
  await page.getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('textbox', { name: 'Invite link' }).inputValue();
  await expect(page.getByRole('listitem').filter({ hasText: address })).toContainText('Open');

  const guest = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const guestPage = await guest.newPage();
  await guestPage.goto(link);
  await expect(guestPage.getByLabel('Email')).toHaveValue(address);
  await expect(guestPage.getByLabel('Email')).not.toBeEditable();
  await guestPage.getByLabel('Your name').fill('Carla Nowak');
  await guestPage.getByLabel('Choose a password').fill('a good password');
  await guestPage.getByRole('button', { name: 'Create account' }).click();

  await guestPage.getByRole('searchbox', { name: 'Search titles' }).fill(mark);
  await expect(guestPage.getByRole('link', { name: `Shared ${mark}` })).toBeVisible();
  await expect(guestPage.getByRole('link', { name: `Private ${mark}` })).toHaveCount(0);
  await expect(guestPage.getByRole('link', { name: 'Invites' })).toHaveCount(0);
  await guest.close();

  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: address })).toContainText('by Carla Nowak');
});

test('a used, revoked or incomplete invite link is explained', async ({ page, accounts, context, pageErrors }) => {
  pageErrors.expect(/403/);
  await accounts.signedIn(context, { role: 'admin' });
  const { url } = await accounts.anInvite({ email: 'gone@example.test' });
  await page.goto('/admin/invites');
  const row = page.getByRole('listitem').filter({ hasText: 'gone@example.test' });
  await row.getByRole('button', { name: 'Revoke the invite for gone@example.test' }).click();
  await expect(row).toHaveCount(0);

  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'This invite is no longer valid' })).toBeVisible();
  await page.goto('/join');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This link contains no invite' })).toBeVisible();
});
