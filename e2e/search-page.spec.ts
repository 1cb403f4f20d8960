import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A word of letters that no other test uses. */
function ownWord(): string {
  const letters = crypto
    .randomUUID()
    .slice(0, 8)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
  return `oleander${letters}`;
}

test('for a misspelled word, what is similar is shown, in the palette and on the page', async ({ page, context, user }) => {
  expect(user.role).toBe('user');
  const word = ownWord();
  const misspelled = word.replace('oleander', 'olaender');
  await uploadDeck(context.request, { title: 'Garden', bytes: await plainDeck({ slides: [`<h1>The ${word}</h1>`] }) });
  const find = async () => (await (await context.request.get(`/api/search?q=${word}`)).json()) as { items: unknown[] };
  await expect.poll(async () => (await find()).items.length).toBe(1);
  const words = `Nothing found for “${misspelled}”. Showing “${word}”.`;

  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search' });
  await palette.getByRole('combobox').fill(misspelled);
  await expect(palette.getByRole('status')).toHaveText(words);
  await expect(palette.getByRole('status')).toBeInViewport();
  await expect(palette.getByRole('option', { selected: true })).toContainText('Garden');
  await expectAccessibleInEveryLook(page);
  await palette.getByRole('combobox').fill(`${misspelled}x`);
  await expect(palette.getByRole('status')).toHaveText(`Nothing found for “${misspelled}x”`);

  await page.goto(`/search?q=${misspelled}`);
  await expect(page.getByText(words)).toBeVisible();
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByRole('listitem')).toHaveCount(1);
  await expect(results.locator('mark')).toHaveText(word);
  await expectAccessibleInEveryLook(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectAccessibleInEveryLook(page);
});

test('all results of a search, with filters that are in the address', async ({ page, context, user }) => {
  test.slow();
  expect(user.role).toBe('user');
  const word = `oleander${crypto.randomUUID().replaceAll('-', '').slice(0, 8)}`;
  const slides = ['<h1>Beginning</h1>', `<h1>Revenue of <i>${word}</i></h1>`, `<p>More ${word} &lt;img src=x&gt;</p>`];
  const deck = await uploadDeck(context.request, { title: `About ${word}`, bytes: await plainDeck({ slides }) });
  await context.request.put(`/api/decks/${deck.id}/notes/0`, { data: { body: `A note on ${word}` } });
  const created = await context.request.post('/api/collections', { data: { name: `Collected ${word}`, visibility: 'private' } });
  const { id: collection } = (await created.json()) as { id: string };
  const count = async () =>
    ((await (await context.request.get(`/api/search?q=${word}`)).json()) as { items: unknown[] }).items.length;
  await expect.poll(count).toBe(4);
  const results = page.getByRole('region', { name: 'Results' });
  const hits = results.getByRole('listitem');

  await test.step('from the library, where only titles are searched', async () => {
    await page.goto(`/?q=${word}`);
    await page.getByRole('link', { name: 'Search in slides and notes' }).click();
    await expect(page).toHaveURL(`/search?q=${word}`);
    await expect(page.getByRole('heading', { name: 'Search', level: 1 })).toBeVisible();
    await expect(hits).toHaveCount(4);
    await expect(results.getByRole('status')).toHaveText('4 results');
    await expect(hits.filter({ hasText: 'in the notes' })).toHaveCount(1);
    await expect(hits.locator('img')).toHaveCount(0);
    await expect(hits.first().locator('mark')).toHaveText(word);
    await expectAccessibleInEveryLook(page);
  });

  await test.step('a filter has an effect at once, and is in the address', async () => {
    await page.getByLabel('Where').selectOption('Slides');
    await expect(hits).toHaveCount(2);
    await page.getByLabel('Owner').selectOption('You');
    await page.getByLabel('Deck changed').selectOption('In the last 7 days');
    await expect(page).toHaveURL(new RegExp(`/search\\?q=${word}&owner=[\\w-]+&days=7&field=slide$`));
    await page.reload();
    await expect(hits).toHaveCount(2);
    await expect(page.getByLabel('Where')).toHaveValue('slide');
    await page.getByLabel('Collection').selectOption(`Collected ${word}`);
    await expect(page.getByText(`Nothing found for “${word}”`)).toBeVisible();
    await expect(page.getByText('Choose other filters, or fewer words.')).toBeVisible();
    expect(new URL(page.url()).searchParams.get('collection')).toBe(collection);
    await expectAccessibleInEveryLook(page);
  });

  await test.step('what the address contains and the page does not know is left out', async () => {
    await page.goto(`/search?q=${word}&days=8&field=comments&owner=`);
    await expect(hits).toHaveCount(4);
  });

  await test.step('an address that is written by hand keeps the quotes of a phrase', async () => {
    await page.goto(`/search?q="note on ${word}"`);
    await expect(hits).toHaveCount(1);
    await expect(results.getByRole('status')).toHaveText('1 result');
    await page.goto(`/search?q="${word} note on"`);
    await expect(page.getByText(`Nothing found for “"${word} note on"”`)).toBeVisible();
    await page.goto(`/search?q=${word}`);
    await expect(hits).toHaveCount(4);
  });

  await test.step('a hit opens its slide, and Back leads to the results', async () => {
    await hits.filter({ hasText: 'Revenue of' }).getByRole('link').click();
    await expectPosition(page, 2, 3);
    await page.goBack();
    await expect(hits).toHaveCount(4);
  });

  await test.step('from the palette', async () => {
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Search' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search' });
    await palette.getByRole('combobox').fill(word);
    await palette.getByRole('option', { name: `All results for “${word}”` }).click();
    await expect(hits).toHaveCount(4);
  });

  await test.step('at every width', async () => {
    for (const width of [320, 390, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(hits).toHaveCount(4);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
  });
});
