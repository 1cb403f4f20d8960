import { describe, expect, test } from 'vitest';
import { aTree } from '../../test/a-tree.ts';
import { FORMAT_LIMITS } from '../limits.ts';
import { packToBlob } from './pack-to-blob.ts';
import { planDeck, type DeckPlan } from './plan.ts';
import type { SourceFile } from './source-tree.ts';

/** Plans a deck with the document `index.html`. All other files are only packed if the deck refers to them. */
function planOf(html: string, elsewhere: Readonly<Record<string, string>> = {}): Promise<DeckPlan> {
  return planDeck(aTree({ 'index.html': html }, elsewhere));
}

const found = ({ files }: DeckPlan): string[] => [...files.keys()].filter((path) => path !== 'index.html').toSorted();
const missing = (plan: DeckPlan): string[] => plan.missing.map(({ reference, file, line }) => `${reference} ${file}:${line}`);
const module = (script: string): string => `<!doctype html><script type="module">${script}</script>`;

describe('files that a deck loads are found', () => {
  test.each([
    [
      'a style attribute with character references, as Marp writes it',
      `<p style="background:url(&quot;a.png&quot;)">`,
      ['a.png'],
    ],
    ['a style element', `<style>p { background: url( 'a b.png' ) }</style>`, ['a b.png']],
    ['an unquoted URL with escapes', String.raw`<style>p { background: url(a\ b.png) }</style>`, ['a b.png']],
    [
      'src() and image-set()',
      `<style>p { background: image-set("a.png" type("image/png") 1x, "b.png" 2x) }</style>`,
      ['a.png', 'b.png'],
    ],
    ['@import', `<style>@import "a.css" screen; @import url(b.css);</style>`, ['a.css', 'b.css']],
    ['srcset', `<img srcset="a.png, b.png 2x,c.png 3x" src=d.png>`, ['a.png', 'b.png', 'c.png', 'd.png']],
    ['a picture', `<picture><source srcset="a.webp 1x" src></picture>`, ['a.webp']],
    ['a video', `<video poster="a.jpg"><source src="b.mp4"><track src="c.vtt"></video>`, ['a.jpg', 'b.mp4', 'c.vtt']],
    [
      'SVG',
      `<svg><image href="a.png"/><use xlink:href="b.svg#x"/><rect fill="url(c.svg#y)"/></svg>`,
      ['a.png', 'b.svg', 'c.svg'],
    ],
    ['links', `<link rel="stylesheet" href="a.css?x#y"><link rel=modulepreload href=b.js>`, ['a.css', 'b.js']],
    ['a frame and an object', `<iframe src="a.html"></iframe><object data="b.svg"></object>`, ['a.html', 'b.svg']],
    ['reveal.js', `<section data-background-image="a.png, b.png" data-markdown="c.md">`, ['a.png', 'b.png', 'c.md']],
    ['an image of a Markdown file', `<section data-markdown="c.md">`, ['a.png', 'c.md'], { 'c.md': '![](a.png)' }],
    ['a URL that <base> changes', `<base href="x/"><img src="a.png">`, ['x/a.png']],
    ['static imports', module(`import a from './a.js'; export * from "./b.js"; import './c.js'`), ['a.js', 'b.js', 'c.js']],
    ['dynamic imports', module(`const a = await import( /* lazy */ './a.js')`), ['a.js']],
    ['imports of imported modules', module(`import './m/a.js'`), ['b.js', 'm/a.js'], { 'm/a.js': `import '../b.js'` }],
    [
      'new URL with import.meta.url',
      `<script type=module src="m/a.js">`,
      ['m/a.js', 'm/b.bin'],
      { 'm/a.js': `new URL('./b.bin', import.meta.url)` },
    ],
    ['workers, relative to the document', `<script src="m/a.js">`, ['m/a.js', 'w.js'], { 'm/a.js': `new Worker('w.js')` }],
    [
      'importScripts',
      `<script>new Worker("w.js")</script>`,
      ['a.js', 'b.js', 'w.js'],
      { 'w.js': `importScripts('a.js', 'b.js')` },
    ],
    ['fetch', `<script>fetch('a.json'); window.fetch("b.wasm")</script>`, ['a.json', 'b.wasm']],
    ['a template without substitutions', '<script>fetch(`a.json`)</script>', ['a.json']],
    ['a path in a string of a script', `<script>load({ image: 'img\\/a.png' })</script>`, ['img/a.png']],
    ['a link to a file', `<a href="a.pdf">`, ['a.pdf']],
    ['a handler', `<button onclick="play('a.mp3')">`, ['a.mp3']],
    [
      'a style sheet of a style sheet',
      `<link rel=stylesheet href=x/a.css>`,
      ['b.png', 'x/a.css'],
      { 'x/a.css': 'p{background:url(../b.png)}' },
    ],
  ])('%s', async (_name, html, expected, contents: Record<string, string> = {}) => {
    const plan = await planOf(html, { ...Object.fromEntries(expected.map((path) => [path, ''])), ...contents });
    expect(found(plan)).toEqual(expected);
    expect(plan.missing).toEqual([]);
  });

  test('a name in the Unicode form of macOS', async () => {
    const plan = await planDeck(aTree({ 'index.html': '<img src="%C3%BC.png">', 'u\u0308.png': '' }));
    expect(plan.missing).toEqual([]);
  });

  const map = (imports: object, script: string): string =>
    `<script type="importmap">${JSON.stringify(imports)}</script>${module(script)}`;

  test('bare specifiers through the import map, with prefixes and scopes', async () => {
    const imports = {
      imports: { vue: './lib/vue.js', 'x/': './lib/x/' },
      scopes: { './lib/x/': { vue: './lib/old-vue.js' } },
    };
    const plan = await planOf(map(imports, `import 'vue'; import 'x/a.js';`), {
      'lib/vue.js': '',
      'lib/old-vue.js': '',
      'lib/x/a.js': `import 'vue'`,
    });
    expect(found(plan)).toEqual(['lib/old-vue.js', 'lib/vue.js', 'lib/x/a.js']);
    expect(plan.missing).toEqual([]);
  });

  test('what workers load, relative to the worker', async () => {
    const plan = await planOf(
      module(`new Worker('w/a.js'); new Worker(new URL('./w/b.js', import.meta.url), { type: 'module' })`),
      {
        'w/a.js': `importScripts('c.js'); fetch('d.json')`,
        'w/b.js': `import './c.js'; fetch('e.json')`,
        'w/c.js': '',
        'w/d.json': '',
        'w/e.json': '',
      },
    );
    expect(found(plan)).toEqual(['w/a.js', 'w/b.js', 'w/c.js', 'w/d.json', 'w/e.json']);
    expect(plan.missing).toEqual([]);
  });

  test('packages in node_modules that the deck refers to', async () => {
    const plan = await planOf(`<link rel="stylesheet" href="node_modules/theme/a.css">`, {
      'node_modules/theme/a.css': `@font-face { src: url("a.woff2") }`,
      'node_modules/theme/a.woff2': '',
      'node_modules/theme/unused.css': '',
    });
    expect(found(plan)).toEqual(['node_modules/theme/a.css', 'node_modules/theme/a.woff2']);
  });
});

