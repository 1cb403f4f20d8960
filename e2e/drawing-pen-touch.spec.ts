import type { Page } from '@playwright/test';
import { uploadDeck } from '#e2e/support/decks.ts';
import { drag, drawing, TabletInput, openToDraw, tools } from '#e2e/support/ink.ts';
import { expectPosition, openDeck, slide } from '#e2e/support/player.ts';
import { revealDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(async ({ user }) => expect(user.role).toBe('user'));

test('a pen draws at once with pressure; from then on fingers move the slide', async ({ page, context }) => {
  const deck = await uploadDeck(context.request);
  await openDeck(page, deck.id, 2);
  await expect(slide(page).getByText('Two')).toBeVisible();
  const hand = await TabletInput.on(page);
  await hand.hoverPen([0.3, 0.3]);
  await expect(page.locator('.ink-surface')).toBeAttached();
  await hand.drawWithPen([0.3, 0.3], [0.4, 0.35], [0.5, 0.4], [0.7, 0.6]);
  await expect(drawing(page, 'Drawing: 1 stroke by 1 person')).toBeAttached();
  await expect(tools(page)).toBeVisible();
  const pressures = async () => {
    const response = await context.request.get(`/api/decks/${deck.id}/annotations`);
    const { items } = (await response.json()) as { items: { payload: { strokes: { points: number[][] }[] } }[] };
    return items[0]?.payload.strokes[0]?.points.map(([, , pressure]) => pressure);
  };
  await expect.poll(pressures).toEqual([0.2, 0.35, 0.5, 0.65]);

  await hand.swipe([0.8, 0.5], [0.6, 0.5], [0.3, 0.5]);
  await expectPosition(page, 3, 3);
  await expect(drawing(page, 'Nothing is drawn here')).toBeAttached();
});

test('without a pen, a finger draws in draw mode', async ({ browser, accounts, baseURL }) => {
  await using context = await browser.newContext({
    baseURL: baseURL ?? '',
    hasTouch: true,
    viewport: { width: 800, height: 600 },
  });
  await accounts.signedIn(context);
  const deck = await uploadDeck(context.request);
  const page = await context.newPage();
  await openToDraw(page, deck.id);
  const hand = await TabletInput.on(page);
  await hand.swipe([0.8, 0.5], [0.6, 0.5], [0.3, 0.5]);
  await expect(drawing(page, 'Drawing: 1 stroke by 1 person')).toBeAttached();
  await expectPosition(page, 1, 3);
});

test.describe('on a tablet, in draw mode,', () => {
  test.use({ hasTouch: true, viewport: { width: 800, height: 600 } });
  const width = async (page: Page) => (await page.locator('.slide-box').boundingBox())?.width ?? 0;

  test('two fingers zoom, and the stroke of the first one is dropped', async ({ page, context }) => {
    const deck = await uploadDeck(context.request);
    await openToDraw(page, deck.id);
    const hand = await TabletInput.on(page);
    const fitted = await width(page);
    await hand.touch([[0.1, 0.5]], [[0.3, 0.5]], [[0.45, 0.5]]);
    await expect(page.locator('.ink-wet path')).toHaveAttribute('d', /./);
    // oxfmt-ignore
    await hand.touch([[0.45, 0.5], [0.55, 0.5]], [[0.4, 0.5], [0.6, 0.5]], [[0.35, 0.5], [0.65, 0.5]]);
    await hand.lift();
    // Three times the distance at the time when the second finger came down.
    await expect.poll(() => width(page)).toBeGreaterThan(2.8 * fitted);
    await expect(page.locator('.ink-wet path')).not.toHaveAttribute('d', /./);
    await expect(drawing(page, 'Nothing is drawn here')).toBeAttached();
    await expectPosition(page, 1, 3);
  });

  test('a hand beside the pen draws nothing, whichever comes first', async ({ page, context }) => {
    const deck = await uploadDeck(context.request);
    await openToDraw(page, deck.id);
    const hand = await TabletInput.on(page);
    await hand.touch([[0.8, 0.8]], [[0.81, 0.8]]);
    await hand.drawWithPen([0.2, 0.2], [0.4, 0.4], [0.5, 0.4]);
    await hand.touch([[0.82, 0.8]]);
    await hand.lift();
    await expect(drawing(page, 'Drawing: 1 stroke by 1 person')).toBeAttached();

    await hand.putPenDown([0.2, 0.6], [0.3, 0.7]);
    await hand.touch([[0.8, 0.8]], [[0.7, 0.8]]);
    await hand.lift();
    await hand.liftPen([0.3, 0.7]);
    await expect(drawing(page, 'Drawing: 2 strokes by 1 person')).toBeAttached();
    // A pen has been used by now, so a finger moves the slide.
    await hand.swipe([0.8, 0.5], [0.6, 0.5], [0.3, 0.5]);
    await expectPosition(page, 2, 3);
    await expect(drawing(page, 'Nothing is drawn here')).toBeAttached();
  });
});

test('every inner slide of a single-document deck has its own drawing', async ({ page, context, pageErrors }) => {
  pageErrors.expect(/violates the following Content Security Policy|Blocked script execution/);
  const deck = await uploadDeck(context.request, { title: 'Reveal', bytes: await revealDeck() });
  await openDeck(page, deck.id, 1);
  await expectPosition(page, 1, 41);
  await page.keyboard.press('d');
  await expect(tools(page)).toBeVisible();
  await drag(page, [0.2, 0.2], [0.8, 0.8]);
  await expect(drawing(page, 'Drawing: 1 stroke by 1 person')).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 41);
  await expect(drawing(page, 'Nothing is drawn here')).toBeAttached();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('ArrowLeft');
  await expect(drawing(page, 'Drawing: 1 stroke by 1 person')).toBeAttached();
});
