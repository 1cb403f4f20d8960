import type { BrowserContext, Page } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck, pressAtOnce, slide } from '#e2e/support/player.ts';
import { DECK_KINDS, webslidesDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ user, pageErrors }) => {
  expect(user.role).toBe('user');
  pageErrors.expect(/violates the following Content Security Policy|Failed to load resource/);
});

/** Holds back the documents of decks until the function that is returned is called. */
async function holdDocuments(context: BrowserContext): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await context.route(/\/play\/[^?]*\.html/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The page has loaded only when its frames have. */
async function openWithoutDocument(page: Page, deckId: string, position: number): Promise<void> {
  await page.goto(`/decks/${deckId}/${String(position)}`, { waitUntil: 'commit' });
  await expect(page.getByRole('toolbar')).toBeAttached();
}

for (const { name, pack, count } of DECK_KINDS) {
  test(`keys pressed before ${name} has arrived move it once it is there, and two at once move it by two slides`, async ({
    page,
    context,
  }) => {
    const deck = await uploadDeck(context.request, { title: name, bytes: await pack() });
    const arrive = await holdDocuments(context);
    await openWithoutDocument(page, deck.id, 2);
    await page.keyboard.press('Shift+ArrowRight');
    arrive();
    await expectPosition(page, 3, count);
    await page.keyboard.press('Shift+ArrowLeft');
    await expectPosition(page, 2, count);

    await page.keyboard.press('Home');
    await expectPosition(page, 1, count);
    await pressAtOnce(page, { key: 'ArrowRight', shiftKey: true }, 2);
    await expectPosition(page, 3, count);
  });

  test(`a key pressed before ${name} has arrived at its first slide moves it once it is there`, async ({ page, context }) => {
    const deck = await uploadDeck(context.request, { title: name, bytes: await pack() });
    const arrive = await holdDocuments(context);
    await openWithoutDocument(page, deck.id, 1);
    await page.keyboard.press('ArrowRight');
    arrive();
    await expectPosition(page, 2, count);
  });
}

test('WebSlides goes two slides further when a key is pressed twice, although it ignores keys while it moves', async ({
  page,
  context,
}) => {
  const deck = await uploadDeck(context.request, { title: 'Pressed twice', bytes: await webslidesDeck() });
  await openDeck(page, deck.id, 2);
  await expectPosition(page, 2, 8);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await expectPosition(page, 4, 8);
});

test('WebSlides goes two slides further when a key is pressed again while a slow move shows both slides', async ({
  page,
  context,
}) => {
  const deck = await uploadDeck(context.request, { title: 'Pressed in between', bytes: await webslidesDeck() });
  // Its move takes three times as long, and the bridge looks five times as often whether it has ended.
  await page.addInitScript(() => {
    if (window === top) return;
    const [frameMs, lookMs] = [16, 200];
    const later = window.setTimeout.bind(window);
    const paced = (run: () => void, wait: number) => {
      if (wait !== lookMs) return later(run, wait === frameMs ? 3 * frameMs : wait);
      const look = () => {
        run();
        document.documentElement.dataset['looked'] = '';
      };
      return later(look, lookMs / 5);
    };
    Object.assign(window, { setTimeout: paced });
  });
  await openDeck(page, deck.id, 2);
  await expectPosition(page, 2, 8);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(slide(page).locator('html')).toHaveAttribute('data-looked');
  await page.keyboard.press('Shift+ArrowRight');
  await expectPosition(page, 4, 8);
});

test('keys pressed on the last slide before it has arrived show its step and then the end', async ({ page, context }) => {
  const slides = ['One', '<p>Last</p><p class="fragment">Last step</p>'];
  const bytes = await plainDeck({ slides });
  const press = async (...keys: readonly string[]) => {
    // A deck that was opened before goes back to its step.
    const deck = await uploadDeck(context.request, { title: 'Two slides', bytes });
    const arrive = await holdDocuments(context);
    await openWithoutDocument(page, deck.id, 2);
    for (const key of keys) await page.keyboard.press(key);
    arrive();
  };
  const end = page.getByRole('region', { name: 'End of deck' });

  await press('ArrowRight');
  await expect(slide(page).getByText('Last step')).toBeVisible();
  await expect(end).toHaveCount(0);
  await press('ArrowRight', 'ArrowRight');
  await expect(end).toBeVisible();
  await press('ArrowRight', 'ArrowRight', 'ArrowLeft');
  await expect(slide(page).getByText('Last step')).toBeVisible();
  await expect(end).toHaveCount(0);
});
