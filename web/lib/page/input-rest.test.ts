import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchInput, whenInputRests } from './input-rest.ts';

const page = new EventTarget();
watchInput(page);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const type = () => page.dispatchEvent(new Event('input'));
const movePointer = (buttons: number) => page.dispatchEvent(Object.assign(new Event('pointermove'), { buttons }));

it('acts at once while no one types or draws', () => {
  vi.advanceTimersByTime(60_000);
  movePointer(0);
  const act = vi.fn<() => void>();
  whenInputRests(act);
  expect(act).toHaveBeenCalledOnce();
});

it.each([
  ['typing', type],
  ['drawing', () => movePointer(1)],
])('waits for a pause in %s', (_, input) => {
  const act = vi.fn<() => void>();
  input();
  whenInputRests(act);
  for (let letters = 0; letters < 20; letters += 1) {
    vi.advanceTimersByTime(1000);
    input();
  }
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1500);
  expect(act).toHaveBeenCalledOnce();
});

it('does not act when cancelled', () => {
  const act = vi.fn<() => void>();
  type();
  whenInputRests(act)();
  vi.runAllTimers();
  expect(act).not.toHaveBeenCalled();
});
