import { zipSync } from 'fflate';
import { plainDeck } from '#e2e/support/decks.ts';
import { dropFiles } from '#e2e/support/drop.ts';
import { expect, test } from '#e2e/support/test.ts';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

test('a refused upload shows what is wrong and what to do', async ({ page, user, pageErrors }) => {
  pageErrors.expect(/422/);
  const deck = await plainDeck();
  await page.goto('/?owner=me');
  await expect(page.getByRole('button', { name: `Account and settings of ${user.name}` })).toBeVisible();
  await dropFiles(page, [
    { name: 'letter.stage', bytes: Buffer.from('Dear audience') },
    { name: 'cut.stage', bytes: deck.subarray(0, deck.length - 100) },
    { name: 'zipped.stage', bytes: Buffer.from(zipSync({ 'index.html': new Uint8Array([60, 33]) })) },
    { name: 'good.stage', bytes: deck },
  ]);
  const line = (name: string) => page.getByRole('region', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name });
  await expect(line('letter.stage')).toContainText('This is not a .stage package');
  await expect(line('cut.stage')).toContainText('damaged');
  await expect(line('zipped.stage')).toContainText('no manifest.json at its top');
  await expect(line('good.stage')).toContainText('Ready');
  await expect(page.getByRole('list', { name: 'Decks' }).getByRole('listitem')).toHaveCount(1);
});

test('the drop zone determines who can see the decks and is remembered', async ({ page, context, user }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'No decks yet' }).or(page.getByRole('list', { name: 'Decks' }))).toBeVisible();
  const title = `For all by ${user.email}`;
  await dropFiles(page, [{ name: 'deck.stage', bytes: await plainDeck({ title }) }], 'The team');
  await expect(page.getByRole('region', { name: 'Uploads' })).toContainText('Ready');
  const found: unknown = await (await context.request.get('/api/decks?owner=me')).json();
  expect(found).toMatchObject({ items: [{ title, visibility: 'team' }] });

  await page.getByRole('button', { name: 'Add a deck' }).click();
  await expect(page.getByRole('radio', { name: 'The team' })).toBeChecked();
});
