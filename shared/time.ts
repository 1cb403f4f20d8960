import { z } from 'zod';

/** ISO 8601 in UTC with milliseconds, the only form in which an instant leaves the server. */
export const timestampSchema = z.iso
  .datetime({ precision: 3 })
  .meta({ format: 'date-time', examples: ['2026-01-31T09:30:00.000Z'] });
