import type { Page } from '@playwright/test';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { openProbe, type Probe } from '#e2e/support/probe.ts';
import { revealModuleDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';
import { type TouchPoint, TouchScreen } from '#e2e/support/touch.ts';

test.beforeEach(({ user }) => expect(user.role).toBe('user'));

const line = ([fromX, fromY]: TouchPoint, [toX, toY]: TouchPoint): TouchPoint[] =>
  [0, 0.25, 0.5, 0.75, 1].map((part) => [fromX + (toX - fromX) * part, fromY + (toY - fromY) * part]);
const left = line([600, 300], [400, 310]);
const right = line([400, 300], [600, 310]);

const swipes = async (probe: Probe) => (await probe.all('swipe')).map(({ direction }) => direction);

/**
 * Waits until input at this place of the window reaches the element inside the frame: the browser applies layout changes with the
 * next frame.
 */
async function expectPointerAt(page: Page, [x, y]: TouchPoint, inFrame: TouchPoint): Promise<void> {
  const body = page.frameLocator('iframe').locator('body');
  await body.evaluate(({ ownerDocument }) =>
    ownerDocument.addEventListener('mousemove', ({ clientX, clientY }) => {
      ownerDocument.documentElement.dataset['pointer'] = JSON.stringify([clientX, clientY]);
    }),
  );
  await expect(async () => {
    await page.mouse.move(x - 1, y);
    await page.mouse.move(x, y);
    const pointer = await body.evaluate(({ ownerDocument }) => ownerDocument.documentElement.dataset['pointer']);
    expect(JSON.parse(pointer ?? 'null')).toEqual(inFrame);
  }).toPass();
}

const TOUCHED = `<p>Plain</p>
<div id="wide" style="width:300px;overflow-x:auto"><div style="width:3000px;height:80px">Scrolls</div></div>
<div id="own" style="touch-action:none;width:300px;height:80px">Follows fingers</div>`;

test('one finger swipes, except on elements that handle touch', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: [TOUCHED] }) });
  const probe = await openProbe(page, deck);
  const touch = new TouchScreen(page);
  await probe.expectPosition(null);
  const over = async (id: string) => {
    const box = await page.frameLocator('iframe').locator(id).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 40];
    return line([x + 200, y], [x, y]);
  };
  await touch.drag(await over('#wide'));
  await touch.drag(await over('#own'));
  await touch.drag(line([600, 100], [550, 300]));
  await touch.drag(left);
  await expect.poll(() => swipes(probe)).toEqual(['next']);
  await touch.drag(right);
  await expect.poll(() => swipes(probe)).toEqual(['next', 'previous']);
});

test('two fingers pinch, measured in screen pixels', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: [TOUCHED] }) });
  const probe = await openProbe(page, deck);
  await probe.expectPosition(null);
  // The player scales the frame; the distance of the fingers on the screen stays the same.
  await page.locator('iframe').evaluate((frame) => (frame.style.cssText = 'transform: scale(0.5); transform-origin: 0 0'));
  await expectPointerAt(page, [300, 200], [600, 400]);
  const touch = new TouchScreen(page);
  await touch.drag(line([250, 200], [200, 200]), line([350, 200], [400, 200]));
  await expect.poll(async () => (await probe.last('pinch'))?.['phase']).toBe('end');
  const [first, ...others] = await probe.all('pinch');
  expect(first).toEqual({ lectern: 'pinch', phase: 'start', scale: 1, x: 600, y: 400 });
  expect(others.at(-1)).toMatchObject({ scale: 2 });
  expect(await swipes(probe)).toEqual([]);
});

test('reveal.js handles swipes itself, and swipes beyond its ends are reported', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'Swiped', bytes: await revealModuleDeck() });
  const probe = await openProbe(page, deck);
  await expect.poll(() => probe.last('position')).toMatchObject({ position: { index: 0 } });
  const touch = new TouchScreen(page);
  await touch.drag(right);
  await expect.poll(() => probe.last('edge')).toEqual({ lectern: 'edge', direction: 'previous' });
  await touch.drag(left);
  await expect.poll(() => probe.last('position')).toMatchObject({ position: { index: 1 } });
  expect(await swipes(probe)).toEqual([]);
});

const WHEELED = `<div id="map" style="width:300px;height:200px">Zooms by itself</div><p id="seen"></p>
<script>
  const seen = (name) => { document.querySelector('#seen').textContent += name; };
  addEventListener('wheel', (event) => { if (event.target.id === 'map') { event.preventDefault(); seen('map'); } else seen('other'); }, { passive: false });
</script>`;

test('Ctrl+wheel is forwarded unless the slide handles it', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: [WHEELED] }) });
  const probe = await openProbe(page, deck);
  await probe.expectPosition(null);
  const slide = page.frameLocator('iframe');
  await page.keyboard.down('Control');
  await slide.locator('#map').hover();
  await page.mouse.wheel(0, -100);
  await expect(slide.locator('#seen')).toHaveText('map');
  await page.mouse.move(100, 600);
  await page.mouse.wheel(0, -10);
  await expect(slide.locator('#seen')).toHaveText('mapother');
  await page.keyboard.up('Control');
  await page.mouse.wheel(0, -10);
  await expect(slide.locator('#seen')).toHaveText('mapotherother');
  const said = { lectern: 'zoom', by: expect.closeTo(Math.exp(0.1)), x: 100, y: 600 };
  await expect.poll(() => probe.all('zoom')).toEqual([said]);
});

const WORKED = `<input aria-label="Typed" /><button onclick="this.textContent = 'Pressed'">Press</button><p id="keys"></p>
<script>
  addEventListener('keydown', ({ key }) => { document.querySelector('#keys').textContent += key; });
  addEventListener('keydown', (event) => { if (event.key === 'q') event.preventDefault(); });
</script>`;

test('keys are forwarded unless the slide handles them', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: [WORKED] }) });
  const probe = await openProbe(page, deck);
  const slide = page.frameLocator('iframe');
  await slide.getByRole('button').focus();
  await page.keyboard.press('Space');
  await expect(slide.getByRole('button')).toHaveText('Pressed');
  await slide.getByLabel('Typed').pressSequentially('sod');
  await slide.locator('body').click();
  for (const key of ['q', 'Control+b', 'ArrowRight', 's', 'Shift+N', 'Escape']) await page.keyboard.press(key);
  const keys = async () => (await probe.all('key')).map(({ key }) => key);
  await expect.poll(keys).toEqual(['ArrowRight', 's', 'N', 'Escape']);
  await expect(slide.locator('#keys')).toContainText('Escape');
});

test('with a known runtime, letters and navigation keys go to the player only', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'Keys', bytes: await revealModuleDeck() });
  const probe = await openProbe(page, deck);
  await expect.poll(() => probe.last('position')).toMatchObject({ position: { index: 0 } });
  await page.frameLocator('iframe').locator('body').click();
  for (const key of ['o', 'b', 'Escape', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
  const keys = async () => (await probe.all('key')).map(({ key }) => key);
  await expect.poll(keys).toEqual(['o', 'b', 'Escape', 'ArrowLeft', 'ArrowRight']);
  expect(await probe.last('position')).toMatchObject({ position: { index: 0 } });
  await expect(page.frameLocator('iframe').locator('.reveal.overview, .reveal.paused')).toHaveCount(0);
});
