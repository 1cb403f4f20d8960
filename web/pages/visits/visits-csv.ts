import type { Visit } from '#shared/visits.ts';
import { csvOf } from '#web/lib/csv.ts';

/**
 * The visits for spreadsheets. The path is one cell: `1:4.2 2:0.5` is 4.2 s on the first slide and 0.5 s on the second.
 *
 * @param linkName the name of a link, by its id
 */
export function visitsCsv(visits: readonly Visit[], linkName: (linkId: string) => string): string {
  return csvOf(
    ['started', 'last_seen', 'link', 'name', 'email', 'referrer', 'device', 'seconds', 'completion', 'slides'],
    visits.map((visit) => [
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
    ]),
  );
}

function secondsOf(milliseconds: number): string {
  return String(milliseconds / 1000);
}
