import { z } from 'zod';

/** ISO 8601 in UTC with milliseconds, the only form in which an instant leaves the server. */
export const timestampSchema = z.iso.datetime({ precision: 3 }).meta({
  // The one that comes with the format counts the days of each month; this one can be read.
  override: { type: 'string', format: 'date-time', pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$` },
  examples: ['2026-01-31T09:30:00.000Z'],
});

/**
 * An instant as clients send it: ISO 8601 with `Z` or an offset, with or without fractions of a second. Years 1 to 9999,
 * which is what the database and JavaScript both write in the same form.
 */
export const instantSchema = z.iso
  .datetime({ offset: true, error: 'must be an instant such as 2026-01-31T09:30:00Z' })
  .transform((text) => new Date(text))
  .refine((instant) => instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999, 'must be in the years 1 to 9999')
  .meta({ override: ({ jsonSchema }) => void delete jsonSchema.pattern, examples: ['2026-01-31T09:30:00Z'] });
