import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { aFolder } from '../../test/a-folder.ts';
import { aManifest } from '../../test/a-deck.ts';
import { bytesSource, openPackage, PackageError, thumbnailPath, type StagePackage } from '../index.ts';
import { nodeEngine, packDeck, PackError, packFiles, textContent, writePackageFile } from './index.ts';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3);
const page = (body: string, title = 'A page'): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
const REVEAL = page(
  `<div class="reveal"><div class="slides">
    <section><h1>One</h1><aside class="notes">First &amp; foremost</aside></section>
    <section><section><h2>Two</h2></section><section><h2>Three</h2></section></section>
    <section data-visibility="hidden"><h2>Hidden</h2></section>
  </div></div><script src="dist/reveal.js"></script><script>Reveal.initialize()</script>`,
  'My reveal deck',
);

async function opened(file: string): Promise<StagePackage> {
  const deck = await openPackage(bytesSource(new Uint8Array(readFileSync(file))), nodeEngine);
  await deck.verify();
  return deck;
}

const textAt = async (deck: StagePackage, path: string): Promise<string> => new TextDecoder().decode(await deck.read(path));
const packageFolder = (name: string): string => fileURLToPath(new URL(`../../../node_modules/${name}`, import.meta.url));

describe('a folder of slides', () => {
  const files = {
    'slides/2.html': page('<h1>Second</h1>'),
    'slides/10.html': page('<h1>Tenth</h1>'),
    'slides/1.html': page('<h1>First &amp; <em>best</em></h1>'),
    'assets/a.css': 'p{}',
    'thumbnails/1.png': PNG,
    '.git/config': 'x',
    '.DS_Store': 'x',
    'node_modules/x/index.html': 'x',
    'old.stage': 'x',
    'Thumbs.db': 'x',
    'manifest.json': '{"name":"A web app"}',
  };

  test('is packed with slides in the order of their numbers, and without files that do not belong to it', async () => {
    using folder = aFolder(files);
    const report = await packDeck(folder.path, folder.target);
    const deck = await opened(folder.target);
    expect(deck.manifest.slides.map(({ file, label }) => [file, label])).toEqual([
      ['slides/1.html', 'First & best'],
      ['slides/2.html', 'Second'],
      ['slides/10.html', 'Tenth'],
    ]);
    expect(deck.manifest).toMatchObject({
      title: 'A page',
      id: 'a-page',
      architecture: 'multi-file',
      createdAt: '2026-03-04T05:06:07.000Z',
    });
    expect([...deck.entries.keys()].toSorted()).toEqual([
      'assets/a.css',
      'manifest.json',
      'slides/1.html',
      'slides/10.html',
      'slides/2.html',
      'thumbnails/1.png',
    ]);
    expect(report.leftOut.map(({ path }) => path)).toEqual([
      '.DS_Store',
      '.git',
      'Thumbs.db',
      'node_modules',
      'old.stage',
      'manifest.json',
    ]);
    expect(thumbnailPath(deck)).toBe('thumbnails/1.png');
    expect(deck.warnings).toEqual([]);
  });

  test('gives the same bytes when it is packed twice, and another version when it has changed', async () => {
    using one = aFolder(files);
    using other = aFolder(files);
    await packDeck(one.path, one.target);
    await packDeck(other.path, other.target);
    expect(readFileSync(one.target).equals(readFileSync(other.target))).toBe(true);
    const version = (await opened(one.target)).manifest.version;
    writeFileSync(join(one.path, 'assets/a.css'), 'p{color:red}');
    await packDeck(one.path, one.target);
    expect((await opened(one.target)).manifest.version).not.toBe(version);
  });

  test('options take precedence over what is found in the folder', async () => {
    using folder = aFolder(files);
    const given = {
      title: 'Chosen',
      id: 'chosen',
      version: '7',
      author: 'A. Author',
      createdAt: '2020-01-01T00:00:00Z',
      dimensions: { width: 4, height: 3 },
    };
    await packDeck(folder.path, folder.target, { ...given, requires: ['window-open', 'broadcast-channel'] });
    expect((await opened(folder.target)).manifest).toMatchObject({
      ...given,
      compat: { requires: ['broadcast-channel', 'window-open'] },
    });
  });

  test('symbolic links are left out', async () => {
    using folder = aFolder(files);
    symlinkSync('/etc/passwd', join(folder.path, 'assets/secret.txt'));
    const report = await packDeck(folder.path, folder.target);
    expect(report.leftOut).toContainEqual({ path: 'assets/secret.txt', why: 'not a regular file' });
  });

  test('thumbnails can be in another folder', async () => {
    using folder = aFolder({ 'a.html': page('a'), 'b.html': page('b') });
    using pictures = aFolder({ 'b.webp': PNG, 'c.png': PNG, 'a.svg': '<svg/>' });
    await packDeck(folder.path, folder.target, { thumbnails: pictures.path });
    const { manifest } = await opened(folder.target);
    expect(manifest.slides.map(({ thumbnail }) => thumbnail)).toEqual([null, 'thumbnails/b.webp']);
    expect(manifest.architecture).toBe('multi-file-flat');
  });
});

