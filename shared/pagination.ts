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
    .meta({
      override: { type: 'integer', minimum: 1, maximum: PAGE_SIZE_MAX, default: PAGE_SIZE_DEFAULT },
      description: 'Items on a page',
    }),
  cursor: z.string().max(2048).optional().meta({ description: 'The `nextCursor` of the page before' }),
};

/** One page of `item`; `nextCursor` is null on the last one. `id` names the page to clients. */
export function pageOf<Item extends z.ZodType>(item: Item, id: string) {
  const nextCursor = z
    .string()
    .nullable()
    .meta({ description: 'Send it as `cursor` to get the next page; null: this is the last' });
  return z.object({ items: z.array(item), nextCursor }).meta({ id });
}