describe('what does not exist is listed by file and line', () => {
  test('each kind of reference', async () => {
    const html = `<!doctype html>
      <img src="gone.png" srcset="gone.png 1x">
      <p style="background: url(&quot;gone.jpg&quot;)">
      <style>
        @import "gone.css";
      </style>
      <script type="module">
        import './gone.js';
        import 'bare';
        fetch('gone.json');
      </script>
      <img src="/absolute.png"><img src="../outside.png">
      <link rel="stylesheet" href="a.css">`;
    const plan = await planOf(html, { 'a.css': '\n\np { background: url(none.png) }' });
    expect(missing(plan)).toEqual([
      'none.png a.css:3',
      'gone.png index.html:2',
      'gone.jpg index.html:3',
      'gone.css index.html:5',
      './gone.js index.html:8',
      'bare index.html:9',
      'gone.json index.html:10',
      '/absolute.png index.html:12',
      '../outside.png index.html:12',
    ]);
    expect(plan.missing.map(({ why }) => why).slice(-5)).toEqual([
      'not-found',
      'bare-specifier',
      'not-found',
      'absolute',
      'outside',
    ]);
  });

  test.each([
    ['a fragment, data and other schemes', `<use href="#a"><img src="data:image/png;base64,x.png"><a href="mailto:a@b.c">`],
    ['a namespace', `<style>@namespace svg url(http://www.w3.org/2000/svg);</style>`],
    ['a comment', `<!-- <img src="a.png"> --><script>// import './a.js'\n/* fetch('b.js') */</script>`],
    [
      'strings and regular expressions',
      `<script>const a = "import './a.js'", b = /import '.\\/a.js'/; x.fetch('c.json')</script>`,
    ],
    ['code as text', `<pre><code>&lt;img src="a.png"&gt;</code></pre><textarea><img src="b.png"></textarea>`],
    ['an import of a library for Node', `<script>if (inNode) import('fs')</script>`],
    ['a link to a page that is not in the deck', `<a href="other.html">`],
    ['a file that is only mentioned', `<script>load('a.css')</script>`],
  ])('but not %s', async (_name, html) => {
    const plan = await planOf(html, { 'a.css': 'p { background: url(gone.png) }' });
    expect(plan.missing).toEqual([]);
    expect(plan.hosts).toEqual([]);
  });

  test('hosts from which the deck loads', async () => {
    const html = `<link rel=stylesheet href="https://fonts.example/a.css">\n<img src="//CDN.example/a.png"><img src="https://cdn.example/b.png">
      <a href="https://link.example/"></a><script type=module>import 'https://esm.example/x.js'</script>`;
    expect((await planOf(html)).hosts).toEqual([
      { host: 'cdn.example', file: 'index.html', line: 2 },
      { host: 'esm.example', file: 'index.html', line: 3 },
      { host: 'fonts.example', file: 'index.html', line: 1 },
    ]);
  });
});

