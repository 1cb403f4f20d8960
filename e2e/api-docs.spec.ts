import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck } from '#e2e/support/decks.ts';
import { expect, test } from '#e2e/support/test.ts';

/** Rules broken by the markup of Swagger UI. Contrast, link names, target sizes and all other rules are checked. */
const SWAGGER_MARKUP = [
  'heading-order',
  'label',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-main',
  'landmark-unique',
  'nested-interactive',
  'scrollable-region-focusable',
  'select-name',
];

async function tryOut(page: Page, id: string): Promise<Locator> {
  const operation = page.locator(`#operations-${id}`);
  await operation.getByRole('button').first().click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  return operation;
}

const statusOf = (operation: Locator): Locator => operation.locator('.live-responses-table tbody .response-col_status').first();

test('the API reference shows every operation and runs them under the content policy', async ({ page, user }) => {
  expect(user.name).not.toBe('');
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /^Lectern/ })).toBeVisible();
  const document = (await (await page.request.get('/api/openapi.json')).json()) as { paths: Record<string, object> };
  await expect(page.locator('.opblock')).toHaveCount(Object.values(document.paths).flatMap((path) => Object.keys(path)).length);

  const list = await tryOut(page, 'Decks-listDecks');
  await list.getByRole('button', { name: 'Execute' }).click();
  await expect(statusOf(list)).toHaveText(/200/);
  await expect(list.locator('.live-responses-table')).toContainText('nextCursor');
});

test('an upload from the reference omits empty fields', async ({ page, user }) => {
  await page.goto('/api/docs');
  const upload = await tryOut(page, 'Decks-createDeck');
  await expect(upload.locator('input[placeholder="title"]')).toHaveValue('');
  await upload.locator('input[type="file"]').setInputFiles({
    name: 'talk.stage',
    mimeType: 'application/zip',
    buffer: await plainDeck({ title: `Tried by ${user.email}` }),
  });
  await upload.getByRole('button', { name: 'Execute' }).click();
  await expect(statusOf(upload)).toHaveText(/201/);
  await expect(upload.locator('.live-responses-table')).toContainText(`Tried by ${user.email}`);

  await upload.locator('input[placeholder="title"]').fill('Another title');
  await upload.getByRole('combobox').filter({ hasText: 'team' }).selectOption('team');
  await upload.getByRole('button', { name: 'Execute' }).click();
  await expect(upload.locator('.live-responses-table')).toContainText('Another title');
  await expect(statusOf(upload)).toHaveText(/201/);
});

test('the reference is accessible in every theme', async ({ page }) => {
  test.slow();
  await page.goto('/api/docs');
  const health = await tryOut(page, 'Service-getHealth');
  await health.getByRole('button', { name: 'Execute' }).click();
  await expect(statusOf(health)).toHaveText(/200/);
  await tryOut(page, 'Decks-createDeck');
  await expectAccessibleInEveryLook(page, { except: SWAGGER_MARKUP });
});

test('the guide is accessible in every theme, and its links lead to its sections', async ({ page }) => {
  test.slow();
  const guide = await readFile(join(import.meta.dirname, '..', 'docs', 'api.md'), 'utf8');
  const sections = [...guide.matchAll(/^## (.+)$/gm)].map((match) => match[1] ?? '');
  expect(sections.length).toBeGreaterThan(5);
  await page.goto('/api/docs/guide');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(sections);
  await expectAccessibleInEveryLook(page);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  for (const section of sections) {
    await contents.getByRole('link', { name: section, exact: true }).click();
    await expect(page.getByRole('heading', { name: section, exact: true })).toBeInViewport();
  }
  const targets = await page
    .locator('main a[href^="#"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  for (const target of targets) await expect(page.locator(`[id="${target.slice(1)}"]`)).toHaveCount(1);
  await page.getByRole('link', { name: 'Reference', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^Lectern/ })).toBeVisible();
});
