import { cp, mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import type { Page } from '@playwright/test';
import { bytesSource, contentTypeOf, openPackage } from 'deck-format';
import { nodeEngine, packDeck } from 'deck-format/node';
import { expect, test } from '#e2e/support/guarded-test.ts';

const modules = join(import.meta.dirname, '../node_modules');
const fixtures = join(import.meta.dirname, 'fixtures');
const HOST = 'http://deck.test/';

interface RealDeck {
  /** The folder from which its own player is served. */
  readonly root: string;
  readonly entry: string;
  /** Whether the folder is packed. Otherwise the entry is, with the files that the packer finds. */
  readonly asFolder?: boolean;
  /** The title that the document gets when everything has been loaded. */
  readonly loadedTitle?: string;
}

interface Played {
  /** Paths that were requested and exist. */
  readonly answered: readonly string[];
  /** Paths that were requested and do not exist. */
  readonly missing: readonly string[];
}

/** Plays a deck in its own player, from its folder, to its end. */
async function play(page: Page, { root, entry, loadedTitle }: RealDeck): Promise<Played> {
  const answered = new Set<string>();
  const missing = new Set<string>();
  await page.context().route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (!url.href.startsWith(HOST)) return route.abort();
    const path = decodeURIComponent(url.pathname.slice(1));
    const body = await readFile(join(root, path)).catch(() => undefined);
    (body ? answered : missing).add(path);
    return body ? route.fulfill({ body, contentType: contentTypeOf(path) }) : route.fulfill({ status: 404, body: '' });
  });
  await page.goto(HOST + entry);
  if (loadedTitle !== undefined) await expect(page).toHaveTitle(loadedTitle);
  for (let press = 0; press < 60; press++) await page.keyboard.press('Space');
  // The requests of a key press are sent before those of the last script.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  // Browsers ask for this by themselves.
  missing.delete('favicon.ico');
  return { answered: [...answered].toSorted(), missing: [...missing].toSorted() };
}

