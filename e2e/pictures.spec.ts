import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import { openDeck } from '#e2e/support/player.ts';
import { revealNotesDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';
import type { DeckDetail } from '#shared/decks.ts';

const sections = (...bodies: string[]): string[] => bodies.map((body) => `<section>${body}</section>`);

const aDeck = async (request: APIRequestContext, title: string, ...bodies: string[]): Promise<DeckDetail> =>
  uploadDeck(request, { title, bytes: await revealNotesDeck(...sections(...bodies)) });

/** Waits until a picture made by the server is shown. */
async function expectPicture(image: Locator): Promise<void> {
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth)).toBe(640);
}

/** Words move by a few pixels when their font arrives after the first cards are shown: 0.00001. A row of cards would move by 0.01. */
const FONTS_MOVE = 0.001;

/** Adds up the layout shifts of each page of the context from now on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if ('value' in entry && typeof entry.value === 'number') sum += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts: () => sum });
  });
  return () => page.evaluate(() => (Reflect.get(window, 'shifts') as () => number)());
}

test('library, overview and versions show pictures as soon as the server has made them, and nothing moves', async ({
  renderingBrowser,
}) => {
  const context = await renderingBrowser({ as: 'Ada' });
  const page = await context.newPage();
  const shifts = await watchShifts(page);
  const first = await aDeck(context.request, 'Before', '<h2>Before</h2>');
  await page.goto('/');
  const cardOf = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect(cardOf('Before').getByText('1 slide')).toBeVisible();
  await expectPicture(cardOf('Before').locator('.deck-picture img'));
  expect(await shifts(), 'the picture has arrived in its place').toBeLessThan(FONTS_MOVE);

  const deck = await aDeck(context.request, 'In pictures', '<h2>One</h2>', '<h2>Two</h2>', '<h2>Three</h2>');
  const state = cardOf('In pictures').getByText(/^Pictures (?:will follow|are being made)/);
  await expect(state).toBeVisible();
  await expect(cardOf('In pictures').getByText('3 slides')).toBeVisible();
  await expect(state).toHaveCount(0);
  await expectPicture(cardOf('In pictures').locator('.deck-picture img'));
  await page.reload();
  for (const title of ['Before', 'In pictures']) await expectPicture(cardOf(title).locator('.deck-picture img'));
  expect(await shifts(), 'a list with pictures does not move').toBeLessThan(FONTS_MOVE);

  await openDeck(page, deck.id, 1);
  await page.keyboard.press('o');
  const tiles = page.getByRole('dialog').locator('.tile-picture img');
  await expect(tiles).toHaveCount(3);
  for (const tile of await tiles.all()) await expectPicture(tile);

  const file = {
    name: 'second.stage',
    mimeType: 'application/zip',
    buffer: await revealNotesDeck(...sections('<h2>After</h2>')),
  };
  expect((await context.request.post(`/api/decks/${first.id}/versions`, { multipart: { file } })).status()).toBe(201);
  await page.goto('/');
  await page.getByRole('button', { name: 'Actions for Before' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
  const versions = page.getByRole('dialog').locator('.version-picture img');
  await expect(versions).toHaveCount(2);
  for (const picture of await versions.all()) await expectPicture(picture);
  const addresses = await versions.evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
  expect(new Set(addresses).size, 'each version has its own').toBe(2);
});

test('the presenter view shows the picture of the next slide, and the deck itself where that has steps', async ({
  renderingBrowser,
}) => {
  const context = await renderingBrowser({ as: 'Ada' });
  const page = await context.newPage();
  const steps = '<h2>Steps</h2><p class="fragment">First</p><p class="fragment">Second</p>';
  const deck = await aDeck(context.request, 'To present', '<h2>One</h2>', '<h2>Two</h2>', steps, '<h2>Four</h2>');
  const isRendered = async () =>
    ((await (await context.request.get(`/api/decks/${deck.id}`)).json()) as DeckDetail).shownSlideCount;
  await expect.poll(isRendered).toBe(4);

  await page.goto(`/decks/${deck.id}/present`);
  const next = page.getByRole('region', { name: 'Next' });
  const picture = next.locator('img');
  const live = next.locator('iframe[data-current="true"]').contentFrame();
  const step = (text: string) => live.locator('.fragment', { hasText: text });
  const forward = () => page.getByRole('button', { name: 'Next', exact: true }).click();
  await expectPicture(picture);
  await expect(picture).toHaveAttribute('src', /inner=1$/);
  await expect(next.locator('iframe'), 'the deck runs once').toHaveCount(0);
  await expect(next.getByRole('heading')).toHaveText('Next');

  await forward();
  await expect(live.getByRole('heading', { name: 'Steps' })).toBeVisible();
  await expect(step('First')).toBeHidden();
  await expect(picture).toHaveCount(0);
  await forward();
  await expect(next.getByRole('heading', { name: 'Next step' })).toBeVisible();
  await expect(step('First')).toBeVisible();
  await expect(step('Second')).toBeHidden();
  await forward();
  await expect(step('Second')).toBeVisible();
  await forward();
  await expect(picture).toHaveAttribute('src', /inner=3$/);
  await expectPicture(picture);
  await forward();
  await expect(next.getByText('This is the last slide')).toBeVisible();

  // They are made in each size, and before and after each step.
  const pictureOf = async (query: string) => {
    const answer = await context.request.get(`/api/decks/${deck.id}/slides/0/picture?inner=2&${query}`);
    expect([query, answer.status()]).toEqual([query, 200]);
    return answer.body();
  };
  const whole = await pictureOf('width=1920&format=png');
  const before = await pictureOf('width=1920&format=png&step=0');
  for (const png of [whole, before]) expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1920, 1080]);
  expect(before.equals(whole)).toBe(false);
  expect((await pictureOf('width=1920&format=png&step=2')).equals(whole)).toBe(true);
  expect((await pictureOf('width=320')).subarray(8, 12).toString()).toBe('WEBP');
});

test('an admin sees which browser makes the pictures', async ({ renderingBrowser }) => {
  const context = await renderingBrowser({ as: 'Ada', role: 'admin' });
  const page = await context.newPage();
  await page.goto('/admin/system');
  await expect(page.getByText(/Pictures of slides are made by Chrom\w+ \d+/)).toBeVisible();
});
