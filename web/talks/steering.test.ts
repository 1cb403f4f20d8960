import { expect, test } from 'vitest';
import type { Place } from '#shared/place.ts';
import { Steering } from './steering.ts';

const at = (slideIndex: number, inner: Place['inner'] = null): Place => ({ slideIndex, inner });

test('a move that nobody asked for is one of its own', () => {
  expect(new Steering(at(0)).movedTo(at(1), false)).toBe(true);
});

test('neither the way to where it was sent nor the arrival is', () => {
  const steering = new Steering(at(0));
  const wanted = at(3, { index: 0, step: 2 });
  expect(steering.send(wanted)).toBe(true);
  expect(steering.movedTo(at(0), false), 'it has not set off yet').toBe(false);
  expect(steering.movedTo(wanted, true)).toBe(false);
  expect(steering.movedTo(wanted, false)).toBe(false);
  expect(steering.movedTo(at(3, { index: 0, step: 3 }), false)).toBe(true);
});

test('a deck that gives up on the way stays where it is, and moves by itself again', () => {
  const steering = new Steering(at(0));
  steering.send(at(0, { index: 9, step: 9 }));
  expect(steering.movedTo(at(0, { index: 9, step: 9 }), true)).toBe(false);
  expect(steering.movedTo(at(0, { index: 8, step: 0 }), false)).toBe(false);
  expect(steering.movedTo(at(0, { index: 8, step: 1 }), false)).toBe(true);
});

test('it is not sent where it already is', () => {
  const steering = new Steering(at(2));
  expect(steering.send(at(2, { index: 0, step: 0 })), 'the beginning of the slide').toBe(false);
  expect(steering.movedTo(at(3), false)).toBe(true);
});

test('a key on the way takes over', () => {
  const steering = new Steering(at(0));
  steering.send(at(5));
  steering.takeOver();
  expect(steering.movedTo(at(1), false)).toBe(true);
});

test('a deck that says nothing is not waited for without end', () => {
  const steering = new Steering(at(0));
  steering.send(at(0, { index: 9, step: 9 }), 0);
  expect(steering.movedTo(at(0, { index: 8, step: 1 }), false, 9000)).toBe(false);
  expect(steering.movedTo(at(0, { index: 8, step: 2 }), false, 9001)).toBe(true);
});
