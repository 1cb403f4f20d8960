import { expect, test, vi } from 'vitest';
import type { Place } from '#shared/place.ts';
import { Steering } from './steering.ts';

const at = (slideIndex: number, inner: Place['inner'] = null): Place => ({ slideIndex, inner });

test("a move without a request is the window's own move", () => {
  expect(new Steering(at(0)).movedTo(at(1), false, 0)).toBe(true);
});

test("reports on the way to a requested place are not the window's own moves", () => {
  const steering = new Steering(at(0));
  const wanted = at(3, { index: 0, step: 2 });
  expect(steering.send(wanted)).toBe(1);
  expect(steering.movedTo(at(0), false, 0), 'it has not started to move yet').toBe(false);
  expect(steering.movedTo(wanted, true, 1)).toBe(false);
  expect(steering.movedTo(wanted, false, 1)).toBe(false);
  expect(steering.movedTo(at(3, { index: 0, step: 3 }), false, 1)).toBe(true);
});

test('a deck that takes minutes to give up on the way has not moved by itself', () => {
  vi.useFakeTimers();
  const steering = new Steering(at(0));
  const wanted = at(0, { index: 1, step: 0 });
  steering.send(wanted);
  expect(steering.movedTo(wanted, true, 1)).toBe(false);
  vi.advanceTimersByTime(600_000);
  expect(steering.movedTo(wanted, true, 1), 'it still moves').toBe(false);
  expect(steering.movedTo(at(0), false, 1), 'it stays at its beginning').toBe(false);
  vi.useRealTimers();
});

test('a deck that stops on the way counts later moves as its own', () => {
  const steering = new Steering(at(0));
  steering.send(at(0, { index: 9, step: 9 }));
  expect(steering.movedTo(at(0, { index: 9, step: 9 }), true, 1)).toBe(false);
  expect(steering.movedTo(at(0, { index: 8, step: 0 }), false, 1)).toBe(false);
  expect(steering.movedTo(at(0, { index: 8, step: 1 }), false, 1)).toBe(true);
});

test('a deck that cannot be sent anywhere is not awaited', () => {
  const steering = new Steering(at(0));
  steering.send(at(0, { index: 9, step: 9 }));
  expect(steering.movedTo(at(0), false, 1)).toBe(false);
  expect(steering.movedTo(at(1), false, 1)).toBe(true);
});

test('a request for the current place is ignored', () => {
  const steering = new Steering(at(2));
  expect(steering.send(at(2, { index: 0, step: 0 })), 'the beginning of the slide').toBeNull();
  expect(steering.movedTo(at(3), false, 0)).toBe(true);
});

test('a request to go back replaces one that the position has not reported yet', () => {
  const steering = new Steering(at(0));
  expect(steering.send(at(5))).toBe(1);
  expect(steering.send(at(5)), 'it is on its way there').toBeNull();
  expect(steering.send(at(0))).toBe(2);
  expect(steering.movedTo(at(5), false, 1)).toBe(false);
  expect(steering.movedTo(at(0), false, 2)).toBe(false);
  expect(steering.movedTo(at(1), false, 2)).toBe(true);
});

test('user input on the way cancels the request', () => {
  const steering = new Steering(at(0));
  steering.send(at(5));
  steering.takeOver();
  expect(steering.movedTo(at(1), false, 1)).toBe(true);
});
