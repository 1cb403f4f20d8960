import { expect, test } from 'vitest';
import { elapsedMs, formatCountdown, formatDuration, readDuration, remainingMs, urgency } from './talk-clock.ts';

const BEGUN = Date.parse('2026-01-31T09:30:00.000Z');
const running = { elapsedMs: 60_000, runningSince: '2026-01-31T09:30:00.000Z', plannedSeconds: 600 };

test('a running clock adds the elapsed time, a paused one does not', () => {
  expect(elapsedMs(running, BEGUN + 5000)).toBe(65_000);
  expect(elapsedMs({ ...running, runningSince: null }, BEGUN + 5000)).toBe(60_000);
  expect(elapsedMs(running, BEGUN - 400), 'a clock that starts in the future').toBe(60_000);
});

test('the countdown warns before the end and goes below zero', () => {
  expect(remainingMs(running, BEGUN)).toBe(540_000);
  expect(remainingMs({ ...running, plannedSeconds: null }, BEGUN)).toBeNull();
  expect(['calm', 'soon', 'over']).toEqual([419, 421, 541].map((seconds) => urgency(running, BEGUN + seconds * 1000)));
});

test.each([
  [0, '0:00'],
  [65_900, '1:05'],
  [3_661_000, '1:01:01'],
  [-7000, '−0:07'],
])('%i ms are formatted as %s', (ms, text) => expect(formatDuration(ms)).toBe(text));

test('elapsed and remaining time add up to the planned time', () => {
  expect([formatDuration(59_400), formatCountdown(600_000 - 59_400)]).toEqual(['0:59', '9:01']);
  expect(formatCountdown(-400)).toBe('0:00');
});

test.each([
  ['20', 1200],
  ['20:30', 1230],
  ['1:20:00', 4800],
  ['0', null],
  ['25:00:00', null],
  ['soon', null],
  ['1:', null],
])('"%s" is a duration of %s s', (text, seconds) => expect(readDuration(text)).toBe(seconds));
