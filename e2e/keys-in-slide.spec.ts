import type { Page } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, openDeck } from '#e2e/support/player.ts';
import { revealDeck, slidevDeck, substepDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ user, pageErrors }) => {
  expect(user.role).toBe('user');
  pageErrors.expect(/violates the following Content Security Policy/);
});

/** Presses each key and returns the slide number that it leads to. */
async function pressAll(page: Page, steps: readonly (readonly [key: string, to: number])[], count: number): Promise<void> {
  for (const [key, to] of steps) {
    await page.keyboard.press(key);
    await expectPosition(page, to, count);
  }
}

// Slides 3 to 5 of reveal.js's demo are one column: its own right arrow skips it, its own down arrow does nothing elsewhere.
for (const { name, pack, count, start, steps } of [
  {
    name: 'reveal.js with vertical slides',
    pack: revealDeck,
    count: 41,
    start: 2,
    steps: [
      ['ArrowRight', 3],
      ['ArrowRight', 4],
      ['ArrowDown', 5],
      ['PageDown', 6],
      ['ArrowUp', 5],
      ['ArrowLeft', 4],
      ['End', 41],
      ['Home', 1],
    ],
  },
  {
    // Its own demo moves on by itself.
    name: 'impress.js',
    pack: substepDeck,
    count: 3,
    start: 1,
    // The second slide has two steps.
    steps: [
      ['ArrowDown', 2],
      ['Space', 2],
      ['PageDown', 2],
      ['ArrowDown', 3],
      ['Home', 1],
      ['End', 3],
    ],
  },
  {
    name: 'Slidev',
    pack: slidevDeck,
    count: 4,
    start: 3,
    steps: [
      ['ArrowDown', 4],
      ['ArrowUp', 3],
      ['PageDown', 4],
      ['Home', 1],
      ['End', 4],
    ],
  },
] as const) {
  test(`${name}: a key does the same in the slide as beside it`, async ({ page, context }) => {
    const deck = await uploadDeck(context.request, { title: name, bytes: await pack() });
    await openDeck(page, deck.id, start);
    await expectPosition(page, start, count);
    await pressAll(page, steps, count);
    await page.goto(`/decks/${deck.id}/${String(start)}`);
    await expectPosition(page, start, count);
    const frame = page.locator('main iframe[data-current="true"]');
    // A document that is still loading loses keys, and the focus with them.
    await expect(frame).toHaveAttribute('data-role', 'seen');
    // A click would be handled by the deck: impress.js goes to the step that was clicked.
    await frame.focus();
    await expectPosition(page, start, count);
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
    await pressAll(page, steps, count);
  });
}
