import { z } from 'zod';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './limits.ts';

/** Query parameters of a list with keyset pagination. `limit` is text in a URL and a number from typed clients. */
export const pageQuery = {
  limit: z.coerce
    .string<string | number>()
    .regex(/^\d{1,3}$/, 'This field must be a whole number.')
    .transform(Number)
    .pipe(z.int().min(1).max(PAGE_SIZE_MAX))
    .default(PAGE_SIZE_DEFAULT)
    .meta({
      override: { type: 'integer', minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT },
      description: 'The number of items on a page.',
    }),
  cursor: z
    .string()
    .max(2048)
    .optional()
    .meta({ description: 'The `nextCursor` of the previous page. Send it with the same filter.' }),
};

/**
 * The schema of one page of `item`. `nextCursor` is null on the last page. `id` and `description` are those of the OpenAPI
 * schema.
 */
export function pageOf<Item extends z.ZodType>(item: Item, id: string, description: string) {
  const nextCursor = z
    .string()
    .nullable()
    .meta({ description: 'Send it as `cursor` to get the next page. Null on the last page.' });
  return z
    .object({ items: z.array(item).meta({ description: 'The items of this page.' }), nextCursor })
    .meta({ id, description });
}
