import type { z } from 'zod';
import { refusedBySchema } from '#server/errors.ts';

/**
 * Parses what a client sent with `schema`.
 *
 * @param where the prefix of the paths of issues, such as a header's name
 * @throws AppError VALIDATION_FAILED
 */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, ...where: string[]): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw refusedBySchema(result.error, ...where);
}
