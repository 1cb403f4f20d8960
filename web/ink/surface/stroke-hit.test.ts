import { expect, test } from 'vitest';
import type { InkPoint, Stroke } from '#shared/ink.ts';
import { touches } from './stroke-hit.ts';

const stroke = (tool: string, points: InkPoint[], more: Partial<Stroke> = {}): Stroke => ({
  id: 'a',
  tool,
  color: '#e5383b',
  width: 4,
  points,
  author: { id: 'ana', name: 'Ana' },
  createdAt: '2026-01-31T09:30:00.000Z',
  ...more,
});
const at = (thing: Stroke, x: number, y: number) => touches(thing, [x, y], [x, y], 5);

test('a thick stroke is hit within its width', () => {
  const thick = stroke(
    'pen',
    [
      [0, 0],
      [100, 0],
    ],
    { width: 40 },
  );
  expect(at(thick, 50, 24)).toBe(true);
  expect(at(thick, 50, 26)).toBe(false);
});

test('a curve is hit along its line, not inside its arc', () => {
  const bow = Array.from({ length: 50 }, (_, step): InkPoint => [
    100 * Math.cos((Math.PI * step) / 49),
    100 * Math.sin((Math.PI * step) / 49),
  ]);
  expect(at(stroke('pen', bow), 0, 100)).toBe(true);
  expect(at(stroke('pen', bow), 0, 50)).toBe(false);
});

test('a fast eraser hits strokes between its points', () => {
  const line = stroke('line', [
    [50, -100],
    [50, 100],
  ]);
  expect(touches(line, [0, 0], [100, 0], 1)).toBe(true);
  expect(touches(line, [0, 0], [40, 0], 1)).toBe(false);
});

test('a rectangle and an ellipse are hit on their outline only', () => {
  const box = stroke('rectangle', [
    [100, 100],
    [0, 0],
  ]);
  expect([at(box, 50, 0), at(box, 100, 50), at(box, 50, 50)]).toEqual([true, true, false]);
  const round = stroke('ellipse', [
    [0, 0],
    [200, 100],
  ]);
  expect([at(round, 100, 0), at(round, 200, 50), at(round, 100, 50), at(round, 2, 2)]).toEqual([true, true, false, false]);
});

test('an arrow is hit at its head too, a dot at its position, a text in its whole box', () => {
  const arrow = stroke('arrow', [
    [0, 0],
    [200, 0],
  ]);
  expect([at(arrow, 180, 8), at(arrow, 100, 8)]).toEqual([true, false]);
  expect(at(stroke('pen', [[7, 7]]), 9, 9)).toBe(true);
  const text = stroke('text', [[10, 10]], { width: 40, text: 'Two\nlines' });
  expect([at(text, 60, 90), at(text, 300, 90)]).toEqual([true, false]);
});
