import type { Page } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { early, expectPosition, holdApplication, slide } from '#e2e/support/player.ts';
import { revealDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';
import { linkSchema } from '#shared/links.ts';

/** Deck code that counts how often its document is loaded. */
const COUNTED = `<p>One</p><script>globalThis.loadedAt = performance.timeOrigin;</script>`;

for (const [what, viewport, notes] of [
  ['in a window', { width: 1280, height: 720 }, false],
  ['beside the notes', { width: 1280, height: 720 }, true],
  ['on a phone', { width: 390, height: 844 }, false],
] as const) {
  test(`the first slide is there before the application, ${what}, and the player goes on with the same document`, async ({
    page,
    user,
  }) => {
    const deck = await uploadDeck(page.request, {
      title: `First of ${user.name}`,
      bytes: await plainDeck({ slides: [COUNTED, 'Two'] }),
    });
    await page.setViewportSize(viewport);
    // Slides have no storage.
    if (notes) await page.addInitScript(() => origin === 'null' || localStorage.setItem('lectern.notes-open', 'true'));
    const release = await holdApplication(page);
    await page.goto(`/decks/${deck.id}`, { waitUntil: 'commit' });
    await expect(early(page)).toHaveAttribute('data-role', 'seen');
    await expect(early(page).contentFrame().getByText('One')).toBeVisible();
    const loadedAt = () => page.frames()[1]?.evaluate(() => (globalThis as { loadedAt?: number }).loadedAt);
    const first = await loadedAt();
    const place = await early(page).boundingBox();
    release();

    await expectPosition(page, 1, 2);
    await expect(page.locator('main iframe[data-current="true"]')).toHaveAttribute('data-role', 'seen');
    expect(await loadedAt()).toBe(first);
    await expect(page.locator('body > .player')).toHaveCount(0);
    await expect(page.getByRole('toolbar').first()).toBeAttached();
    expect(await page.locator('main iframe[data-current="true"]').boundingBox()).toEqual(place);
    await page.keyboard.press('ArrowRight');
    await expectPosition(page, 2, 2);
    await page.keyboard.press('ArrowLeft');
    await expect(slide(page).getByText('One')).toBeVisible();
  });
}

test('the slide of the address is there first, or the one that was left', async ({ page, user }) => {
  const deck = await uploadDeck(page.request, { title: `First of ${user.name}` });
  // The place is saved two seconds after the slide is shown, which may be before the page is left.
  const saved = page.waitForResponse(/openings\.save/);
  await page.goto(`/decks/${deck.id}/2`);
  await expectPosition(page, 2, 3);
  // Not by another address: the browser does not report the response to a page that has been left.
  await page.getByRole('link', { name: 'Back to the library' }).click();
  await saved;
  const release = await holdApplication(page);
  await page.goto(`/decks/${deck.id}`, { waitUntil: 'commit' });
  await expect(early(page).contentFrame().getByText('Two')).toBeVisible();
  await page.goto(`/decks/${deck.id}/3`, { waitUntil: 'commit' });
  await expect(early(page).contentFrame().getByText('Three')).toBeVisible();
  release();
  await expectPosition(page, 3, 3);
});

test('a document that has to be moved is not shown before it is', async ({ page, user, pageErrors }) => {
  pageErrors.expect(/violates the following Content Security Policy/);
  const deck = await uploadDeck(page.request, { title: `reveal.js of ${user.name}`, bytes: await revealDeck() });
  const release = await holdApplication(page);
  await page.goto(`/decks/${deck.id}/5`, { waitUntil: 'commit' });
  const loaded = early(page).contentFrame().locator('.reveal.ready');
  await expect(loaded).toBeAttached();
  await expect(early(page)).toHaveAttribute('data-role', 'first');
  release();
  await expectPosition(page, 5, 41);
  await expect(page.locator('main iframe[data-current="true"]')).toHaveAttribute('data-role', 'seen');
});

test('pages that show something else have no such frame: another version, a deck that is not there, the presenter view', async ({
  page,
  user,
  pageErrors,
}) => {
  pageErrors.expect(/404/);
  const deck = await uploadDeck(page.request, { title: `First of ${user.name}` });
  await holdApplication(page);
  for (const address of [`/decks/${deck.id}?version=${deck.currentVersionId}`, '/decks/nothing', `/decks/${deck.id}/present`]) {
    // The document is not complete before its modules have run.
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.locator('noscript')).toBeAttached();
    await expect(page.locator('iframe')).toHaveCount(0);
  }
});

