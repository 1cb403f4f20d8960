import { gzipSync } from 'node:zlib';
import { expect, test } from '#e2e/support/test.ts';

const BUDGET_BYTES = 200_000;

test('the library loads little script, and nothing from another host', async ({ page, user, baseURL }) => {
  let scriptBytes = 0;
  const others: string[] = [];
  page.on('response', async (response) => {
    if (!response.url().startsWith(`${baseURL ?? ''}/`)) others.push(response.url());
    if (response.request().resourceType() === 'script') scriptBytes += gzipSync(await response.body()).length;
  });
  await page.goto('/?owner=me');
  await expect(page.getByRole('button', { name: `Account and settings of ${user.name}` })).toBeVisible();
  await page.waitForLoadState('networkidle');
  test.info().annotations.push({ type: 'weight', description: `${(scriptBytes / 1000).toFixed(0)} kB of script, gzipped` });
  expect(scriptBytes).toBeLessThan(BUDGET_BYTES);
  expect(others).toEqual([]);
});