describe('speaker notes', () => {
  const inline = '<aside class="notes">Inline</aside>';

  test.each([
    [
      'speaker-notes/ before all others',
      { 'speaker-notes/a.md': 'One\r\ntwo ', 'notes/a.md': 'no', 'slides/a.notes.md': 'no' },
      inline,
      'One\ntwo',
    ],
    ["notes/ before the slide's own folder", { 'notes/a.md': 'Second', 'slides/a.notes.md': 'no' }, inline, 'Second'],
    ["the slide's own folder before its HTML", { 'slides/a.notes.md': 'Third' }, inline, 'Third'],
    ['empty files are ignored', { 'speaker-notes/a.md': ' \r\n', 'notes/a.md': '' }, inline, 'Inline'],
    ['an aside', {}, '<aside class="big notes"><p>From&nbsp;the\n <b>aside</b></p></aside>', 'From the aside'],
    [
      'any element of class speaker-notes',
      {},
      '<section class="speaker-notes">Any <section>nested</section></section>',
      'Any nested',
    ],
    ['a template', {}, '<template id="notes"><p>Template</p></template><div class="notes">no</div>', 'Template'],
    ['a div', {}, '<div class="notes">A <div>nested</div> div</div>', 'A nested div'],
    ['an empty aside is ignored', {}, '<aside class="notes"> </aside><div class="notes">Div</div>', 'Div'],
    ['comments are ignored', {}, '<!-- <aside class="notes">no</aside> -->', null],
    ['no notes', {}, '<p>Text</p>', null],
  ])('%s', async (_name, files, body, expected) => {
    using folder = aFolder({ ...files, 'slides/a.html': page(body), 'slides/b.html': page('') });
    await packDeck(folder.path, folder.target);
    const deck = await opened(folder.target);
    expect(deck.manifest.slides[0]?.notes).toBe(expected);
    expect([...deck.entries.keys()].filter((path) => path.endsWith('.md'))).toEqual([]);
  });

  test('are truncated at the limit for producers, but not within a character', async () => {
    using folder = aFolder({ 'a.html': page(''), 'b.html': page(''), 'notes/a.md': `${'x'.repeat(16_383)}😀` });
    await packDeck(folder.path, folder.target);
    const deck = await opened(folder.target);
    expect(deck.manifest.slides[0]?.notes).toBe('x'.repeat(16_383));
    expect(deck.warnings).toEqual([]);
  });
});

