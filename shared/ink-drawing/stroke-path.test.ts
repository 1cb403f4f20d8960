import { expect, test } from 'vitest';
import type { InkPoint } from '#shared/ink.ts';
import { pathOf } from './stroke-path.ts';

const form = (tool: string, points: InkPoint[], width = 6) => pathOf({ tool, points, width });

test('a stroke with one point is a dot', () => {
  expect(form('pen', [[10, 20]])).toEqual({ d: 'M7 20a3 3 0 1 0 6 0a3 3 0 1 0 -6 0Z', filled: true });
  expect(form('highlighter', [[10, 20]])).toEqual({ d: 'M10 20L10 20', filled: false });
});

test('a shape spans its first and last point in any direction', () => {
  expect(
    form('rectangle', [
      [10, 10],
      [0, 4],
    ]).d,
  ).toBe('M10 10H0V4H10Z');
  expect(
    form('ellipse', [
      [10, 10],
      [0, 4],
    ]).d,
  ).toBe('M0 7a5 3 0 1 0 10 0a5 3 0 1 0 -10 0Z');
  expect(
    form('line', [
      [0, 0],
      [3, 4],
    ]).d,
  ).toBe('M0 0L3 4');
  expect(
    form('arrow', [
      [0, 0],
      [100, 0],
    ]).d,
  ).toMatch(/^M0 0L100 0M\S+ \S+L100 0L/);
});

test('the outline of a pen stroke is a closed path without NaN', () => {
  const wave = Array.from({ length: 40 }, (_, at): InkPoint => [at * 5, 20 * Math.sin(at / 4), 0.4]);
  expect(form('pen', wave)).toMatchObject({ filled: true, d: expect.stringMatching(/^M[-\d. Q]+Z$/) });
});

test('an unknown tool is drawn as a pen', () =>
  expect(
    form('crayon', [
      [0, 0],
      [50, 0],
    ]).filled,
  ).toBe(true));
