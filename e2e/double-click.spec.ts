import { expect, test } from '#e2e/support/test.ts';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

for (const speed of ['slow', 'fast'] as const) {
  test(`on a ${speed} server, a double click makes one invite and one key`, async ({ page, accounts, context }) => {
    await accounts.signedIn(context, { role: 'admin' });
    let requests = 0;
    let clicked = Promise.withResolvers<void>();
    await page.route(/\/api\/trpc\/(?:invites|keys)\.create/, async (route) => {
      requests += 1;
      if (speed === 'slow') await clicked.promise;
      await route.continue();
    });

    await page.goto('/admin/invites');
    const email = `${crypto.randomUUID()}@example.com`;
    await page.getByLabel('Only for this address').fill(email);
    await page.getByRole('button', { name: 'Create link' }).dblclick();
    clicked.resolve();
    await expect(page.getByRole('textbox', { name: 'Invite link' })).toHaveValue(/\/join#/);
    await expect(page.getByRole('listitem').filter({ hasText: email })).toHaveCount(1);
    expect(requests).toBe(1);

    clicked = Promise.withResolvers<void>();
    await page.goto('/account/keys');
    await page.getByLabel('What is it for?').fill('Nightly');
    await page.getByRole('button', { name: 'Create key' }).dblclick();
    clicked.resolve();
    await expect(page.getByRole('textbox', { name: 'The key “Nightly”' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Revoke the key “Nightly”' })).toHaveCount(1);
    expect(requests).toBe(2);
  });
}

test('a double click uploads one sample deck', async ({ page, user: _user, context }) => {
  const clicked = Promise.withResolvers<void>();
  await page.route('**/sample/*.stage', async (route) => {
    await clicked.promise;
    await route.continue();
  });
  await page.goto('/?owner=me');
  await page.getByRole('button', { name: /sample/ }).dblclick();
  clicked.resolve();
  await expect(page).toHaveURL(/\/decks\//);
  const { items } = (await (await context.request.get('/api/decks?owner=me')).json()) as { items: { title: string }[] };
  expect(items.filter(({ title }) => title.includes('Lectern'))).toHaveLength(1);
});
