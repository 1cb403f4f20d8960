import type { z } from 'zod';
import { validationFailed } from '#server/errors.ts';

/**
 * What a client sent, as `schema` reads it.
 *
 * @param where what the value's own paths are below, such as a header's name
 * @throws AppError VALIDATION_FAILED
 */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, ...where: string[]): z.infer<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw validationFailed(result.error.issues.map(({ path, message }) => ({ path: [...where, ...path].join('.'), message })));
}
