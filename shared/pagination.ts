import { z } from 'zod';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from './limits.ts';

/** Query of a keyset-paginated list. `limit` arrives as text in a URL and as a number from typed clients. */
export const pageQuery = {
  limit: z.coerce
    .string<string | number>()
    .regex(/^\d{1,3}$/, 'must be a decimal integer')
    .transform(Number)
    .pipe(z.int().min(1).max(PAGE_SIZE_MAX))
    .default(PAGE_SIZE_DEFAULT)
    .meta({ override: { type: 'integer', minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT } }),
  cursor: z.string().max(2048).optional().meta({ description: 'The `nextCursor` of the page before' }),
};

/** One page of `item`; `nextCursor` is null on the last one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().nullable() });
}
