import { expect, test } from 'vitest';
import { LinkGate } from './link-gate.ts';

test('a link needs a gesture of the user', () => {
  const gate = new LinkGate(() => 0);
  expect([gate.admits(false), gate.admits(true)]).toEqual([false, true]);
});

test('one gesture follows one link', () => {
  let now = 0;
  const gate = new LinkGate(() => now);
  expect([gate.admits(true), gate.admits(true)]).toEqual([true, false]);
  now = 1000;
  expect(gate.admits(true)).toBe(true);
});

test('after a refusal links do nothing for a while', () => {
  let now = 0;
  const gate = new LinkGate(() => now);
  gate.refused();
  now = 2999;
  expect(gate.admits(true)).toBe(false);
  now = 3000;
  expect(gate.admits(true)).toBe(true);
});
