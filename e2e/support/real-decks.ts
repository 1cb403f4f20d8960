import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Content, fileContent, packDeck, packFiles, type PackOptions, textContent } from 'deck-format/node';

const modules = join(import.meta.dirname, '../../node_modules');
const fixtures = join(import.meta.dirname, '../fixtures');

/** The demo of reveal.js, unchanged: 41 slides in one document. It loads images from other hosts. */
export const revealDeck = (): Promise<Buffer> => pack(join(modules, 'reveal.js/demo.html'));
/** The same, divided into documents: each starts reveal.js with one slide, or one column of slides. */
export const splitRevealDeck = (): Promise<Buffer> => pack(join(modules, 'reveal.js/demo.html'), { split: true });
/** The demo of impress.js, unchanged: 13 slides, each shown for seconds if nobody moves. It loads fonts from another host. */
export const impressDeck = (): Promise<Buffer> => pack(join(modules, 'impress.js/index.html'));
/** A Marp CLI build: 4 slides; the second has 3 steps and the third has 2. */
export const marpDeck = (): Promise<Buffer> => pack(join(fixtures, 'marp/deck.html'));
/** A Slidev build: 4 slides; the second has 3 steps. */
export const slidevDeck = (): Promise<Buffer> => pack(join(fixtures, 'slidev/build'));

/** A Spectacle deck, bundled: 3 slides; the second has 2 steps. */
export const spectacleDeck = (): Promise<Buffer> => pack(join(fixtures, 'spectacle/build/index.html'));

/** The home page of WebSlides, which is a deck, unchanged: 8 slides. It loads fonts and pictures from other hosts. */
export const webslidesDeck = (): Promise<Buffer> => pack(join(modules, 'webslides/index.html'));
/** The boilerplate of remark, unchanged: 3 slides; the first has notes. It loads fonts from another host. */
export const remarkDeck = (): Promise<Buffer> => pack(join(modules, 'remark-slide/boilerplate-local.html'));

/** The template of Shower 2, unchanged, with its theme where it expects it. */
export async function showerDeck(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-shower-'));
  for (const file of ['index.html', 'pictures']) await cp(join(modules, 'shower', file), join(folder, file), { recursive: true });
  for (const name of ['@shower/ribbon', 'shower-core'])
    await cp(join(modules, name), join(folder, 'node_modules', name), { recursive: true });
  const bytes = await pack(join(folder, 'index.html'));
  await rm(folder, { recursive: true });
  return bytes;
}

/** The demo of a theme of Shower 3, unchanged, with its core where it expects it. */
export async function showerThemeDeck(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-shower-'));
  await cp(join(modules, '@shower/ribbon'), folder, { recursive: true });
  await cp(join(modules, '@shower/core'), join(folder, 'node_modules/@shower/core'), { recursive: true });
  const bytes = await pack(join(folder, 'index.html'));
  await rm(folder, { recursive: true });
  return bytes;
}

/** The demo of impress.js without its autoplay: it moves only when a test does, however long that takes. */
export async function stillImpressDeck(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-impress-'));
  await cp(join(modules, 'impress.js'), folder, { recursive: true });
  const demo = await readFile(join(folder, 'index.html'), 'utf8');
  await writeFile(join(folder, 'index.html'), demo.replaceAll(/data-autoplay="\d+"/g, ''));
  const bytes = await pack(join(folder, 'index.html'));
  await rm(folder, { recursive: true });
  return bytes;
}

/** Packs a document with its files, or a folder. */
async function pack(source: string, options: PackOptions = {}): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-pack-'));
  const target = join(folder, 'deck.stage');
  await packDeck(source, target, options);
  const bytes = await readFile(target);
  await rm(folder, { recursive: true });
  return bytes;
}

type Files = Readonly<Record<string, string | Promise<Content>>>;

/** Packs a document, or several, with additional files: texts, or files of npm packages and fixtures. */
async function documentDeck(title: string, html: string, files: Files = {}): Promise<Buffer> {
  const contents = new Map<string, Content>([['index.html', textContent(html)]]);
  for (const [path, content] of Object.entries(files))
    contents.set(path, typeof content === 'string' ? textContent(content) : await content);
  const slides = [...contents.keys()].filter((path) => path.endsWith('.html')).map((file) => ({ file }));
  const deck = { title, files: contents, slides, dimensions: { width: 1280, height: 720 } };
  return Buffer.from(await packFiles({ ...deck, ...(slides.length === 1 && { architecture: 'single-file-html' }) }));
}

