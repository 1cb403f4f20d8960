import { Readable } from 'node:stream';
import { textContent } from 'deck-format/node';
import { plainDeck, uploadDeck } from '#e2e/support/decks.ts';
import { expectPosition, expectShown, openDeck, pressInSlide, reloadAt, slide } from '#e2e/support/player.ts';
import { formulaDeck, marpDeck, ofFixture, ofModule, revealDeck, slidevDeck, stillImpressDeck } from '#e2e/support/real-decks.ts';
import { expect, test } from '#e2e/support/test.ts';

test.beforeEach(({ user }) => expect(user.role).toBe('user'));

/** The demos load images and fonts from other hosts, which is not allowed by default; every Slidev build loads such an icon. */
const OTHER_HOSTS = /violates the following Content Security Policy/;

for (const { name, pack, count, forward, found } of [
  { name: 'reveal.js', pack: revealDeck, count: 41, forward: [2, 3], found: 'Fragments' },
  { name: 'impress.js', pack: stillImpressDeck, count: 13, forward: [2, 3], found: 'visualize your' },
  // Their second slides have three steps each.
  { name: 'Marp', pack: marpDeck, count: 4, forward: [2, 2, 2, 2, 3], found: 'The end' },
  { name: 'Slidev', pack: slidevDeck, count: 4, forward: [2, 2, 2, 2, 3], found: 'The end' },
]) {
  test(`${name} plays step by step, has an overview and opens where the user left it`, async ({ page, context, pageErrors }) => {
    pageErrors.expect(OTHER_HOSTS);
    const deck = await uploadDeck(context.request, { title: name, bytes: await pack() });
    await openDeck(page, deck.id, 1);
    await expectPosition(page, 1, count);
    // The deck gets the keys and the player those that it does not handle. Not by a click, which impress.js may take as one on another step.
    await page.locator('main iframe[data-current="true"]').focus();
    for (const position of forward) {
      await page.keyboard.press('ArrowRight');
      await expectPosition(page, position, count);
      // Slidev renders a slide when it is shown and knows its steps only then.
      if (name === 'Slidev' && position === 2)
        await expect(slide(page).getByRole('heading', { name: 'Steps one by one' })).toBeVisible();
    }
    await page.keyboard.press('ArrowLeft');
    await expectPosition(page, 2, count);

    await pressInSlide(page, 'o');
    const overview = page.getByRole('dialog', { name: 'Overview' });
    const tile = overview.getByRole('button', { name: new RegExp(found) }).first();
    const number = Number(await tile.locator('.tile-number').textContent());
    await tile.click();
    await expectPosition(page, number, count);
    await reloadAt(page, number);
    await expectPosition(page, number, count);
    await page.keyboard.press('Home');
    await expectPosition(page, 1, count);
  });
}

test('reveal.js with notes, highlighted code and formulas needs no other host', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'Formulas', bytes: await formulaDeck() });
  await openDeck(page, deck.id, 1);
  await expectPosition(page, 1, 2);
  await expect(slide(page).locator('.katex-html').first()).toContainText('e');
  await page.keyboard.press('o');
  const overview = page.getByRole('dialog', { name: 'Overview' });
  await overview.getByRole('searchbox').fill('Euler found');
  await expect(overview.getByRole('button', { name: /Formulas/ })).toBeVisible();
  await expect(overview.getByRole('button', { name: /Code/ })).toHaveCount(0);
  await overview.getByRole('button', { name: 'Close' }).click();
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 2);
  await expect(slide(page).locator('code .hljs-keyword').first()).toHaveText('const');
});

const VIDEO = '<video src="clip.webm" preload="metadata" controls muted width="640"></video>';

