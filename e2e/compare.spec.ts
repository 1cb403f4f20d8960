import { type APIRequestContext, expect as expectIn, type Page } from '@playwright/test';
import type { DeckDetail } from '#shared/decks.ts';
import { expectAccessibleInEveryLook } from '#e2e/support/accessibility.ts';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { openDeck } from '#e2e/support/player.ts';
import { revealNotesDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

// With reduced motion, pictures do not blink by themselves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const section = (title: string, text: string) => `<section><h2>${title}</h2><p>${text}</p></section>`;
// The digits differ in how dark they are, because small print is compared by the mean of a few pixels.
const BEFORE = [
  section('Welcome', 'To the quarterly figures'),
  section('Sales', 'Sales grew by 3 percent in the last quarter'),
  section('Costs', 'Costs stayed the same'),
  section('Team', 'Three people joined'),
  section('Outlook', 'More of the same'),
  section('Questions', 'And answers'),
];
const AFTER = [
  section('Questions', 'And answers'),
  section('Welcome', 'To the quarterly figures'),
  section('Sales', 'Sales grew by 8 percent in the last quarter'),
  section('Risks', 'There are some'),
  section('Costs', 'Costs stayed the same'),
  section('Outlook', 'More of the same'),
];

async function addVersion(request: APIRequestContext, { id }: DeckDetail, buffer: Buffer): Promise<void> {
  const file = { name: 'deck.stage', mimeType: 'application/zip', buffer };
  expectIn((await request.post(`/api/decks/${id}/versions`, { multipart: { file } })).status()).toBe(201);
}

/** Waits until the current version of a deck has pictures. */
async function rendered(request: APIRequestContext, { id }: DeckDetail): Promise<void> {
  const shown = async () => ((await (await request.get(`/api/decks/${id}`)).json()) as DeckDetail).shownSlideCount;
  await expect.poll(shown).not.toBeNull();
}

const openVersions = async (page: Page) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Actions for Figures' }).click();
  await page.getByRole('menuitem', { name: 'Versions…' }).click();
};

test('what a version has changed is in the list of versions and in the notice, and is shown slide by slide', async ({
  renderingBrowser,
}) => {
  test.slow();
  const context = await renderingBrowser({ as: 'Ada' });
  const page = await context.newPage();
  const deck = await uploadDeck(context.request, { title: 'Figures', bytes: await revealNotesDeck(...BEFORE) });
  await rendered(context.request, deck);

  // Someone looks at the deck while the version arrives.
  await openDeck(page, deck.id, 1);
  await addVersion(context.request, deck, await revealNotesDeck(...AFTER));
  await rendered(context.request, deck);
  const words = 'Slide 3 changed; slide 4 added; slide 4 removed; slide 1 moved.';
  await expect(page.getByText(`Version 2 of this deck is here. ${words}`)).toBeVisible();
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('heading', { name: 'Compare versions' })).toBeVisible();

  await openVersions(page);
  await expect(page.getByText(words)).toBeVisible();
  await page.getByRole('link', { name: 'Compare version 1 with the current one' }).click();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Slide 1 moved; it was slide 6',
    'Slide 3 changed',
    'Slide 4 added',
    'Slide 4 removed',
  ]);
  await expect(page.getByText('3 slides have not changed')).toHaveCount(0);
  const changed = page.getByRole('region', { name: 'Slide 3 changed' });
  await expect(changed.getByRole('img')).toHaveCount(2);
  const loaded = (image: HTMLImageElement) => image.complete && image.naturalWidth;
  for (const image of await changed.getByRole('img').all()) await expect.poll(() => image.evaluate(loaded)).toBe(640);
  await expect(changed.locator('del')).toHaveText(/3/);
  await expect(changed.locator('ins')).toHaveText(/8/);

  // The number is in the middle of the slide: the marked area is around it, and small.
  const area = changed.locator('.compared-area').last();
  const [box, whole] = [await area.boundingBox(), await changed.locator('.compared-picture').last().boundingBox()];
  expect((box?.width ?? 0) / (whole?.width ?? 1)).toBeLessThan(0.2);
  expect((box?.height ?? 0) / (whole?.height ?? 1)).toBeLessThan(0.2);

  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: 'Slide 1 moved; it was slide 6' })).toBeFocused();
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { name: 'Slide 3 changed' })).toBeFocused();
  await page.keyboard.press('v');
  const slider = changed.getByRole('slider');
  await slider.press('Home');
  await expect(slider).toHaveValue('0');
  // Shown wider than 640 pixels, it is a larger picture.
  for (const image of await changed.getByRole('img').all()) await expect.poll(() => image.evaluate(loaded)).toBe(1280);
  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'Stop blinking' }).click();
  const caption = changed.locator('figcaption');
  const before = await caption.textContent();
  await page.keyboard.press('b');
  await expect(caption).not.toHaveText(before ?? '');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Blink' })).toBeChecked();

  // In a window in which nothing scrolls, the buttons go on from the change that has the focus.
  await page.setViewportSize({ width: 1280, height: 4000 });
  for (let at = 0; at < 3; at += 1) await page.getByRole('button', { name: 'Next change' }).click();
  const added = page.getByRole('heading', { name: 'Slide 4 added' });
  await expect(added).toBeFocused();
  // On a phone the bar has three rows. They do not cover the heading.
  await page.setViewportSize({ width: 390, height: 500 });
  await page.getByRole('button', { name: 'Next change' }).click();
  await page.getByRole('button', { name: 'Previous change' }).click();
  await expect(added).toBeFocused();
  const bar = await page.getByRole('group', { name: 'Changes' }).boundingBox();
  expect((await added.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByText('Slide 2 has not changed').click();
  await expect(page.getByRole('img', { name: 'Slide 2 in version 2: Welcome' })).toBeVisible();
});

