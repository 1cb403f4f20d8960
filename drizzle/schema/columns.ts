import { timestamp } from 'drizzle-orm/pg-core';

/**
 * An instant to the millisecond. PostgreSQL would keep microseconds, but cursors and JSON carry
 * milliseconds, and a comparison between the two skips rows.
 */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
}
