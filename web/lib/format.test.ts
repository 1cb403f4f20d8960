import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Language } from '#web/locales/languages.ts';
import { formatBytes, formatDay, formatList, formatMoment, formatSince, formatTime } from './format.ts';

const pageIn = (lang: Language) => vi.stubGlobal('document', { documentElement: { lang } });
const browserWants = (...languages: string[]) => vi.stubGlobal('navigator', { languages });
beforeEach(() => {
  browserWants('en-US');
  pageIn('en');
});
afterEach(() => void vi.unstubAllGlobals());

const moment = new Date(2026, 10, 22, 14, 5).toISOString();

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
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

/** Browsers put narrow and unbreakable spaces in front of "PM". */
const plain = (text: string): string => text.replaceAll(/\s/g, ' ');

test.each<[string[], string]>([
  [['en-GB', 'en'], '22 Nov 2026, 14:05'],
  [['en', 'en-GB'], '22 Nov 2026, 14:05'],
  [['de-AT', 'en-GB', 'en-US'], '22 Nov 2026, 14:05'],
  // The page is in English because the user has chosen it, or because there is no French one.
  [['de-DE'], '22 Nov 2026, 14:05'],
  [['de'], '22 Nov 2026, 14:05'],
  [['fr-CH', 'fr'], '22 Nov 2026, 14:05'],
  [['en-US', 'en'], 'Nov 22, 2026, 2:05 PM'],
  [['en'], 'Nov 22, 2026, 2:05 PM'],
  [[], 'Nov 22, 2026, 2:05 PM'],
  // Chrome on a system without a locale, and what is no language tag at all.
  [['en-US@posix'], 'Nov 22, 2026, 2:05 PM'],
  [['de-DE@posix'], '22 Nov 2026, 14:05'],
  [['C', 'x_y', '', 'en-GB'], '22 Nov 2026, 14:05'],
])('English words in a browser that wants %j', (languages, text) => {
  browserWants(...languages);
  expect(plain(formatMoment(moment))).toBe(text);
  expect(plain(formatTime(moment))).toBe(text.split(', ').at(-1));
  expect(formatList(['one', 'two'])).toBe('one and two');
});

test.each([['de-DE'], ['de-CH', 'de'], ['en-GB', 'en'], ['en-US']])('German words in a browser that wants %s', (...languages) => {
  browserWants(...languages);
  pageIn('de');
  expect(formatMoment(moment)).toBe('22.11.2026, 14:05');
  expect(formatDay(moment, Date.parse(moment) + 7 * 86_400_000)).toBe('Sonntag, 22. November 2026');
  expect(formatSince(moment, Date.parse(moment) + 3_600_000)).toBe('vor 1 Stunde');
  expect(formatList(['eins', 'zwei'])).toBe('eins und zwei');
});
