import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { arrivedAt, destination, walkTo } from './walk-to.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a walk presses keys until the slide is shown', async () => {
  let shown = 0;
  walkTo(3, { now: () => shown, press: (forward) => (shown += forward ? 1 : -1), hash: null });
  expect(destination()).toBe(3);
  await vi.runAllTimersAsync();
  expect([shown, destination()]).toEqual([3, null]);
});

test('a walk ends once its slide is reported: the user who goes on is not taken back', async () => {
  let shown = 0;
  let presses = 0;
  const press = (): void => {
    presses += 1;
    shown = 1;
  };
  walkTo(1, { now: () => shown, press, hash: null });
  arrivedAt(1);
  // The user goes back before the walk looks again.
  shown = 0;
  await vi.runAllTimersAsync();
  expect([shown, presses, destination()]).toEqual([0, 1, null]);
});

test('a report of another slide on the way does not end a walk', async () => {
  let shown = 0;
  const press = (forward: boolean): void => {
    shown += forward ? 1 : -1;
    arrivedAt(shown);
  };
  walkTo(2, { now: () => shown, press, hash: null });
  await vi.runAllTimersAsync();
  expect(shown).toBe(2);
});
