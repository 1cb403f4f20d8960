import { expect, test } from 'vitest';
import { distance, swipeOf, wheelZoom } from './gestures.ts';

const at = (screenX: number, screenY: number) => ({ screenX, screenY });

test.each([
  ['to the left', at(200, 100), at(140, 110), 200, 'next'],
  ['to the right', at(140, 100), at(200, 90), 200, 'previous'],
  ['a tap with a slight movement', at(200, 100), at(190, 100), 100, null],
  ['down', at(200, 100), at(150, 200), 200, null],
  ['slow', at(200, 100), at(100, 100), 900, null],
] as const)('%s', (_, from, to, milliseconds, direction) => {
  expect(swipeOf(from, to, milliseconds)).toBe(direction);
});

test('distance', () => {
  expect(distance(at(0, 0), at(30, 40))).toBe(50);
});

test.each([
  ['a touchpad pinch, in fine steps', { deltaY: -5, deltaMode: 0 }, Math.exp(0.05)],
  ['a wheel notch', { deltaY: -120, deltaMode: 0 }, Math.exp(0.25)],
  ['a wheel notch reported in lines', { deltaY: 3, deltaMode: 1 }, Math.exp(-0.25)],
])('zoom by %s', (_, event, by) => {
  expect(wheelZoom(event)).toBeCloseTo(by);
});
