import { z } from 'zod';

/**
 * An opaque id. The schema accepts almost any text, so that an unknown id is answered with 404, whatever its form. Ids are stored
 * as text, so such an id causes no database error.
 */
export const idSchema = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\0]*$/, 'This field must not contain NUL characters.')
  .refine((id) => id.isWellFormed(), 'This field must be well-formed Unicode.');

/** The largest value of PostgreSQL's type `integer`. */
const INTEGER_MAX = 2 ** 31 - 1;

/**
 * A zero-based slide index: decimal digits in a path, or a number from typed clients. `1.9`, `1e3`, `0x1`, `3abc` and `-1` are
 * refused.
 */
export const slideIndexSchema = z.coerce
  .string<string | number>()
  .regex(/^(0|[1-9]\d*)$/, 'This field must be a whole number, 0 or larger.')
  // No deck has that many slides, so a larger index can be replaced by one that fits the database column.
  .transform((digits) => Math.min(Number(digits), INTEGER_MAX))
  .meta({ override: { type: 'integer', minimum: 0 }, description: 'The position of the slide in the deck, counted from 0.' });
