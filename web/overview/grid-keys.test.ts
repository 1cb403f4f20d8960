import { expect, test } from 'vitest';
import { tileAfter } from './grid-keys.ts';

// 0 1 2 3
// 4 5 6 7
// 8 9
const grid = { count: 10, columns: 4 };

test.each([
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', 0, 0],
  ['ArrowDown', 1, 5],
  ['ArrowDown', 7, 9],
  ['ArrowDown', 8, 8],
  ['ArrowUp', 5, 1],
  ['ArrowUp', 2, 2],
  ['PageUp', 9, 0],
  ['PageDown', 0, 9],
  ['Home', 6, 0],
  ['End', 0, 9],
  ['x', 4, null],
])('%s on tile %i moves to %j', (key, at, to) => expect(tileAfter(key, at, grid)).toBe(to));
