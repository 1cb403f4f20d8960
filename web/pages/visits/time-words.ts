import { formatDate, formatShortDay } from '#web/lib/format.ts';

const SECOND_MS = 1000;
const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

/** Formats a duration as a clock does, rounded to seconds: "0:04", "12:30", "1:02:03". */
export function timeWords(milliseconds: number): string {
  const seconds = Math.round(milliseconds / SECOND_MS);
  const [hours, minutes] = [Math.floor(seconds / HOUR_SECONDS), Math.floor(seconds / MINUTE_SECONDS) % MINUTE_SECONDS];
  const two = (value: number): string => String(value).padStart(2, '0');
  const rest = two(seconds % MINUTE_SECONDS);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Formats a day that is counted in UTC: "31 Jan 2026". @param date such as "2026-01-31" */
export function dayWords(date: string): string {
  return formatDate(noonOf(date));
}

/** Formats a day of which the year is known: "31 Jan". */
export function shortDayWords(date: string): string {
  return formatShortDay(noonOf(date));
}

/** At noon of UTC, most time zones have the same day. */
function noonOf(date: string): string {
  return `${date}T12:00:00Z`;
}
