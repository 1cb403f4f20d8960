import { expect, test } from 'vitest';
import { isNewPoint, roundedPoint, straightened } from './freehand-points.ts';

test('points are rounded to the visible precision on small and large slides', () => {
  expect(roundedPoint(1.23456, 2, 0.567, 1)).toEqual([1.23, 2, 0.57]);
  expect(roundedPoint(1.23456, 2, null, 0.1)).toEqual([1.235, 2]);
  expect(isNewPoint([0.5, 0], [0, 0], 1)).toBe(false);
  expect(isNewPoint([0.5, 0], [0, 0], 0.1)).toBe(true);
});

test('with Shift a rectangle becomes a square and a line snaps to 45°', () => {
  expect(straightened('rectangle', [0, 0], [10, -4])).toEqual([10, -10]);
  expect(straightened('line', [0, 0], [10, 1]).map(Math.round)).toEqual([10, 0]);
});
