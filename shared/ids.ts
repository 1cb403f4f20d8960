import { z } from 'zod';

/**
 * An opaque id. Any text is let through the door: an id that no row has is a plain 404, whatever it
 * looks like, and never an error of the database (ids are stored as text).
 */
export const idSchema = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[^\0]*$/, 'must not contain NUL')
  .refine((id) => id.isWellFormed(), 'must be well-formed Unicode');

const LARGEST_INTEGER = 2 ** 31 - 1;

/**
 * A zero-based slide index as it stands in a path: plain decimal digits. `1.9`, `1e3`, `0x1`, `3abc`
 * and `-1` are refused, not rounded. A number is what typed clients send.
 */
export const slideIndexSchema = z.coerce
  .string<string | number>()
  .regex(/^(0|[1-9]\d*)$/, 'must be a whole number, 0 or larger')
  // As past the end as the number itself, and one that the database can hold.
  .transform((digits) => Math.min(Number(digits), LARGEST_INTEGER))
  .meta({ override: { type: 'integer', minimum: 0 }, description: 'The position of the slide in the deck, counted from 0.' });
