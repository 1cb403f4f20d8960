import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from '#shared/limits.ts';

/**
 * `ORDER BY` for a page of a list, with room for the one row more that says that there is a next page (`toPage`).
 *
 * The limit stands in the statement itself: of one that is a parameter the planner would assume a tenth of the table, and sort it.
 * So that there are few statements to keep, there are two limits; `toPage` cuts to the one that was asked for.
 */
export function pageOrder(limit: number, ...order: readonly SQLWrapper[]): SQL {
  return sql`${sql.join([...order], sql`, `)} limit ${sql.raw(String(pageRows(limit)))}`;
}

/** How many rows `pageOrder` reads for a page. */
export function pageRows(limit: number): number {
  return (limit <= PAGE_SIZE_DEFAULT ? PAGE_SIZE_DEFAULT : PAGE_SIZE_MAX) + 1;
}