describe('a deck that is kept whole', () => {
  test('the reveal.js demo, with the files that it refers to', async () => {
    using folder = aFolder({});
    const report = await packDeck(join(packageFolder('reveal.js'), 'demo.html'), folder.target);
    const deck = await opened(folder.target);
    expect(report).toMatchObject({ kind: 'reveal', slides: 1 });
    expect(deck.manifest).toMatchObject({
      architecture: 'single-file-html',
      provenance: { sourceKind: 'reveal', conversionMode: 'kept-whole', sourceEntry: 'demo.html' },
    });
    for (const path of [
      'demo.html',
      'dist/reveal.js',
      'dist/reveal.css',
      'dist/theme/black.css',
      'dist/theme/white.css',
      'dist/plugin/notes.js',
      'dist/plugin/highlight/monokai.css',
    ]) {
      expect([...deck.entries.keys()]).toContain(path);
    }
    expect([...deck.entries.keys()]).not.toContain('package.json');
    expect(report.hosts.map(({ host }) => host)).toContain('static.slid.es');
    expect(report.missing).toEqual([]);
    expect(report.inside).toEqual({ slides: 41, notes: 2 });
  });

  test('Shower, as a folder with node_modules', async () => {
    using folder = aFolder({ 'node_modules/unused/index.js': 'x' });
    cpSync(packageFolder('shower'), folder.path, { recursive: true });
    for (const name of ['shower-core', '@shower/ribbon']) {
      cpSync(packageFolder(name), join(folder.path, 'node_modules', name), { recursive: true });
    }
    const report = await packDeck(folder.path, folder.target);
    expect(report).toMatchObject({
      kind: 'shower',
      title: 'Shower Presentation Engine',
      missing: [],
      hosts: [],
      inside: { slides: 12 },
    });
    const entries = [...(await opened(folder.target)).entries.keys()];
    expect(entries).toContain('node_modules/shower-core/shower.min.js');
    expect(entries).toContain('node_modules/@shower/ribbon/styles/styles.css');
    expect(entries.some((path) => /^node_modules\/@shower\/ribbon\/fonts\/.*\.woff2?$/.test(path))).toBe(true);
    expect(entries).not.toContain('node_modules/unused/index.js');
    expect(entries).not.toContain('node_modules/shower-core/package.json');
  });

  test.each([
    ['shower', '<div class="shower"></div><script src="js/shower.js"></script>'],
    ['webslides', '<article id="webslides"></article><script src="js/webslides.min.js"></script>'],
    ['remark', '<script>const slideshow = remark.create({ ratio: "16:9" });</script>'],
    ['bespoke', '<script>bespoke.from("article", [])</script>'],
  ])('a folder with other HTML files beside an index.html that is a %s deck', async (kind, body) => {
    using folder = aFolder({ 'index.html': page(body), 'print.html': page('To print'), 'demos/a.html': page('A demo') });
    const report = await packDeck(folder.path, folder.target);
    expect(report).toMatchObject({ kind, slides: 1 });
    expect((await opened(folder.target)).manifest.slides).toMatchObject([{ file: 'index.html' }]);
  });

  test('the WebSlides package, as a folder with demos', async () => {
    using folder = aFolder({});
    const report = await packDeck(packageFolder('webslides'), folder.target);
    expect(report).toMatchObject({ kind: 'webslides', slides: 1, inside: { slides: 8, notes: 0 } });
  });

  test('the impress.js demo, as a folder', async () => {
    using folder = aFolder({});
    const report = await packDeck(packageFolder('impress.js'), folder.target);
    expect(report).toMatchObject({ kind: 'impress', slides: 1 });
    const deck = await opened(folder.target);
    expect(deck.manifest.provenance?.sourceKind).toBe('impress');
    expect([...deck.entries.keys()]).toContain('js/impress.js');
  });

  test.each([
    ['deck-stage', '<deck-stage><section>One</section></deck-stage>', 'single-file-deckstage', 'webcomponent-deck'],
    ['inline-deck', '<script>window.DECK_MANIFEST = loadDeck()</script>', 'single-file-html', 'inline-deck'],
    ['marp', '<meta name="generator" content="Marp CLI"><div class="marpit"></div>', 'single-file-html', 'plain-html'],
    ['slidev', '<meta property="slidev:version" content="51"><div id="app"></div>', 'single-file-html', 'router-html'],
    ['shower', '<div class="shower"></div><script src="shower.min.js"></script>', 'single-file-html', 'plain-html'],
    ['webslides', '<article id="webslides"></article><script>new WebSlides()</script>', 'single-file-html', 'plain-html'],
    ['remark', '<textarea id="source"></textarea><script>remark.create();</script>', 'single-file-html', 'plain-html'],
    ['bespoke', '<article></article><script>bespoke.from("article")</script>', 'single-file-html', 'plain-html'],
    ['plain', '<h1>Hello</h1>', 'single-file-html', 'plain-html'],
  ])('%s', async (kind, body, architecture, sourceKind) => {
    using folder = aFolder({ 'index.html': page(body), 'assets/index-1a2b.js': 'x' });
    const report = await packDeck(folder.path, folder.target);
    expect(report.kind).toBe(kind);
    expect((await opened(folder.target)).manifest).toMatchObject({ architecture, provenance: { sourceKind }, totalSlides: 1 });
    expect(report.remarks.some((remark) => remark.includes('routerMode: hash'))).toBe(kind === 'slidev');
  });

  test('an HTML file is packed with all files that it refers to', async () => {
    const html = page(
      `<img src="img/a.png" srcset="img/b.png 1x, img/c.png 2x"><video poster=img/d.png></video><a href='other.html?x#y'>x</a>
       <div style="background: url(img/e.png)"></div><div data-background="img/with space.png"></div><img src="img/umlaut%20%C3%BC.png">
       <img src="../outside.png"><img src="https://a.example/img/z.png"><script type="module" src="js/a.js"></script><link rel=stylesheet href=css/a.css>`,
    );
    const files = {
      'deck.html': html,
      'other.html': page(''),
      'js/a.js': "import './b.js'; fetch(`data/x.json`)",
      'js/b.js': '',
      'js/c.js': '',
      'data/x.json': '{}',
      'css/a.css': "@import 'b.css'; p{background:url(../img/f.png)}",
      'css/b.css': '',
      'img/z.png': PNG,
      'img/unused.png': PNG,
      'img/with space.png': PNG,
      'img/umlaut ü.png': PNG,
      ...Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`img/${name}.png`, PNG])),
    };
    using folder = aFolder(files);
    writeFileSync(join(folder.path, '../outside.png'), PNG);
    await packDeck(join(folder.path, 'deck.html'), folder.target);
    const left = new Set(['js/c.js', 'img/z.png', 'img/unused.png']);
    expect([...(await opened(folder.target)).entries.keys()].toSorted()).toEqual(
      [...Object.keys(files).filter((path) => !left.has(path)), 'manifest.json'].toSorted(),
    );
  });
});