test('a frame that the player would not create is removed', async ({ page, user }) => {
  const deck = await uploadDeck(page.request, { title: `First of ${user.name}` });
  const release = await holdApplication(page);
  await page.goto(`/decks/${deck.id}`, { waitUntil: 'commit' });
  await expect(early(page).contentFrame().getByText('One')).toBeVisible();
  // Another slide than the one that is there.
  await page.evaluate((address) => history.replaceState(null, '', address), `/decks/${deck.id}/3`);
  release();
  await expectPosition(page, 3, 3);
  await expect(slide(page).getByText('Three')).toBeVisible();
  await expect(page.locator('body > .player')).toHaveCount(0);
});

test.describe('visitors', () => {
  async function aLink({ request }: Page, deckId: string, wish: object = {}) {
    const made = await request.post(`/api/decks/${deckId}/links`, { data: wish });
    return linkSchema.parse(await made.json());
  }

  for (const [what, viewport] of [
    ['in a window', { width: 1280, height: 720 }],
    ['on a phone', { width: 390, height: 844 }],
  ] as const) {
    test(`the first slide is there before the scripts of the page, ${what}, and the player goes on with the same document`, async ({
      page,
      user,
      anotherBrowser,
    }) => {
      const slides = [COUNTED, COUNTED.replace('One', 'Two')];
      const deck = await uploadDeck(page.request, { title: `First of ${user.name}`, bytes: await plainDeck({ slides }) });
      const link = await aLink(page, deck.id);
      const visitor = await (await anotherBrowser({ viewport })).newPage();
      const release = await holdApplication(visitor);
      await visitor.goto(`${link.url}#2`, { waitUntil: 'commit' });
      await expect(early(visitor)).toHaveAttribute('data-role', 'seen');
      await expect(early(visitor).contentFrame().getByText('Two')).toBeVisible();
      const loadedAt = () => visitor.frames()[1]?.evaluate(() => (globalThis as { loadedAt?: number }).loadedAt);
      const first = await loadedAt();
      const place = await early(visitor).boundingBox();
      release();

      await expectPosition(visitor, 2, 2);
      await expect(visitor.locator('main iframe[data-current="true"]')).toHaveAttribute('data-role', 'seen');
      expect(await loadedAt()).toBe(first);
      expect(await visitor.locator('main iframe[data-current="true"]').boundingBox()).toEqual(place);
      await expect(visitor.locator('body > .player')).toHaveCount(0);
      await visitor.keyboard.press('ArrowLeft');
      await expectPosition(visitor, 1, 2);
      await expect(slide(visitor).getByText('One')).toBeVisible();
    });
  }

  test('there is no such frame before a question of the page, and where the deck may not be embedded', async ({
    page,
    user,
    anotherBrowser,
  }) => {
    const deck = await uploadDeck(page.request, { title: `First of ${user.name}` });
    const [locked, asking, alone] = [
      await aLink(page, deck.id, { password: 'open sesame' }),
      await aLink(page, deck.id, { askFor: 'name' }),
      await aLink(page, deck.id),
    ];
    const visitor = await (await anotherBrowser()).newPage();
    const release = await holdApplication(visitor);
    for (const { url } of [locked, asking]) {
      await visitor.goto(url, { waitUntil: 'commit' });
      await expect(visitor.locator('noscript')).toBeAttached();
      await expect(visitor.locator('iframe')).toHaveCount(0);
    }
    release();
    await visitor.goto(alone.url);
    await expectPosition(visitor, 1, 3);
  });
});