export const ofModule = (path: string): Promise<Content> => fileContent(join(modules, path));
export const ofFixture = (path: string): Promise<Content> => fileContent(join(fixtures, path));

const REVEAL_SLIDES = `
<section><h2>Made of modules</h2></section>
<section><section><h2>A column</h2><aside class="notes">Down, <em>not</em> right.</aside></section>
  <section data-title="Its second slide"><p class="fragment">One</p><p class="fragment" data-fragment-index="0">Two</p><p class="fragment">Three</p></section></section>
<section data-notes="That was all."><p>No heading here</p></section>`;

/** reveal.js loaded as a module without a global instance: 4 slides; the third has 3 steps. */
export const revealModuleDeck = (): Promise<Buffer> =>
  documentDeck(
    'Made of modules',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Made of modules</title><link rel="stylesheet" href="reveal.css">
    <div class="reveal"><div class="slides">${REVEAL_SLIDES}</div></div>
    <script type="module">import Reveal from './reveal.mjs'; await new Reveal(document.querySelector('.reveal'), { transition: 'none' }).initialize();</script>`,
    { 'reveal.css': ofModule('reveal.js/dist/reveal.css'), 'reveal.mjs': ofModule('reveal.js/dist/reveal.mjs') },
  );

/**
 * Two documents: one slide, then reveal.js with 4 slides, which hold those of `revealModuleDeck`.
 *
 * @param startsAfterMs how long after the document has loaded reveal.js starts; left out: before that
 */
export const mixedDeck = (startsAfterMs?: number): Promise<Buffer> =>
  documentDeck('Mixed', '<!doctype html><html lang="en"><meta charset="utf-8"><title>Cover</title><h1>Cover</h1>', {
    'reveal.html': `<!doctype html><html lang="en"><meta charset="utf-8"><title>Inside</title><link rel="stylesheet" href="reveal.css">
      <div class="reveal"><div class="slides">${REVEAL_SLIDES}</div></div>
      <script src="reveal.js" defer></script><script>
        const start = () => Reveal.initialize({ transition: 'none' });
        ${startsAfterMs === undefined ? "addEventListener('DOMContentLoaded', start);" : `addEventListener('load', () => setTimeout(start, ${startsAfterMs}));`}
      </script>`,
    'reveal.css': ofModule('reveal.js/dist/reveal.css'),
    'reveal.js': ofModule('reveal.js/dist/reveal.js'),
  });

/** Slides for `revealNotesDeck`: by id, by heading, by heading again, and without a heading. */
export const REVEAL_WITH_NOTES = {
  welcome: '<section id="welcome"><h2>Welcome</h2><aside class="notes">Say <em>hello</em> first.</aside></section>',
  figures:
    '<section data-markdown><textarea data-template>## Figures\n\nMore of them\n\nNote: Ask for questions.</textarea></section>',
  again: '<section><h2>Figures</h2><p>Again</p></section>',
  plain: '<section data-notes="No heading here."><p>Only words</p></section>',
} as const;

/** reveal.js with its plugins for Markdown and notes. */
export const revealNotesDeck = (...slides: readonly string[]): Promise<Buffer> =>
  documentDeck(
    'With notes',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>With notes</title><link rel="stylesheet" href="reveal.css">
    <div class="reveal"><div class="slides">${slides.join('')}</div></div>
    <script src="reveal.js"></script>${['markdown', 'notes'].map((plugin) => `<script src="plugin/${plugin}.js"></script>`).join('')}
    <script>Reveal.initialize({ transition: 'none', plugins: [RevealMarkdown, RevealNotes] });</script>`,
    {
      'reveal.css': ofModule('reveal.js/dist/reveal.css'),
      'reveal.js': ofModule('reveal.js/dist/reveal.js'),
      'plugin/markdown.js': ofModule('reveal.js/dist/plugin/markdown.js'),
      'plugin/notes.js': ofModule('reveal.js/dist/plugin/notes.js'),
    },
  );

const step = (x: number, body: string): string => `<div class="step" data-x="${String(x)}">${body}</div>`;
const IMPRESS_STEPS = [
  '<h1>Flying</h1><div class="notes">Mind the gap.</div>',
  '<p class="substep">One</p><p class="substep">Two</p>',
  '<h2>Landed</h2>',
].map((body, at) => step(at * 1000, body));