describe('a deck that is split', () => {
  test('reveal.js: sections and vertical stacks, without hidden sections', async () => {
    using folder = aFolder({ 'index.html': REVEAL, 'dist/reveal.js': 'x' });
    await packDeck(folder.path, folder.target, { split: true });
    const deck = await opened(folder.target);
    expect(deck.manifest.slides.map(({ file, label, notes }) => [file, label, notes])).toEqual([
      ['index-001.html', 'One', 'First & foremost'],
      ['index-002.html', 'Two', null],
      ['index-003.html', 'Three', null],
    ]);
    const second = await textAt(deck, 'index-002.html');
    expect(second).toContain('<h2>Two</h2>');
    expect(second).toContain('dist/reveal.js');
    expect(second).not.toMatch(/One|Three|Hidden/);
    expect([...deck.entries.keys()]).not.toContain('index.html');
  });

  test('impress.js: steps', async () => {
    using folder = aFolder({
      'index.html': page(
        '<div id="impress"><div class="step">A</div><div class="step slide"><div>B</div></div></div><script>impress().init()</script>',
      ),
    });
    await packDeck(folder.path, folder.target, { split: true });
    const deck = await opened(folder.target);
    expect(deck.manifest.slides.length).toBe(2);
    expect(await textAt(deck, 'index-002.html')).toMatch(
      /<div id="impress">\s*<div class="step slide"><div>B<\/div><\/div>\s*<\/div>/,
    );
  });

  test('deck-stage: sections', async () => {
    using folder = aFolder({ 'index.html': page('<deck-stage width="1"><section>A</section><section>B</section></deck-stage>') });
    await packDeck(folder.path, folder.target, { split: true });
    expect((await opened(folder.target)).manifest.slides.length).toBe(2);
  });

  test('a plain page cannot be split', async () => {
    using folder = aFolder({ 'index.html': page('') });
    await expect(packDeck(folder.path, folder.target, { split: true })).rejects.toThrow(PackError);
  });
});