describe('the title', () => {
  const titleOf = async (files: Record<string, string>): Promise<string> => (await planDeck(aTree(files))).title;
  const slidev = '<meta property="slidev:version" content="51">';

  test.each([
    ['is that of the document', { 'index.html': '<title> A &amp;\n B </title><h1>No</h1>' }, 'A & B'],
    ['has no name of the framework', { 'index.html': `<title>Slidev at work - Slidev</title>${slidev}` }, 'Slidev at work'],
    ['keeps the name of a framework that is part of it', { 'index.html': '<title>Why - Slidev</title>' }, 'Why - Slidev'],
    ['is the first heading of a document without a title', { 'index.html': '<h1>Hello <b>you</b></h1>' }, 'Hello you'],
    ['is that of all slides', { '1.html': '<title>T</title><h1>One</h1>', '2.html': '<title>T</title><h1>Two</h1>' }, 'T'],
    ['is the heading of the first slide', { '1.html': '<title>1</title><h1>One</h1>', '2.html': '<title>2</title>' }, 'One'],
    ['is the name of the file', { 'talk.html': '<p>Text</p>' }, 'talk'],
    ['is the name of the folder if the deck has none', { 'index.html': '<p>Text</p>' }, 'My talk'],
  ])('%s', async (_name, files, expected) => {
    expect(await titleOf(files)).toBe(expected);
  });
});

test('slides and notes of documents that run their own presentation are counted', async () => {
  const reveal = `<div class="reveal"><div class="slides"><section>1<aside class="notes">n</aside></section>
    <section><section>2</section><section>3</section></section></div></div><script>Reveal.initialize()</script>`;
  expect(await planOf(reveal)).toMatchObject({ kind: 'reveal', slides: 1, inside: { slides: 3, notes: 1 } });
  const slidev = '<meta property="slidev:version" content="51"><div id="app"></div>';
  expect(await planOf(slidev)).toMatchObject({ kind: 'slidev', inside: null });
  expect((await planOf('<p>Plain')).inside).toBeUndefined();
});

test('a script with a string of 20 MB is packed', async () => {
  const script = `"${String.raw`\"`.repeat(10_000_000)}"`;
  const plan = await planDeck(aTree({ 'index.html': '<script src="a.js"></script><img src="gone.png">', 'a.js': script }));
  expect(missing(plan)).toEqual(['gone.png index.html:1']);
});

test('a string that is too long for the tokenizer ends the search in its script only', async () => {
  const script = `fetch('a.json'); "${String.raw`\"`.repeat(2_400_000)}"; fetch('b.json')`;
  const plan = await planDeck(aTree({ 'index.html': '<script src="a.js"></script><img src="gone.png">', 'a.js': script }));
  expect(missing(plan)).toContain('gone.png index.html:1');
  expect(missing(plan)).toContain('a.json a.js:1');
});

test.each(['index.html', 'film.mp4'])('%s is refused without being read if it is too large', async (path) => {
  const { files, ...tree } = aTree({ 'index.html': '<h1>Hello</h1>' });
  const tooLarge: SourceFile = {
    size: FORMAT_LIMITS.entryBytes + 1,
    modified: 0,
    chunks: () => {
      throw new Error('the file was read');
    },
  };
  const plan = planDeck({ ...tree, files: new Map([...files, [path, tooLarge]]) });
  await expect(plan.then((planned) => packToBlob(planned))).rejects.toMatchObject({ code: 'E_TOO_LARGE' });
});
