import type { Sql } from 'postgres';

/**
 * Lists as long as their input make another statement for each length: those are not kept, or every connection would
 * collect them without end.
 */
const PARAMETERS_MAX = 30;

/**
 * `unsafe`, by which drizzle runs everything (and says each time that it wants nothing kept), with statements that the server keeps: it is asked once what their
 * parameters are, not each time, which halves the ways to and fro, and several can be on their way at once.
 */
export function preparedUnsafe(sql: Sql): Sql['unsafe'] {
  return (query, parameters, options) =>
    sql.unsafe(query, parameters, { ...options, prepare: (parameters?.length ?? 0) <= PARAMETERS_MAX });
}