test('a video inside a deck is loaded in ranges and can be seeked', async ({ page, context }) => {
  const files = new Map([
    ['slides/1.html', textContent(`<!doctype html><title>Video</title>${VIDEO}`)],
    ['slides/clip.webm', await ofFixture('media/clip.webm')],
  ]);
  const deck = await uploadDeck(context.request, {
    title: 'Video',
    bytes: await plainDeck({ more: { files, slides: [{ file: 'slides/1.html' }] } }),
  });
  const answered = page.waitForResponse(/clip\.webm$/);
  await openDeck(page, deck.id, 1);
  expect((await answered).status()).toBe(206);
  const seen = await slide(page)
    .locator('video')
    .evaluate(async (video: HTMLVideoElement) => {
      const happens = (type: string) => new Promise((resolve) => video.addEventListener(type, resolve, { once: true }));
      if (video.readyState < HTMLMediaElement.HAVE_METADATA) await happens('loadedmetadata');
      const sought = happens('seeked');
      video.currentTime = 8;
      await sought;
      await video.play();
      await happens('timeupdate');
      return { width: video.videoWidth, end: Math.round(video.duration), at: video.currentTime >= 8 };
    });
  expect(seen).toEqual({ width: 320, end: 10, at: true });
});

/**
 * A WebAssembly module that adds two numbers, written by hand: (module (func (export "add") (param i32 i32) (result i32)
 * local.get 0 local.get 1 i32.add)).
 */
const WASM = Buffer.from('0061736d0100000001070160027f7f017f030201000707010361646400000a09010700200020016a0b', 'hex');

const PARTS = `<!doctype html><meta charset="utf-8"><title>Parts</title>
<link rel="stylesheet" href="../style.css"><p id="report"></p><img src="bilder/Gr%C3%BC%C3%9Fe%20100%25.svg" alt="Grüße">
<script type="module">
  import { one } from '../modules/one.js';
  const { two } = await import('../modules/two.js');
  const { three } = await (await fetch('../data/three.json')).json();
  const four = await new Promise((resolve) => {
    const worker = new Worker('../modules/worker.js');
    worker.onmessage = ({ data }) => resolve(data);
    worker.postMessage(2);
  });
  const { instance } = await WebAssembly.instantiateStreaming(fetch('../modules/add.wasm'));
  const five = instance.exports.add(2, 3);
  await document.fonts.load('20px Brought');
  const font = document.fonts.check('20px Brought') && [...document.fonts].every(({ status }) => status === 'loaded');
  const picture = document.querySelector('img');
  await picture.decode();
  document.querySelector('#report').textContent = JSON.stringify({ one, two, three, four, five, font, picture: picture.naturalWidth });
</script>`;

test('fonts, modules, data, workers, WebAssembly and unusual file names work as on any web page', async ({ page, context }) => {
  const files = new Map([
    ['folien/Überblick 1 %41.html', textContent(PARTS)],
    ['folien/Zwei.html', textContent('<!doctype html><title>Zwei</title><p>Zwei</p>')],
    ['folien/bilder/Grüße 100%.svg', textContent('<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>')],
    ['style.css', textContent('@font-face { font-family: Brought; src: url(fonts/brought.woff2) } p { font-family: Brought }')],
    ['fonts/brought.woff2', await ofModule('@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2')],
    ['modules/one.js', textContent('export const one = 1;')],
    ['modules/two.js', textContent("export { one } from './one.js'; export const two = 2;")],
    ['data/three.json', textContent('{"three":3}')],
    ['modules/worker.js', textContent('onmessage = ({ data }) => postMessage(data * 2);')],
    ['modules/add.wasm', { size: WASM.length, chunks: () => Readable.from([WASM]) }],
  ]);
  const slides = [{ file: 'folien/Überblick 1 %41.html' }, { file: 'folien/Zwei.html' }];
  const deck = await uploadDeck(context.request, { title: 'Grüße', bytes: await plainDeck({ more: { files, slides } }) });
  await openDeck(page, deck.id, 1);
  await expect(slide(page).locator('#report')).toHaveText(
    JSON.stringify({ one: 1, two: 2, three: 3, four: 4, five: 5, font: true, picture: 7 }),
  );
  await page.keyboard.press('ArrowRight');
  await expect(slide(page).getByText('Zwei')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expectPosition(page, 1, 2);
});

const STEPS = ['<p class="fragment">First</p><p class="fragment">Second</p>', 'The next slide'];

test('fragments of plain slides are steps, forward and back', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'Steps', bytes: await plainDeck({ slides: STEPS }) });
  await openDeck(page, deck.id, 1);
  const seen = (text: string) => slide(page).getByText(text);
  await expect(seen('First')).toBeHidden();
  await page.keyboard.press('ArrowRight');
  await expect(seen('First')).toBeVisible();
  await expect(seen('Second')).toBeHidden();
  await page.keyboard.press('Shift+ArrowRight');
  await expect(seen('Second')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 2);
  // Going back shows the end of the previous slide.
  await page.keyboard.press('ArrowLeft');
  await expectPosition(page, 1, 2);
  await expect(seen('Second')).toBeVisible();
});