describe('window.DECK_MANIFEST', () => {
  test('lists the slides as a JavaScript literal', async () => {
    const script = `<script>window.DECK_MANIFEST = { title: 'It\\'s mine', /* order */ slides: [ { src: "s/b.html", title: 'Bee', duration: 30, }, 's/a.html', ], };</script>`;
    using folder = aFolder({
      'index.html': page(script),
      's/a.html': page('<h1>Ay</h1><aside class="notes">n</aside>'),
      's/b.html': page(''),
    });
    const report = await packDeck(folder.path, folder.target);
    const { manifest } = await opened(folder.target);
    expect(report.kind).toBe('inline-deck');
    expect([manifest.title, manifest.slides.map(({ file, label, notes, duration }) => [file, label, notes, duration])]).toEqual([
      "It's mine",
      [
        ['s/b.html', 'Bee', null, 30],
        ['s/a.html', 'a', 'n', undefined],
      ],
    ]);
  });

  test('is ignored if it lists files that do not exist', async () => {
    using folder = aFolder({ 'index.html': page('<script>window.DECK_MANIFEST = [{"file":"../x.html"}]</script>') });
    expect(await packDeck(folder.path, folder.target)).toMatchObject({ kind: 'inline-deck', slides: 1 });
  });
});

describe('an unpacked package', () => {
  test('is packed unchanged: read(pack(x)) = x', async () => {
    const manifest = aManifest({ future: { x: 1 } });
    using folder = aFolder({
      'manifest.json': JSON.stringify(manifest),
      'slides/01.html': page('1'),
      'slides/02.html': page('2'),
    });
    expect(await packDeck(folder.path, folder.target)).toMatchObject({ kind: 'package', slides: 2 });
    expect((await opened(folder.target)).manifest).toEqual(manifest);
  });

  test('is refused if a reader would refuse it', async () => {
    using folder = aFolder({
      'manifest.json': JSON.stringify(aManifest({ title: '' })),
      'slides/01.html': page('1'),
      'slides/02.html': page('2'),
    });
    await expect(packDeck(folder.path, folder.target)).rejects.toThrow(PackageError);
    expect(existsSync(folder.target)).toBe(false);
  });

  test('is refused if its manifest is not JSON', async () => {
    using folder = aFolder({ 'manifest.json': '{', 'a.html': page('') });
    await expect(packDeck(folder.path, folder.target)).rejects.toThrow(/not valid JSON/);
  });
});

describe('an input that cannot be packed is refused with a reason', () => {
  test.each([
    ['a path that does not exist', {}, 'gone', /does not exist/],
    ['no HTML', { 'a.txt': 'x' }, '', /No slides found/],
    ['no HTML file', { 'a.txt': 'x' }, 'a.txt', /neither a folder nor an HTML file/],
  ])('%s', async (_name, files, input, message) => {
    using folder = aFolder(files);
    await expect(packDeck(join(folder.path, input), folder.target)).rejects.toThrow(message);
  });

  test('an entry that does not exist', async () => {
    using folder = aFolder({ 'a.html': page('') });
    await expect(packDeck(folder.path, folder.target, { entry: 'b.html' })).rejects.toThrow(PackError);
  });

  test('a name that no reader accepts; an existing package is not changed', async () => {
    using folder = aFolder({ 'a.html': page(''), 'trailing dot.': 'x' });
    writeFileSync(folder.target, 'older');
    await expect(packDeck(folder.path, folder.target)).rejects.toMatchObject({ code: 'E_PATH_TRAVERSAL' });
    expect(readFileSync(folder.target, 'utf8')).toBe('older');
  });
});

test('packFiles packs files in memory and rejects invalid decks', async () => {
  const files = new Map([
    ['b.html', textContent(page('b'))],
    ['a.html', textContent(page('a'))],
    ['x.png', PNG],
  ]);
  const deck = await openPackage(bytesSource(await packFiles({ title: 'Ünïcode & more', files })));
  expect(deck.manifest).toMatchObject({ id: 'ünïcode-more', slides: [{ file: 'a.html' }, { file: 'b.html' }] });
  expect(deck.entries.get('x.png')?.method).toBe('stored');
  await expect(packFiles({ title: '', files })).rejects.toMatchObject({ code: 'E_BAD_MANIFEST' });
  await expect(packFiles({ title: 'x', files, slides: [{ file: 'none.html' }] })).rejects.toMatchObject({
    code: 'E_MISSING_SLIDE',
  });
});

test('a failing disk leaves no incomplete file', async () => {
  using folder = aFolder({});
  const failing = {
    size: 5,
    async *chunks() {
      yield await Promise.reject<Uint8Array>(new Error('The disk failed.'));
    },
  };
  await expect(writePackageFile(folder.target, new Map([['a.mp4', failing]]), { createdAt: 'x' })).rejects.toThrow(
    'The disk failed',
  );
  expect(existsSync(folder.target)).toBe(false);
});