/** Packs the deck as people do, and returns the files of the package. */
async function pack({ root, entry, asFolder = false }: RealDeck): Promise<{ files: string[]; missing: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-packed-'));
  try {
    const target = join(folder, 'deck.stage');
    const { missing } = await packDeck(asFolder ? root : join(root, entry), target);
    const deck = await openPackage(bytesSource(await readFile(target)), nodeEngine);
    const files = [...deck.entries.keys()];
    // A document is packed relative to its own folder.
    const base = asFolder ? '' : relative('.', dirname(entry));
    return { files: files.map((path) => join(base, path)), missing: missing.map(({ reference }) => reference) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Makes a folder with these texts and copies of other files and folders, and plays and packs the deck in it. */
async function withFolder<T>(
  texts: Readonly<Record<string, string | Buffer>>,
  copies: Readonly<Record<string, string>>,
  use: (root: string) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'lectern-deck-'));
  try {
    for (const [path, source] of Object.entries(copies)) await cp(source, join(root, path), { recursive: true });
    for (const [path, text] of Object.entries(texts)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    }
    return await use(root);
  } finally {
    await rm(root, { recursive: true });
  }
}

/** Requests to other hosts are not answered here. */
const UNANSWERED = /net::ERR_FAILED|status of 404/;

async function expectAllPacked(page: Page, deck: RealDeck, atLeast: number): Promise<void> {
  const played = await play(page, deck);
  const packed = await pack(deck);
  expect(played.answered.length).toBeGreaterThanOrEqual(atLeast);
  expect(played.answered.filter((path) => !packed.files.includes(path))).toEqual([]);
  expect(played.missing).toEqual([]);
  expect(packed.missing).toEqual([]);
}

const REAL: readonly (readonly [string, RealDeck, number])[] = [
  ['the demo of reveal.js', { root: join(modules, 'reveal.js'), entry: 'demo.html' }, 10],
  ['the demo of impress.js', { root: join(modules, 'impress.js'), entry: 'index.html' }, 4],
  ['a Slidev build, by its document', { root: join(fixtures, 'slidev/build'), entry: 'index.html' }, 15],
  ['a Slidev build, as a folder', { root: join(fixtures, 'slidev/build'), entry: 'index.html', asFolder: true }, 15],
  ['a Marp deck', { root: join(fixtures, 'marp'), entry: 'deck.html' }, 1],
];

for (const [name, deck, atLeast] of REAL) {
  test(`${name}: the package has every file that its own player requests`, async ({ page, pageErrors }) => {
    pageErrors.expect(UNANSWERED);
    await expectAllPacked(page, deck, atLeast);
  });
}

test('Shower with node_modules: the package has every file that its own player requests', async ({ page, pageErrors }) => {
  pageErrors.expect(UNANSWERED);
  const installed = ['shower-core', '@shower/ribbon'];
  const copies = Object.fromEntries(installed.map((name) => [`node_modules/${name}`, join(modules, name)]));
  await withFolder({}, { '.': join(modules, 'shower'), ...copies }, async (root) => {
    await expectAllPacked(page, { root, entry: 'index.html', asFolder: true }, 5);
    await expectAllPacked(page, { root, entry: 'index.html' }, 5);
  });
});

/** (module (func (export "add") (param i32 i32) (result i32) local.get 0 local.get 1 i32.add)) */
const WASM = Buffer.from('0061736d0100000001070160027f7f017f030201000707010361646400000a09010700200020016a0b', 'hex');
const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

const HAND_WRITTEN: Readonly<Record<string, string | Buffer>> = {
  'index.html': `<!doctype html><meta charset="utf-8"><title>Everything</title>
    <link rel="stylesheet" href="css/deck.css">
    <script type="importmap">{ "imports": { "lib": "./vendor/lib.js", "lib/": "./vendor/lib/" } }</script>
    <p style="background: url(&quot;img/a%20b.svg&quot;)">A</p>
    <img srcset="img/one.svg 1x, img/two.svg 2x" src="img/none-of-these.svg" alt="">
    <video poster="img/poster.svg"></video>
    <svg><use href="img/sprite.svg#dot"/><image href="img/drawn.svg"/></svg>
    <script type="module">
      import 'lib';
      import 'lib/part.js';
      await import('./js/later.js');
      new Worker(new URL('./js/worker.js', import.meta.url));
      const classic = new Worker('js/classic.js');
      await new Promise((resolve) => (classic.onmessage = resolve));
      await WebAssembly.instantiateStreaming(fetch('data/add.wasm'));
      document.title = (await (await fetch('data/deck.json')).json()).title;
    </script>`,
  'css/deck.css': `@import "more.css"; p { mask: image-set("../img/mask.svg" 1x) }`,
  'css/more.css': `body { background: url('../img/back.svg') }`,
  'vendor/lib.js': `import './lib/inner.js';`,
  'vendor/lib/inner.js': '',
  'vendor/lib/part.js': '',
  'js/later.js': `await fetch(new URL('../data/later.json', import.meta.url));`,
  'js/worker.js': '',
  'js/classic.js': `importScripts('helper.js'); fetch('near.json').then(() => postMessage('loaded'));`,
  'js/helper.js': '',
  'js/near.json': '{}',
  'data/add.wasm': WASM,
  'data/deck.json': '{"title":"Ready"}',
  'data/later.json': '{}',
  ...Object.fromEntries(
    ['a b', 'one', 'two', 'none-of-these', 'poster', 'sprite', 'drawn', 'mask', 'back'].map((name) => [
      `img/${name}.svg`,
      PICTURE,
    ]),
  ),
};

test('a hand-written deck of modules: the package has every file that its own player requests', async ({ page }) => {
  await withFolder(HAND_WRITTEN, {}, async (root) => {
    await expectAllPacked(page, { root, entry: 'index.html', loadedTitle: 'Ready' }, 20);
  });
});
