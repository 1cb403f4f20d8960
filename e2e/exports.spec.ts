import { readFile } from 'node:fs/promises';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { openDeck } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test('pictures of all slides are made while the dialog is closed, and downloaded; and a PDF', async ({
  renderingBrowser,
  pageErrors,
}) => {
  test.slow();
  // The request about the export that is cancelled, which is held back until then.
  pageErrors.expect(/404.*exports\.get/);
  const context = await renderingBrowser({ as: 'Ada' });
  const page = await context.newPage();
  const deck = await uploadDeck(context.request, { title: 'Figures' });

  await page.goto('/');
  const open = async () => {
    await page.getByRole('button', { name: 'Actions for Figures' }).click();
    await page.getByRole('menuitem', { name: 'Download PDF or pictures…' }).click();
  };
  await open();
  await page.getByRole('radio', { name: 'Pictures' }).check();
  await expect(page.getByText(/zip archive/)).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await page.getByRole('button', { name: 'Create file' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' }).or(page.getByRole('link', { name: /^Download \(/ }))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The export goes on without its page.
  await page.reload();
  await open();
  const link = page.getByRole('link', { name: /^Download \(/ });
  await expect(link).toBeVisible();
  await expectAccessibleInEveryLook(page);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^Figures.*\.zip$/);

  await page.getByRole('button', { name: 'Another file' }).click();
  await page.getByRole('radio', { name: 'Pictures' }).check();
  // This one is cancelled before the page knows how far it is.
  await page.route(/exports\.get/, () => new Promise(() => undefined));
  const made = page.waitForResponse(/exports\.create/);
  await page.getByRole('button', { name: 'Create file' }).click();
  const [{ result }] = (await (await made).json()) as [{ result: { data: { id: string } } }];
  const cancelled = page.waitForResponse(/exports\.cancel/);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect((await cancelled).status()).toBe(200);
  await expect(page.getByRole('radio', { name: 'PDF' })).toBeVisible();
  expect((await context.request.get(`/api/decks/${deck.id}/exports/${result.data.id}`)).status()).toBe(404);

  await page.unroute(/exports\.get/);
  await page.getByRole('radio', { name: 'PDF' }).check();
  await page.getByRole('button', { name: 'Create file' }).click();
  await expect(link).toBeVisible();
  const [pdf] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(pdf.suggestedFilename()).toMatch(/^Figures.*\.pdf$/);
  const [signature] = (await readFile(await pdf.path(), 'latin1')).split('-');
  expect(signature).toBe('%PDF');
});

test('without a renderer, the dialog says so and leads to the print page with the same choices', async ({
  page,
  context,
  user,
}) => {
  const deck = await uploadDeck(context.request, { title: `Exported by ${user.email}`, bytes: await plainDeck() });
  await openDeck(page, deck.id, 1);
  await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await page.getByRole('menuitem', { name: 'Download PDF or pictures…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download PDF or pictures' });
  await expect(dialog.getByText(/The server cannot make files/)).toBeVisible();
  await expectAccessibleInEveryLook(page);
  await dialog.getByRole('radio', { name: '6' }).check();
  await dialog.getByRole('radio', { name: 'Letter' }).check();
  await dialog.getByRole('checkbox', { name: 'Drawings' }).check();
  await dialog.getByRole('button', { name: 'Go to the print page' }).click();
  await expect(page.getByRole('heading', { name: 'Print or save as PDF' })).toBeVisible();
  await expect(page.getByRole('radio', { name: '6' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Letter' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Drawings' })).toBeChecked();
});
