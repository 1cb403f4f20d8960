import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { marpDeck } from '#e2e/support/real-decks.ts';
import { present } from '#e2e/support/talks.ts';
import { expect, test } from '#e2e/support/test.ts';

// Cards show slides in frames without scripts, which the browser reports as an error.
test.beforeEach(({ pageErrors }) => pageErrors.expect(/Blocked script execution/));

test('a deck opens where its reader left it on another device, also in a new version, and the library offers to continue', async ({
  page,
  context,
  user,
  anotherBrowser,
}) => {
  const deck = await uploadDeck(context.request, { title: `Reading list of ${user.email}` });
  await page.goto('/');
  await expect(page.getByRole('link', { name: deck.title })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Continue' })).toBeHidden();
  await page.getByRole('link', { name: deck.title }).click();
  await openDeck(page, deck.id, 1);
  await page.keyboard.press('End');
  await expect(page).toHaveURL(`/decks/${deck.id}/3`);
  // A place is saved once its slide has been shown.
  await expect(page.locator('main iframe[data-current="true"]')).toHaveAttribute('data-role', 'seen');
  await page.getByRole('link', { name: 'Back to the library' }).click();
  const input = encodeURIComponent(JSON.stringify({ deckId: deck.id }));
  const savedPlace = async (): Promise<unknown> => (await context.request.get(`/api/trpc/openings.get?input=${input}`)).json();
  await expect.poll(savedPlace).toMatchObject({ result: { data: { place: { slideIndex: 2 } } } });
  const section = page.getByRole('region', { name: 'Continue' });
  await expect(section.getByRole('listitem').filter({ hasText: deck.title })).toContainText('Slide 3 of 3');
  await expect(page.getByText(deck.title)).toHaveCount(1);

  // Signed in as the same user, with nothing stored.
  const { cookies } = await context.storageState();
  const device = await anotherBrowser({ storageState: { cookies, origins: [] } });
  const tablet = await device.newPage();
  await tablet.goto(`/decks/${deck.id}`);
  await expect(tablet).toHaveURL(`/decks/${deck.id}/3`);

  const bytes = await plainDeck({ title: deck.title, slides: ['New', 'One', 'Two', 'Three'] });
  const file = { name: 'deck.stage', mimeType: 'application/zip', buffer: bytes };
  expect((await context.request.post(`/api/decks/${deck.id}/versions`, { multipart: { file } })).status()).toBe(201);
  await expect(section.getByRole('listitem').filter({ hasText: deck.title })).toContainText('of 4');
  // Neither a search nor a filter has sections.
  await page.getByRole('searchbox').fill('reading');
  await expect(page.getByRole('link', { name: deck.title })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Continue' })).toBeHidden();
});

test('a deck opens at the step where its reader left it, on another device', async ({ page, context, user, anotherBrowser }) => {
  const deck = await uploadDeck(context.request, { title: `Steps of ${user.email}`, bytes: await marpDeck() });
  await openDeck(page, deck.id, 2);
  await expectPosition(page, 2, 4);
  const input = encodeURIComponent(JSON.stringify({ deckId: deck.id }));
  const savedPlace = async (): Promise<unknown> => (await context.request.get(`/api/trpc/openings.get?input=${input}`)).json();
  // The second slide has three steps.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  const place = { slideIndex: 0, inner: { index: 1, step: 2 } };
  await expect.poll(savedPlace).toMatchObject({ result: { data: { place } } });

  const { cookies } = await context.storageState();
  const device = await anotherBrowser({ storageState: { cookies, origins: [] } });
  const tablet = await device.newPage();
  await tablet.goto(`/decks/${deck.id}`);
  await expectPosition(tablet, 2, 4);
  await expect(slide(tablet).locator('[data-bespoke-marp-fragment="active"]').filter({ visible: true })).toHaveText([
    'Apple',
    'Pear',
  ]);
});

test('a talk appears in the library of others, is joined with one click, and disappears when it ends', async ({
  page,
  user,
  anotherBrowser,
}) => {
  const browser = await anotherBrowser({ as: 'Ada' });
  const deck = await uploadDeck(browser.request, { title: `Live for ${user.email}`, visibility: 'team' });
  await page.goto('/');
  const live = page.getByRole('region', { name: 'Live now' });
  await expect(page.getByRole('link', { name: deck.title, exact: true })).toBeVisible();
  // Talks of other tests may be there.
  const talk = live.getByRole('listitem').filter({ hasText: deck.title });
  await expect(talk).toHaveCount(0);

  const stage = await browser.newPage();
  await openDeck(stage, deck.id, 1);
  await stage.keyboard.press('ArrowRight');
  await expect(stage).toHaveURL(`/decks/${deck.id}/2`);
  const view = await present(stage, 2);
  await expect(talk).toContainText('Ada is presenting');
  await expectAccessibleInEveryLook(page);
  await live.getByRole('link', { name: `Join “${deck.title}”` }).click();
  await expect(page.getByText('Following Ada')).toBeAttached();
  await expect(page).toHaveURL(new RegExp(`/decks/${deck.id}/2`));

  await page.getByRole('link', { name: 'Back to the library' }).click();
  await expect(talk).toBeVisible();
  await view.getByRole('button', { name: 'End talk' }).click();
  await view.getByRole('dialog').getByRole('button', { name: 'End talk' }).click();
  await expect(talk).toHaveCount(0);
});

test('anyone who sees a deck duplicates it from the menu of its card', async ({ page, user, anotherBrowser }) => {
  const browser = await anotherBrowser({ as: 'Ada' });
  const deck = await uploadDeck(browser.request, { title: `Template for ${user.email}`, visibility: 'team' });
  await page.goto('/');
  await page.getByRole('button', { name: `Actions for ${deck.title}` }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByText(`“Copy of ${deck.title}” was created`)).toBeVisible();
  const copy = page.getByRole('listitem').filter({ hasText: `Copy of ${deck.title}` });
  await expect(copy).toContainText('you');
  await page.getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveTitle(new RegExp(`^Copy of`));
  await expect(page).not.toHaveURL(new RegExp(deck.id));
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 700 }, hasTouch: true });

  test('no control of a deck to continue covers another', async ({ page, context, user }) => {
    const deck = await uploadDeck(context.request, { title: `A long title to read again of ${user.email}` });
    await openDeck(page, deck.id, 1);
    await expect(page.locator('main iframe[data-current="true"]')).toHaveAttribute('data-role', 'seen');
    await page.getByRole('link', { name: 'Back to the library' }).click();
    const card = page.getByRole('region', { name: 'Continue' }).getByRole('listitem').filter({ hasText: deck.title });
    const controls = [
      card.getByRole('button', { name: /^Star/ }),
      card.getByRole('button', { name: /^Actions/ }),
      card.getByRole('checkbox'),
      card.getByRole('link'),
    ];
    await expect(card).toBeVisible();
    const boxes = await Promise.all(controls.map((control) => control.boundingBox()));
    for (const [at, one] of boxes.entries())
      for (const other of boxes.slice(at + 1)) {
        if (one === null || other === null) throw new Error('A control is not visible.');
        const isApart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y;
        expect(isApart, JSON.stringify([one, other])).toBe(true);
      }
  });
});
