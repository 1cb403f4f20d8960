import { expect, test } from 'vitest';
import { onScreen } from './paper.ts';

test.each([
  ['', ''],
  ['all', 'all'],
  ['print', 'not all'],
  ['only print and (min-width: 10cm)', 'not all'],
  ['not print', 'all'],
  ['screen', 'all'],
  ['only screen and (max-width: 600px)', 'all and (max-width: 600px)'],
  ['not screen', 'not all'],
  ['not screen and (color)', 'not all and (color)'],
  ['(min-width: 600px), print', '(min-width: 600px), not all'],
  ['screen and (min-width: 1px), (orientation: portrait)', 'all and (min-width: 1px), (orientation: portrait)'],
  ['printer', 'printer'],
])('rules for "%s" apply on paper as "%s"', (queries, expected) => expect(onScreen(queries)).toBe(expected));
