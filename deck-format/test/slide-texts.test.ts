import { expect, test } from 'vitest';
import { slideTexts } from '../src/text/index.ts';

const LONG = 'let value = "hidden";\n'.repeat(300);

// Long scripts and styles are skipped. What is text must not depend on their length.
test.each([
  ['a script', '<p>Before<script>CODE</script><p>After'],
  ['a script in capitals', '<p>Before<SCRIPT type=module>CODE</SCRIPT ><p>After'],
  ['a style', '<p>Before<style media="print">CODE</style><p>After'],
  ['several', '<script>CODE</script><p>One<style>CODE</style><p>Two<script>CODE</script><p>Three'],
  ['a script without end', '<p>Before<script>CODE<p>no text'],
  ['a tag that only begins like its end', '<p>Before<script>CODE</scripted>CODE</script><p>After'],
  ['the end of the other one', '<p>Before<style>CODE</script>CODE</style><p>After<script>CODE</style>CODE</script>End'],
  ['a script in a comment', '<p>Before<!-- <script>CODE --><p>text</p><script>CODE</script><p>After'],
  ['a script in an attribute', '<p title="<script>">Before CODE</p></script><p>After<script>CODE</script>'],
  ['an attribute with the end of a tag', '<p>Before<script data-x="a>b">CODE</script><p>After'],
  ['a script within a script', '<p>Before<script>"<script>CODE"</script><p>After'],
  ['a comment within a script', '<p>Before<script><!-- <script>CODE</script> CODE --></script><p>After'],
  ['an end of a comment within a script', '<p>Before<script>"x"; <!-- <script>CODE --> CODE</script><p>After'],
  ['a title', '<title>A <script>CODE</title><p>After<script>CODE</script>'],
])('the texts of a document with %s', (_what, html) => {
  const seen = (code: string) =>
    slideTexts(html.replaceAll('CODE', code)).map(({ text }) => text.replaceAll(/(?:let value = "hidden";\s*)+/g, 'CODE '));
  expect(seen(LONG)).toEqual(seen('let value = "hidden";\n'));
});

test('the title of a document is one line', () => {
  expect(slideTexts('<title>Plans &amp; figures\n of  2026</title><p>Text')).toMatchObject([
    { text: 'Text', documentTitle: 'Plans & figures of 2026' },
  ]);
});

/** The text and notes of a document with one slide. */
const only = (html: string) => {
  const [{ text, notes, headings } = { text: '', notes: '', headings: '' }, ...others] = slideTexts(html);
  expect(others).toEqual([]);
  return { text, notes, headings };
};

test.each([
  ['buttons side by side', '<button>Back</button><button>On</button>', 'Back\nOn'],
  ['a field with text', '<textarea>First\nsecond &amp; last</textarea>', 'First\nsecond & last'],
  ['a field that is hidden', '<p>Seen</p><textarea hidden>draft</textarea>', 'Seen'],
  [
    'input fields',
    '<input value="Berlin" placeholder="City"><input type="button" value="Book"><input type=hidden value="csrf"><input type="CHECKBOX" value="on">',
    'Berlin\nCity\nBook',
  ],
  ['a frame with a title', '<iframe title="Sales map" srcdoc="x">fallback</iframe>', 'Sales map'],
  ['a video with a label', '<video aria-label="How it works">Your browser cannot play this.</video>', 'How it works'],
  ['a video that is hidden', '<video hidden aria-label="Draft"></video>', ''],
  [
    'a drawing',
    '<svg aria-label="Chart"><metadata>Inkscape</metadata><title>Growth</title><desc>By year</desc><text>2026</text></svg>',
    'By year\n2026\nChart\nGrowth',
  ],
  ['a formula of MathJax 2', '<p>Euler: <script type="math/tex; mode=display">e^{i\\pi}</script></p>', 'Euler:\ne^{i\\pi}'],
  ['a formula with its source', '<math alttext="\\frac{a}{b}"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>', 'ab\n\\frac{a}{b}'],
  ['templates', '<script type="text/template">{{ row }}</script><datalist><option>hint</option></datalist>', ''],
])('the text of %s', (_what, html, text) => {
  expect(only(html).text).toBe(text);
});

const CODE = Array.from({ length: 400 }, (_, nth) => `line ${nth}`).join('\n');

test.each([
  ['a textarea', (markdown: string) => `<textarea data-template>${markdown}</textarea>`],
  ['a script', (markdown: string) => `<script type="text/template">${markdown}</script>`],
])('slides of reveal.js in Markdown, in %s, have their headings, text and notes', (_what, inside) => {
  const markdown = `\n  ## Our **figures**\n\n- More of \`them\`\n\nNote: Ask for questions.\nThen wait.\n`;
  const html = `<div class="reveal"><div class="slides">
    <section data-markdown>${inside(markdown)}</section><section data-markdown>${inside(`# Long\n${CODE}\nthe end`)}</section>
    <section><h2>Plain</h2></section></div></div>`;
  const slides = slideTexts(html);
  expect(slides.map(({ title }) => title)).toEqual(['Our figures', 'Long', 'Plain']);
  expect(slides[0]).toMatchObject({
    headings: 'Our figures',
    text: 'Our figures\nMore of them',
    notes: 'Ask for questions.\nThen wait.',
  });
  expect(slides[1]?.text).toMatch(/^Long\nline 0\n.*\nline 399\nthe end$/s);
});

test('the Markdown of remark is read once, whatever fields follow it', () => {
  const slides = slideTexts('<textarea id="source" hidden># One\n---\n# Two</textarea><textarea>draft</textarea>');
  expect(slides.map(({ title }) => title)).toEqual(['One', 'Two']);
});
