import { expect, test } from 'vitest';
import { fitted, kept, panned, WHOLE, zoomedTo } from './zoom.ts';

const stage = { width: 1000, height: 800 };
const fit = fitted({ width: 1600, height: 900 }, stage);

test('a slide is as large as fits', () => expect(fit).toEqual({ width: 1000, height: 562.5 }));

test('the point under the fingers stays in place', () => {
  const at = { x: 200, y: -100 };
  const once = zoomedTo(WHOLE, 2, at);
  expect(once).toEqual({ factor: 2, x: -200, y: 100 });
  expect(zoomedTo(once, 1, at)).toEqual({ factor: 1, x: 0, y: 0 });
});

test('a slide cannot be moved off the stage or made smaller than the stage', () => {
  const far = panned(zoomedTo(WHOLE, 2, { x: 0, y: 0 }), { x: 5000, y: -5000 });
  expect(kept(far, fit, stage)).toEqual({ factor: 2, x: 500, y: -162.5 });
  expect(kept(zoomedTo(far, 0.2, { x: 0, y: 0 }), fit, stage)).toEqual(WHOLE);
  expect(zoomedTo(WHOLE, 99, { x: 0, y: 0 }).factor).toBe(6);
});
