import { customType, timestamp } from 'drizzle-orm/pg-core';

/**
 * A `timestamptz(3)` column. The precision is milliseconds because cursors and JSON have milliseconds: comparing them with
 * PostgreSQL's default of microseconds would skip rows.
 */
export function instant(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
}

/** A `bytea` column. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
