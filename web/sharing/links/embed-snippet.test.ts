import { expect, test } from 'vitest';
import type { DeckDetail } from '#shared/decks.ts';
import { embedSnippet } from './embed-snippet.ts';

const deck = (title: string, width: number, height: number) =>
  ({ title, manifest: { dimensions: { width, height } } }) as Pick<DeckDetail, 'title' | 'manifest'>;

test('the frame has the proportions of the deck', () => {
  const html = embedSnippet('https://decks.example/s/token', deck('Plans', 1024, 768));
  expect(html).toContain('src="https://decks.example/embed/token"');
  expect(html).toContain('width="960" height="720"');
  expect(html).toContain('aspect-ratio:1024/768');
});

test('a title cannot end its attribute', () => {
  expect(embedSnippet('https://decks.example/s/t', deck('"><script>alert(1)</script> & co', 16, 9))).toContain(
    'title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; co"',
  );
});
