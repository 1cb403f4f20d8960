import type { Visit } from '#shared/visits.ts';

/** A cell that begins so may be read as a formula by spreadsheets. What visitors enter is not to be trusted. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * The visits as CSV (RFC 4180), for spreadsheets. The path is one cell: `1:4.2 2:0.5` is 4.2 s on the first slide and 0.5 s on the second.
 *
 * @param linkName the name of a link, by its id
 */
export function visitsCsv(visits: readonly Visit[], linkName: (linkId: string) => string): string {
  const head = 'started,last_seen,link,name,email,referrer,device,seconds,completion,slides';
  const lines = visits.map((visit) =>
    [
      visit.startedAt,
      visit.lastSeenAt,
      linkName(visit.linkId),
      visit.name ?? '',
      visit.email ?? '',
      visit.referrerHost ?? '',
      visit.device,
      secondsOf(visit.durationMs),
      visit.completion.toFixed(2),
      visit.slides.map(({ index, milliseconds }) => `${index + 1}:${secondsOf(milliseconds)}`).join(' '),
    ]
      .map(cell)
      .join(','),
  );
  return `${[head, ...lines].join('\r\n')}\r\n`;
}

function secondsOf(milliseconds: number): string {
  return String(milliseconds / 1000);
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
