import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FrameMessage } from '#web/protocol/messages.ts';
import { reportActivity } from './activity.ts';

let now = 0;
const sent = vi.fn<(message: FrameMessage) => void>();
reportActivity();

beforeEach(() => {
  now += 10_000;
  sent.mockClear();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(window.parent, 'postMessage').mockImplementation((message: FrameMessage) => sent(message));
});
afterEach(() => vi.restoreAllMocks());

/** Moves the pointer over the slide after so many milliseconds. */
function moveAfter(milliseconds: number, pointerType = 'mouse'): void {
  now += milliseconds;
  dispatchEvent(new PointerEvent('pointermove', { pointerType }));
}

/** Which of the moves were reported, by their place. Each comes so many milliseconds after the one before. */
function reported(moves: readonly number[]): number[] {
  return moves.flatMap((after, place) => {
    sent.mockClear();
    moveAfter(after);
    return sent.mock.calls.length === 0 ? [] : [place];
  });
}

test('a pointer that keeps moving is reported twice a second', () => {
  expect(reported([0, ...Array.from({ length: 64 }, () => 16)])).toEqual([0, 32, 64]);
  expect(sent.mock.calls).toEqual([[{ lectern: 'active' }]]);
});

test('a pointer that comes back after a moment is reported at once', () => {
  expect(reported([0, 16, 16, 100, 16, 99, 101])).toEqual([0, 3, 6]);
});

test('a pen is reported ten times a second', () => {
  for (let moves = 0; moves < 20; moves += 1) moveAfter(20, 'pen');
  expect(sent.mock.calls.filter(([message]) => message.lectern === 'pen')).toHaveLength(4);
});
