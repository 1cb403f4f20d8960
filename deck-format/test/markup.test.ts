import fc from 'fast-check';
import { Token } from 'parse5';
import { describe, expect, it } from 'vitest';
import { markupOf, markupTokenizer } from '../src/html/markup.ts';

/** Parts of documents at which reading text directly and by the tokenizer could differ. */
const PARTS = [
  'Text ',
  'of a line',
  '\n',
  '\r\n',
  '\r',
  '\0',
  '>',
  '<',
  '< ',
  '&',
  '&amp;',
  '&amp',
  '&lt;p&gt;',
  '𝛑',
  '\uD835',
  '\u00a0',
  '<p>',
  '</p>',
  '<br/>',
  '<h1 title="a > b">',
  "<a alt='<i>'>",
  '<p a=1 b',
  '</',
  '<!doctype html>',
  '<!-- > <b> -->',
  '<!--',
  '-->',
  '<title>',
  '</title>',
  '<textarea>',
  '</textarea>',
  '<script>',
  'if (a > b) c<d',
  '</script>',
  '<style>',
  '</style>',
  '<svg>',
  '</svg>',
  '<![CDATA[ <b> ]]>',
  '<math>',
  '</math>',
  '<title/>',
  '<plaintext>',
  '<noscript>',
  '</noscript>',
];

/** Tags with their attributes, and the texts between them with the element that contains only text. */
type Found = string[];

/** As the tokenizer reads the whole text, one character after the other. */
function byTokenizer(html: string): Found {
  return markupOf(html).map((markup) =>
    markup.type === 'text'
      ? `${markup.within ?? ''}: ${markup.text}`
      : `${markup.isEnd ? '/' : ''}${markup.name} ${[...markup.attributes].map(([name, { value }]) => `${name}=${value}`).join()}`,
  );
}

function inPieces(pieces: readonly string[]): Found {
  const found: Found = [];
  let text: string | null = null;
  const tokenizer = markupTokenizer({
    tag({ tagName, attrs, type }) {
      if (text !== null) found.push(text);
      text = null;
      const isEnd = type === Token.TokenType.END_TAG;
      found.push(`${isEnd ? '/' : ''}${tagName} ${attrs.map(({ name, value }) => `${name}=${value}`).join()}`);
    },
    text({ chars }, within) {
      text = (text ?? `${within ?? ''}: `) + chars;
    },
  });
  for (const piece of pieces) tokenizer.write(piece, false);
  tokenizer.write('', true);
  if (text !== null) found.push(text);
  return found;
}

describe('a text that arrives in pieces', () => {
  it('has the same tags and texts as when the tokenizer reads every character', () => {
    const part = fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...PARTS) },
      { weight: 1, arbitrary: fc.string({ maxLength: 80 }) },
    );
    const pieces = fc.array(
      fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(pieces, (given) => {
        expect(inPieces(given)).toEqual(byTokenizer(given.join('')));
      }),
      { numRuns: 3000 },
    );
  });
});