/** impress.js with substeps, which its demo does not have: 3 slides; the second has 2 steps. `transitionMs`: how long a slide takes to be entered. */
export const substepDeck = (transitionMs = 0): Promise<Buffer> =>
  documentDeck(
    'Flying',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Flying</title>
    <body class="impress-not-supported"><div id="impress" data-transition-duration="${transitionMs}">${IMPRESS_STEPS.join('')}</div>
    <script src="impress.js"></script><script>impress().init();</script>`,
    { 'impress.js': ofModule('impress.js/js/impress.js') },
  );

const KATEX = [
  'katex.min.js',
  'katex.min.css',
  'contrib/auto-render.min.js',
  'fonts/KaTeX_Main-Regular.woff2',
  'fonts/KaTeX_Math-Italic.woff2',
];
const PLUGINS = ['notes', 'highlight', 'math'];

/** reveal.js with its plugins for notes, code and formulas and all files they need: 2 slides. */
export const formulaDeck = (): Promise<Buffer> =>
  documentDeck(
    'Formulas',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Formulas</title><link rel="stylesheet" href="reveal.css">
    <div class="reveal"><div class="slides">
      <section><h2>Formulas</h2><p>\\(e^{i\\pi} + 1 = 0\\)</p><aside class="notes">Euler found it.</aside></section>
      <section><h2>Code</h2><pre><code class="language-js">const e = Math.E;</code></pre></section>
    </div></div>
    <script src="reveal.js"></script>${PLUGINS.map((plugin) => `<script src="plugin/${plugin}.js"></script>`).join('')}
    <script>Reveal.initialize({ katex: { local: 'katex' }, plugins: [RevealNotes, RevealHighlight, RevealMath.KaTeX] });</script>`,
    {
      'reveal.css': ofModule('reveal.js/dist/reveal.css'),
      'reveal.js': ofModule('reveal.js/dist/reveal.js'),
      ...Object.fromEntries(PLUGINS.map((plugin) => [`plugin/${plugin}.js`, ofModule(`reveal.js/dist/plugin/${plugin}.js`)])),
      ...Object.fromEntries(KATEX.map((file) => [`katex/dist/${file}`, ofFixture(`katex/${file}`)])),
    },
  );

/** Shower's core 3 as a module build, without a theme: 3 slides; the second has 2 steps. */
export const showerCoreDeck = (): Promise<Buffer> =>
  documentDeck(
    'Shower three',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shower three</title>
    <style>.full .slide { display: none } .full .slide.active { display: block } .slide { width: 1024px; height: 576px }
      .region { position: absolute; clip-path: inset(50%) }</style>
    <body class="shower list">
      <section class="slide"><h2>Shower three</h2></section>
      <section class="slide" id="steps"><h2>Steps</h2><p class="next">One</p><p class="next">Two</p></section>
      <section class="slide"><h2>The end</h2></section>
      <script src="shower.js"></script></body>`,
    { 'shower.js': ofModule('@shower/core/dist/shower.js') },
  );

const BESPOKE = ['bespoke', 'bespoke-keys', 'bespoke-hash', 'bespoke-bullets', 'bespoke-classes'];

/** Bespoke with its plugins for keys, bullets and the fragment: 3 slides; the second has 2 steps. */
export const bespokeDeck = ({ hash = true } = {}): Promise<Buffer> =>
  documentDeck(
    'Bespoke',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bespoke</title>
    <style>section { position: absolute; inset: 0 } .bespoke-inactive, .bespoke-bullet-inactive { opacity: 0; pointer-events: none }</style>
    <article>
      <section><h2>Bespoke</h2></section>
      <section id="bullets"><h2>Bullets</h2><p data-bespoke-bullet>One</p><p data-bespoke-bullet>Two</p><p data-bespoke-bullet>Three</p></section>
      <section><h2>The end</h2></section>
    </article>
    ${BESPOKE.map((name) => `<script src="${name}.js"></script>`).join('')}
    <script>bespoke.from('article', [bespoke.plugins.classes(), bespoke.plugins.keys(), bespoke.plugins.bullets()${hash ? ', bespoke.plugins.hash()' : ''}]);</script>`,
    Object.fromEntries(BESPOKE.map((name) => [`${name}.js`, ofModule(`${name}/dist/${name}.js`)])),
  );

const SECTIONS = ['First', 'Second', 'Third', 'Fourth'].map((name) => `<section><h1>${name}</h1></section>`).join('');

