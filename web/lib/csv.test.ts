import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('a mark of the encoding, a line for the names of the columns and one for each row', () => {
  expect(csvOf(['name', 'votes'], [['Ada', '3']])).toBe('\uFEFFname,votes\r\nAda,3\r\n');
});

test.each([
  ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
  ['+1', `'+1`],
  ['-1', `'-1`],
  ['@x', `'@x`],
  [' =1', `' =1`],
  ['＝1', `'＝1`],
  ['\t=1', `"'\t=1"`],
  ['Ada;=1', '"Ada;=1"'],
  ['Ada\t=1', '"Ada\t=1"'],
  ['Ada, "Countess"', '"Ada, ""Countess"""'],
  ['two\nlines', '"two\nlines"'],
  ['<b>Ada</b>', '<b>Ada</b>'],
])('the text %j is written as %s: no formula, one cell', (text, written) => {
  expect(csvOf(['before', 'text', 'after'], [['a', text, 'b']])).toBe(`\uFEFFbefore,text,after\r\na,${written},b\r\n`);
});
