import { expect, test } from 'vitest';
import type { Place } from '#shared/place.ts';
import { Steering } from './steering.ts';

const at = (slideIndex: number, inner: Place['inner'] = null): Place => ({ slideIndex, inner });

test("a move without a request is the window's own move", () => {
  expect(new Steering(at(0)).movedTo(at(1), false)).toBe(true);
});

test("reports on the way to a requested place are not the window's own moves", () => {
  const steering = new Steering(at(0));
  const wanted = at(3, { index: 0, step: 2 });
  expect(steering.send(wanted)).toBe(true);
  expect(steering.movedTo(at(0), false), 'it has not started to move yet').toBe(false);
  expect(steering.movedTo(wanted, true)).toBe(false);
  expect(steering.movedTo(wanted, false)).toBe(false);
  expect(steering.movedTo(at(3, { index: 0, step: 3 }), false)).toBe(true);
});

test('a deck that stops on the way counts later moves as its own', () => {
  const steering = new Steering(at(0));
  steering.send(at(0, { index: 9, step: 9 }));
  expect(steering.movedTo(at(0, { index: 9, step: 9 }), true)).toBe(false);
  expect(steering.movedTo(at(0, { index: 8, step: 0 }), false)).toBe(false);
  expect(steering.movedTo(at(0, { index: 8, step: 1 }), false)).toBe(true);
});

test('a request for the current place is ignored', () => {
  const steering = new Steering(at(2));
  expect(steering.send(at(2, { index: 0, step: 0 })), 'the beginning of the slide').toBe(false);
  expect(steering.movedTo(at(3), false)).toBe(true);
});

test('user input on the way cancels the request', () => {
  const steering = new Steering(at(0));
  steering.send(at(5));
  steering.takeOver();
  expect(steering.movedTo(at(1), false)).toBe(true);
});

test('a deck that does not report is not awaited forever', () => {
  const steering = new Steering(at(0));
  steering.send(at(0, { index: 9, step: 9 }), 0);
  expect(steering.movedTo(at(0, { index: 8, step: 1 }), false, 9000)).toBe(false);
  expect(steering.movedTo(at(0, { index: 8, step: 2 }), false, 9001)).toBe(true);
});
