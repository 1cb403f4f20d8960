import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '#shared/limits.ts';

/**
 * `ORDER BY` and `LIMIT` for a page of a list. Reads one row more than the page holds, which shows that there is a next page
 * (`toPage`).
 *
 * The limit is part of the statement text: for a parameter the planner would assume a tenth of the table and sort it. To keep the
 * number of prepared statements low, there are two limits; `toPage` cuts the result to the one requested.
 */
export function pageOrder(limit: number, ...order: readonly SQLWrapper[]): SQL {
  return sql`${sql.join([...order], sql`, `)} limit ${sql.raw(String(pageRows(limit)))}`;
}

/** The number of rows that `pageOrder` reads for a page. */
export function pageRows(limit: number): number {
  return (limit <= PAGE_SIZE_DEFAULT ? PAGE_SIZE_DEFAULT : PAGE_SIZE_MAX) + 1;
}
