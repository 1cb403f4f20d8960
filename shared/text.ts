import { z } from 'zod';

/**
 * Text that PostgreSQL can store unchanged: no NUL characters, which PostgreSQL refuses, and no lone surrogates, which have no
 * UTF-8 form.
 *
 * @param maxLength in UTF-16 code units
 */
export function textSchema(maxLength: number) {
  return z
    .string()
    .max(maxLength, tooLong(maxLength))
    .regex(/^[^\0]*$/, 'This field must not contain NUL characters.')
    .refine((text) => text.isWellFormed(), 'This field must be well-formed Unicode.');
}

const tooLong = (maxLength: number): string => `This field must be at most ${maxLength} characters long.`;

/**
 * No control characters (C0, DEL, C1), and at least one character other than white space. Works with and without the `u` flag.
 */
const LINE_PATTERN = String.raw`^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$`;

/**
 * One line of text for titles and names: trimmed, not empty, and without control characters.
 *
 * @param maxLength of the trimmed text, in UTF-16 code units
 */
export function lineSchema(maxLength: number) {
  return textSchema(maxLength * 2)
    .trim()
    .min(1, 'This field must not be empty.')
    .max(maxLength, tooLong(maxLength))
    .refine((text) => !/\p{Cc}/u.test(text), 'This field must not contain control characters.')
    .meta({ override: { type: 'string', minLength: 1, maxLength, pattern: LINE_PATTERN } });
}
