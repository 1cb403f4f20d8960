import { expect, test } from 'vitest';
import { formatBytes, formatSince } from './format.ts';

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
