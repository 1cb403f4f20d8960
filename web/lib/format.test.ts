import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formatBytes, formatDay, formatMoment, formatSince, formatTime } from './format.ts';

const browserWants = (...languages: string[]) => vi.stubGlobal('navigator', { languages });
beforeEach(() => void browserWants('en-US'));
afterEach(() => void vi.unstubAllGlobals());

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1500, '1.5 kB'],
  [12_345_678, '12 MB'],
  [3_400_000_000, '3.4 GB'],
])('%i bytes', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  ['2026-01-31T12:00:00.000Z', 'now'],
  ['2026-01-31T11:55:00.000Z', '5 minutes ago'],
  ['2026-01-31T10:30:00.000Z', '1 hour ago'],
  ['2026-01-30T11:00:00.000Z', 'yesterday'],
  ['2026-01-20T12:00:00.000Z', 'Jan 20, 2026'],
])('since %s', (timestamp, text) => expect(formatSince(timestamp, Date.parse('2026-01-31T12:00:00.000Z'))).toBe(text));

test.each([
  [new Date(2026, 0, 31, 0, 5), 'Today'],
  [new Date(2026, 0, 30, 23, 55), 'Yesterday'],
  [new Date(2026, 0, 29, 12, 0), 'Thursday, January 29, 2026'],
  // Of a server whose clock is ahead.
  [new Date(2026, 1, 1, 0, 5), 'Tomorrow'],
])('the day of %s', (at, text) => {
  expect(formatDay(at.toISOString(), new Date(2026, 0, 31, 12, 0).getTime())).toBe(text);
});

test('dates and times are written as in the region of the browser, if that has the language of the page', () => {
  const at = new Date(2026, 0, 31, 14, 5).toISOString();
  browserWants('de-AT', 'en-GB', 'en-US');
  expect([formatMoment(at), formatTime(at)]).toEqual(['31 Jan 2026, 14:05', '14:05']);
  browserWants('de-AT');
  expect(formatMoment(at)).toMatch(/^Jan 31, 2026, 2:05\sPM$/);
});