test('a slide to which people come back before the next one was painted keeps its steps', async ({ page, context }) => {
  const deck = await uploadDeck(context.request, { title: 'Back at once', bytes: await plainDeck({ slides: STEPS }) });
  // Nothing is painted until the test says so.
  await page.addInitScript(() => {
    if (window !== top) return;
    const [request, cancel] = [window.requestAnimationFrame.bind(window), window.cancelAnimationFrame.bind(window)];
    const held = new Map<number, FrameRequestCallback>();
    // The browser's own ids are positive.
    let last = 0;
    Object.assign(window, {
      holdPainting: () => {
        window.requestAnimationFrame = (callback) => {
          last -= 1;
          held.set(last, callback);
          return last;
        };
        window.cancelAnimationFrame = (id) => held.delete(id) || cancel(id);
      },
      paint: () => {
        [window.requestAnimationFrame, window.cancelAnimationFrame] = [request, cancel];
        for (const callback of held.values()) request(callback);
      },
    });
  });
  await openDeck(page, deck.id, 1);
  await page.keyboard.press('Shift+ArrowRight');
  await expect(slide(page).getByText('Second')).toBeVisible();
  const documentOf = () =>
    slide(page)
      .locator('html')
      .evaluate(() => performance.timeOrigin);
  const shown = await documentOf();
  await page.evaluate(() => (Reflect.get(window, 'holdPainting') as () => void)());
  await page.keyboard.press('ArrowRight');
  await expectPosition(page, 2, 2);
  await page.keyboard.press('ArrowLeft');
  await expectPosition(page, 1, 2);
  await page.evaluate(async () => {
    (Reflect.get(window, 'paint') as () => void)();
    for (let frames = 0; frames < 4; frames += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await expectShown(page);
  await expect(slide(page).getByText('Second')).toBeVisible();
  expect(await documentOf(), 'it is not loaded again').toBe(shown);
});

const OWN_STEPS = `<p id="at">0</p><script>
  let at = 0;
  document.addEventListener('keydown', (event) => {
    at += { 39: 1, 37: -1 }[event.keyCode] ?? 0;
    document.querySelector('#at').textContent = at;
  });
  localStorage.setItem('visits', 1);
</script>`;

test('an unknown runtime is controlled by arrow keys and has storage', async ({ page, context }) => {
  const bytes = await plainDeck({ slides: [OWN_STEPS], more: { architecture: 'single-file-html' } });
  const deck = await uploadDeck(context.request, { title: 'Unknown', bytes });
  await openDeck(page, deck.id, 1);
  const at = slide(page).locator('#at');
  await expect(at).toHaveText('0');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(at).toHaveText('1');
  await page.keyboard.press('ArrowRight');
  await expect(at).toHaveText('2');
  await slide(page).locator('body').click();
  await page.keyboard.press('ArrowRight');
  await expect(at).toHaveText('3');
  await page.keyboard.press('ArrowLeft');
  await expect(at).toHaveText('2');
});
