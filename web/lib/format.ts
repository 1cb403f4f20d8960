import { browserLocales } from './page/browser-locales.ts';

/**
 * The locale of numbers and dates: the words of the page's language, in the format of the browser's region. A browser that wants
 * this language for a region decides by that, otherwise the first language with a region: "22.11.2026" on a German page in a
 * British browser, "22 Nov 2026, 14:05" on an English page in a German one.
 */
function localeOf(language: string, wanted: readonly Intl.Locale[]): string {
  const inRegion = wanted.filter(({ region }) => region !== undefined);
  const own = inRegion.find((each) => each.language === language);
  if (own !== undefined) return own.toString();
  // The region where the language is mostly spoken stands for one that the browser does not name.
  const region = inRegion[0]?.region ?? wanted.find((each) => each.language !== language)?.maximize().region;
  return region === undefined ? language : `${language}-${region}`;
}

/** The locale and what it was found by. */
let found = { by: '', locale: 'en' };

function locale(): string {
  const { lang } = document.documentElement;
  const by = [lang, ...navigator.languages].join();
  if (by !== found.by) found = { by, locale: localeOf(lang, browserLocales()) };
  return found.locale;
}

/** Keeps the last format that was made: making one takes as long as formatting hundreds of values. */
function kept<Format>(make: (locale: string) => Format): () => Format {
  let last: { locale: string; format: Format } | null = null;
  return () => {
    const now = locale();
    if (last?.locale !== now) last = { locale: now, format: make(now) };
    return last.format;
  };
}

const relativeFormat = kept((to) => new Intl.RelativeTimeFormat(to, { numeric: 'auto' }));
const dateFormat = kept((to) => new Intl.DateTimeFormat(to, { dateStyle: 'medium' }));
const shortDayFormat = kept((to) => new Intl.DateTimeFormat(to, { day: 'numeric', month: 'short' }));
const fullDateFormat = kept((to) => new Intl.DateTimeFormat(to, { dateStyle: 'full' }));
const timeFormat = kept((to) => new Intl.DateTimeFormat(to, { timeStyle: 'short' }));
const momentFormat = kept((to) => new Intl.DateTimeFormat(to, { dateStyle: 'medium', timeStyle: 'short' }));
const listFormat = kept((to) => new Intl.ListFormat(to, { type: 'conjunction' }));
const percentFormat = kept((to) => new Intl.NumberFormat(to, { style: 'percent' }));

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size: 1536 becomes "1.5 kB", with the number format of the user's language. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1000 ** step;
  return new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    // The short form of a byte has no plural.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value);
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
];

/** Formats a time relative to now: "5 minutes ago", "yesterday"; after a week, the date. */
export function formatSince(timestamp: string, now = Date.now()): string {
  const seconds = Math.round((now - Date.parse(timestamp)) / 1000);
  const relative = relativeFormat();
  if (seconds < 60) return relative.format(0, 'second');
  if (seconds >= 7 * 86_400) return formatDate(timestamp);
  const [unit, size] = STEPS.findLast(([, length]) => seconds >= length) ?? ['minute', 60];
  return relative.format(-Math.floor(seconds / size), unit);
}

/** Formats a date, such as "31 Jan 2026". */
export function formatDate(timestamp: string): string {
  return dateFormat().format(new Date(timestamp));
}

/** Formats a day of which the year is known: "31 Jan". */
export function formatShortDay(timestamp: string): string {
  return shortDayFormat().format(new Date(timestamp));
}

/** Formats a day as a heading: "Today", "Yesterday", "Friday, January 30, 2026". */
export function formatDay(timestamp: string, now = Date.now()): string {
  const days = Math.round((startOfDay(now) - startOfDay(Date.parse(timestamp))) / 86_400_000);
  if (days > 1) return fullDateFormat().format(new Date(timestamp));
  const words = relativeFormat().format(-days, 'day');
  return words.charAt(0).toLocaleUpperCase(locale()) + words.slice(1);
}

/** Milliseconds since 1970, in the browser's time zone. */
function startOfDay(instant: number): number {
  return new Date(instant).setHours(0, 0, 0, 0);
}

/** Formats a time of day, such as "14:05". @param instant a timestamp, or milliseconds since 1970 */
export function formatTime(instant: string | number): string {
  return timeFormat().format(new Date(instant));
}

/** Formats date and time, such as "31 Jan 2026, 14:05". */
export function formatMoment(timestamp: string): string {
  return momentFormat().format(new Date(timestamp));
}

/** Formats the moment that is so many seconds ago, with date and time. */
export function formatAgo(seconds: number, now = Date.now()): string {
  return formatMoment(new Date(now - seconds * 1000).toISOString());
}

/** Joins words to a list: "camera and microphone". */
export function formatList(words: readonly string[]): string {
  return listFormat().format(words);
}

/** Formats a fraction (0 to 1) as a percentage. */
export function formatPercent(share: number): string {
  return percentFormat().format(share);
}
