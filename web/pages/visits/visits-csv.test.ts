import { expect, test } from 'vitest';
import type { Visit } from '#shared/visits.ts';
import { timeWords } from './time-words.ts';
import { visitsCsv } from './visits-csv.ts';

const VISIT: Visit = {
  id: 'a',
  linkId: 'link',
  startedAt: '2026-01-31T09:30:00.000Z',
  lastSeenAt: '2026-01-31T09:40:00.000Z',
  durationMs: 4700,
  slides: [
    { index: 0, milliseconds: 4200 },
    { index: 1, milliseconds: 500 },
  ],
  completion: 2 / 3,
  name: null,
  email: null,
  referrerHost: null,
  device: 'phone',
  versionId: 'version',
};
const HEAD = '\uFEFFstarted,last_seen,link,name,email,referrer,device,seconds,completion,slides\r\n';
const FACTS = 'phone,4.7,0.67,1:4.2 2:0.5\r\n';

test('a visit is a line', () => {
  expect(visitsCsv([VISIT], () => 'Board')).toBe(`${HEAD}2026-01-31T09:30:00.000Z,2026-01-31T09:40:00.000Z,Board,,,,${FACTS}`);
});

test('what a visitor enters is no formula', () => {
  expect(visitsCsv([{ ...VISIT, name: ' =1' }], () => '')).toContain(`,,' =1,,,${FACTS}`);
});

test.each([
  [0, '0:00'],
  [4499, '0:04'],
  [59_600, '1:00'],
  [750_000, '12:30'],
  [3_723_000, '1:02:03'],
])('%d milliseconds are %s', (milliseconds, words) => {
  expect(timeWords(milliseconds)).toBe(words);
});
