import { z } from 'zod';

/** An instant as the server sends it: ISO 8601 in UTC with milliseconds. */
export const timestampSchema = z.iso.datetime({ precision: 3 }).meta({
  // The pattern that zod generates checks the days of each month and is hard to read.
  override: { type: 'string', format: 'date-time', pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$` },
  examples: ['2026-01-31T09:30:00.000Z'],
});

/**
 * An instant as clients send it: ISO 8601 with `Z` or an offset, with or without fractions of a second. The years 1 to 9999 are
 * those that PostgreSQL and JavaScript write in the same form.
 */
export const instantSchema = z.iso
  .datetime({ offset: true, error: 'This field must be an instant such as 2026-01-31T09:30:00Z.' })
  .transform((text) => new Date(text))
  .refine(
    (instant) => instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999,
    'This field must be in the years 1 to 9999.',
  )
  .meta({ override: ({ jsonSchema }) => void delete jsonSchema.pattern, examples: ['2026-01-31T09:30:00Z'] });
