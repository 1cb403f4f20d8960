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
    { text: 'Text\nPlans & figures of 2026' },
  ]);
});
