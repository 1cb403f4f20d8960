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

/** Waits until what is at this place of the window gets there inside the frame: the browser learns of a change with the next picture. */
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

test('a finger across the slide is a swipe, except where something under it moves with the finger', async ({ page, context }) => {
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

test('two fingers are a pinch, measured on the screen', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { bytes: await plainDeck({ slides: [TOUCHED] }) });
  const probe = await openProbe(page, deck);
  await probe.expectPosition(null);
  // As the player scales the frame to fit: the fingers are as far apart as before.
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

test('reveal.js swipes by itself, and what leads out of it is told', async ({ page, context }) => {
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

test('the wheel with Ctrl held is passed on unless the slide zooms something by it', async ({ page, context }) => {
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
  expect(await probe.all('zoom')).toEqual([said]);
});

const WORKED = `<input aria-label="Typed" /><button onclick="this.textContent = 'Pressed'">Press</button><p id="keys"></p>
<script>
  addEventListener('keydown', ({ key }) => { document.querySelector('#keys').textContent += key; });
  addEventListener('keydown', (event) => { if (event.key === 'q') event.preventDefault(); });
</script>`;

test('keys are passed on unless the slide has a use for them', async ({ page, context }) => {
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

test('beside a known runtime the letters of the player are its own, and movement is the deck’s first', async ({
  page,
  context,
}) => {
  const deck = await uploadDeck(context.request, { title: 'Keys', bytes: await revealModuleDeck() });
  const probe = await openProbe(page, deck);
  await expect.poll(() => probe.last('position')).toMatchObject({ position: { index: 0 } });
  await page.frameLocator('iframe').locator('body').click();
  for (const key of ['o', 'b', 'Escape', 'ArrowLeft', 'ArrowRight']) await page.keyboard.press(key);
  await expect.poll(() => probe.last('position')).toMatchObject({ position: { index: 1 } });
  expect((await probe.all('key')).map(({ key }) => key)).toEqual(['o', 'b', 'Escape']);
  expect(await probe.all('edge')).toEqual([{ lectern: 'edge', direction: 'previous' }]);
  await expect(page.frameLocator('iframe').locator('.reveal.overview, .reveal.paused')).toHaveCount(0);
});