test('the same deck uploaded again has no changes', async ({ renderingBrowser }) => {
  const context = await renderingBrowser({ as: 'Ada' });
  const page = await context.newPage();
  const deck = await uploadDeck(context.request, { title: 'Figures', bytes: await revealNotesDeck(...BEFORE) });
  await rendered(context.request, deck);
  // Other bytes, but the same slides.
  await addVersion(context.request, deck, await revealNotesDeck(...BEFORE, '<!-- the end -->'));
  await rendered(context.request, deck);
  await openVersions(page);
  await expect(page.getByText('No slide has changed.')).toBeVisible();
  await page.goto(`/decks/${deck.id}/compare`);
  await expect(page.getByText('Versions 1 and 2 show the same slides.')).toBeVisible();
  await expect(page.getByText('6 slides have not changed (1 to 6)')).toBeVisible();
});

test('without a renderer, the slides themselves are shown, and the page says why no area is marked', async ({
  page,
  context,
  user,
}) => {
  expect(user.role).toBe('user');
  const deck = await uploadDeck(context.request, { title: 'Plain', bytes: await plainDeck({ slides: ['One', 'Two'] }) });
  await page.goto(`/decks/${deck.id}/compare`);
  await expect(page.getByText('This deck has one version.')).toBeVisible();
  await addVersion(context.request, deck, await plainDeck({ slides: ['One', 'Two, changed', 'Three'] }));
  await page.goto(`/decks/${deck.id}/compare?from=${deck.currentVersionId}&to=${deck.currentVersionId}`);
  await expect(page.getByText('Choose another version to compare with this one.')).toBeVisible();
  await page.getByLabel('To').selectOption({ index: 0 });
  await expect(page.getByText(/The files of the slides were compared/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Slide 2 changed', 'Slide 3 added']);
  const changed = page.getByRole('region', { name: 'Slide 2 changed' });
  await expect(changed.locator('iframe[data-loaded="true"]')).toHaveCount(2);
  await expect(changed.locator('iframe').last().contentFrame().getByText('Two, changed')).toBeVisible();
  await expect(page.locator('.compared-area')).toHaveCount(0);
  await expectAccessibleInEveryLook(page);
  await page.getByText('Slide 1 has not changed').click();
  await page.keyboard.press('v');
  await expect(page.getByRole('radio', { name: 'Swipe' })).toBeChecked();
  await expectAccessibleInEveryLook(page);
});
