import { expectAccessible, expectNoSidewaysScroll } from '#e2e/support/accessibility.ts';
import { uploadDeck } from '#e2e/support/decks.ts';
import { drag, drawing, hover, openToDraw, tools } from '#e2e/support/ink.ts';
import { expectPosition, openDeck } from '#e2e/support/player.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(async ({ user }) => expect(user.role).toBe('user'));

test('strokes stay in place after resizing, changing the slide and reloading', async ({ page, context }) => {
  const deck = await uploadDeck(context.request);
  await openToDraw(page, deck.id);
  await drag(page, [0.25, 0.25], [0.5, 0.5]);
  await drag(page, [0.75, 0.25]);
  await expect(drawing(page, 'Drawing: 2 strokes by 1 person')).toBeAttached();

  const partOfSlide = async () => {
    const [ink, whole] = [
      await page.locator('.ink-stroke').first().boundingBox(),
      await page.locator('.slide-overlay').boundingBox(),
    ];
    return ink && whole ? [(ink.x - whole.x) / whole.width, (ink.y - whole.y) / whole.height, ink.width / whole.width] : [];
  };
  const before = await partOfSlide();
  expect(before[0]).toBeCloseTo(0.25, 1);
  const farOff = async () => (await partOfSlide()).map((part, at) => Math.abs(part - (before[at] ?? 0)) > 0.005);
  const expectInPlace = () => expect.poll(farOff).toEqual([false, false, false]);
  await page.setViewportSize({ width: 700, height: 900 });
  await expectInPlace();

  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 3);
  await expect(drawing(page, 'Nothing is drawn here')).toBeAttached();
  await openDeck(page, deck.id, 1);
  await expect(drawing(page, 'Drawing: 2 strokes by 1 person')).toBeAttached();
  await expectInPlace();
});

test('the eraser removes whole strokes while pressed, and each action is one undo step', async ({ page, context }) => {
  const deck = await uploadDeck(context.request);
  await openToDraw(page, deck.id);
  await drag(page, [0.2, 0.3], [0.8, 0.3]);
  await drag(page, [0.2, 0.6], [0.8, 0.6]);
  await page.keyboard.press('e');
  await hover(page, [0.5, 0.2]);
  await hover(page, [0.5, 0.7]);
  await expect(drawing(page, '2 strokes')).toBeAttached();
  await drag(page, [0.5, 0.2], [0.5, 0.7]);
  await expect(drawing(page, 'Nothing is drawn here')).toBeAttached();

  for (const [keys, words] of [
    ['Control+z', '2 strokes'],
    ['Control+z', '1 stroke by'],
    ['Control+Shift+z', '2 strokes'],
    ['Control+y', 'Nothing is drawn here'],
    ['Control+z', '2 strokes'],
    ['Delete', 'Nothing is drawn here'],
  ] as const) {
    await page.keyboard.press(keys);
    await expect(drawing(page, words)).toBeAttached();
  }
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(drawing(page, '2 strokes')).toBeAttached();
});

test('letters select tools only in draw mode; other keys keep their meaning', async ({ page, context }) => {
  const deck = await uploadDeck(context.request);
  await openDeck(page, deck.id, 2);
  await page.keyboard.press('p');
  await expectPosition(page, 1, 3);
  await page.keyboard.press('d');
  const inHand = tools(page).getByRole('status');
  for (const [key, words] of [
    ['h', 'Highlighter, Yellow, Medium'],
    ['p', /^Pen, /],
    ['6', 'Pen, Blue, Medium'],
    [']', 'Pen, Blue, Bold'],
    ['o', 'Ellipse, Blue, Bold'],
    ['Control+e', 'Ellipse, Blue, Bold'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(inHand).toHaveText(words);
  }
  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: /^The screen is black/ })).toBeVisible();
  await page.keyboard.press('b');
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 3);
  await page.keyboard.press('Escape');
  await expect(tools(page)).toHaveCount(0);
  await page.keyboard.press('p');
  await expectPosition(page, 1, 3);
});

test('shapes and text work on a phone, and all tools have names', async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const deck = await uploadDeck(context.request);
  await openToDraw(page, deck.id);
  for (const [key, at] of ['r', 'o', 'a', 'l', 'h'].entries().map(([index, tool]) => [tool, 0.1 + 0.15 * index] as const)) {
    await page.keyboard.press(key);
    await drag(page, [at, 0.2], [at + 0.12, 0.5]);
  }
  await page.keyboard.press('t');
  await drag(page, [0.3, 0.7]);
  await page.keyboard.type('eight bad pens');
  await page.keyboard.press('Enter');
  await expect(page.getByText('eight bad pens')).toBeVisible();
  await expect(drawing(page, '6 strokes by 1 person')).toBeAttached();

  await page.getByRole('button', { name: /^Colour and width/ }).click();
  await page.getByRole('button', { name: 'Green (4)' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Green (4)' })).toHaveCount(0);
  await expect(tools(page)).toBeVisible();
  await expectNoSidewaysScroll(page);
});
