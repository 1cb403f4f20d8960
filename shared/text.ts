import { z } from 'zod';

/**
 * Text that PostgreSQL can store and every client can show: no NUL (PostgreSQL refuses it) and no
 * lone surrogate (it has no UTF-8 form, so it would come back changed).
 */
export function textSchema(maxLength: number) {
  return z
    .string()
    .max(maxLength)
    .regex(/^[^\0]*$/, 'must not contain NUL')
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode');
}

/** No control characters (C0, DEL, C1), and something that is not white space. Means the same with and without the `u` flag. */
const LINE_PATTERN = String.raw`^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$`;

/** One line of text for titles and names: trimmed, not empty, free of control characters. */
export function lineSchema(maxLength: number) {
  return textSchema(maxLength * 2)
    .trim()
    .min(1)
    .max(maxLength)
    .refine((text) => !/\p{Cc}/u.test(text), 'must not contain control characters')
    .meta({ override: { type: 'string', minLength: 1, maxLength, pattern: LINE_PATTERN } });
}
