import { expect, test } from '#e2e/support/test.ts';

test('the API reference shows every operation, and tries one out under our own content policy', async ({ page, user }) => {
  expect(user.name).not.toBe('');
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /^Lectern/ })).toBeVisible();
  const document = (await (await page.request.get('/api/openapi.json')).json()) as { paths: Record<string, object> };
  await expect(page.locator('.opblock')).toHaveCount(Object.values(document.paths).flatMap((path) => Object.keys(path)).length);

  const list = page.locator('#operations-Decks-listDecks');
  await list.getByRole('button').first().click();
  await list.getByRole('button', { name: 'Try it out' }).click();
  await list.getByRole('button', { name: 'Execute' }).click();
  await expect(list.locator('.live-responses-table tbody .response-col_status').first()).toHaveText(/200/);
  await expect(list.locator('.live-responses-table')).toContainText('nextCursor');
});