/** A switcher as people and programs write it by hand: one section is visible, arrow keys change it. 4 slides. */
export const switcherDeck = (): Promise<Buffer> =>
  documentDeck(
    'Switcher',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Switcher</title>
    <style>body { margin: 0 } section { display: none; height: 100vh } section.on { display: grid; place-content: center }</style>
    <nav><button>Back</button><button>On</button></nav>${SECTIONS}
    <script>
      const slides = [...document.querySelectorAll('section')];
      let at = 0;
      const show = (index) => {
        at = Math.max(0, Math.min(index, slides.length - 1));
        slides.forEach((slide, place) => slide.classList.toggle('on', place === at));
      };
      addEventListener('keydown', ({ key }) => show(at + ({ ArrowRight: 1, ' ': 1, ArrowLeft: -1 }[key] ?? 0)));
      show(0);
    </script>`,
  );

/** A page that scrolls from section to section and snaps to them: 4 slides. */
export const scrollingDeck = (): Promise<Buffer> =>
  documentDeck(
    'Scrolling',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Scrolling</title>
    <style>html { scroll-snap-type: y mandatory } body { margin: 0 } section { height: 100vh; scroll-snap-align: start }</style>
    <main>${SECTIONS}</main>`,
  );

/** A program that renders one slide at a time and writes its number to the fragment: 4 slides; the third has 1 step. */
export const fragmentDeck = ({ onFirst = true } = {}): Promise<Buffer> =>
  documentDeck(
    'One at a time',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>One at a time</title><body><main></main>
    <script>
      const slides = [['First'], ['Second'], ['Third', 'A step'], ['Fourth']];
      let slide = 0;
      let step = 0;
      const show = () => {
        document.querySelector('main').innerHTML = slides[slide].slice(0, step + 1).map((text, at) => at ? \`<p>\${text}</p>\` : \`<h1>\${text}</h1>\`).join('');
        const fragment = slide > 0 || ${String(onFirst)} ? \`#/\${slide + 1}\${step ? \`/\${step}\` : ''}\` : '';
        history.replaceState(null, '', location.pathname + fragment);
      };
      const read = () => {
        const [, number = 1, shown = 0] = /^#\\/(\\d+)(?:\\/(\\d+))?$/.exec(location.hash) ?? [];
        slide = Math.max(0, Math.min(number - 1, slides.length - 1));
        step = Math.min(Number(shown), slides[slide].length - 1);
        show();
      };
      addEventListener('hashchange', read);
      addEventListener('keydown', ({ key }) => {
        const forward = { ArrowRight: 1, ' ': 1, ArrowLeft: -1 }[key] ?? 0;
        if (forward === 0) return;
        if (step + forward >= 0 && step + forward < slides[slide].length) step += forward;
        else if (slide + forward >= 0 && slide + forward < slides.length) [slide, step] = [slide + forward, 0];
        show();
      });
      read();
    </script>`,
  );

/** A deck whose slides are too small to be taken for slides: one of 3 cards is visible, arrow keys change it. */
export const cardsDeck = (): Promise<Buffer> =>
  documentDeck(
    'Cards',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Cards</title><style>div { width: 200px }</style>
    <main>${['One', 'Two', 'Three'].map((name) => `<div><h2>${name}</h2></div>`).join('')}</main>
    <script>
      const cards = [...document.querySelectorAll('main > div')];
      let at = 0;
      const show = (index) => {
        at = Math.max(0, Math.min(index, cards.length - 1));
        cards.forEach((card, place) => { card.hidden = place !== at; });
      };
      addEventListener('keydown', ({ key }) => show(at + ({ ArrowRight: 1, ArrowLeft: -1 }[key] ?? 0)));
      show(0);
    </script>`,
  );

/** A deck of each kind that is one document, with the number of its slides. */
export const DECK_KINDS = [
  { name: 'reveal.js', pack: revealDeck, count: 41 },
  { name: 'impress.js', pack: stillImpressDeck, count: 13 },
  { name: 'Marp', pack: marpDeck, count: 4 },
  { name: 'Slidev', pack: slidevDeck, count: 4 },
  { name: 'remark', pack: remarkDeck, count: 3 },
  { name: 'WebSlides', pack: webslidesDeck, count: 8 },
  { name: 'Shower 2', pack: showerDeck, count: 12 },
  { name: 'Shower 3', pack: showerCoreDeck, count: 3 },
  { name: 'Bespoke', pack: () => bespokeDeck(), count: 3 },
  { name: 'Spectacle', pack: spectacleDeck, count: 3 },
  { name: 'a switcher made by hand', pack: switcherDeck, count: 4 },
  { name: 'a page that scrolls', pack: scrollingDeck, count: 4 },
];
