import { type SQL, sql as fragment } from 'drizzle-orm';
import type { MaybeRow, Sql } from 'postgres';
import { tellOf } from './statements.ts';

/**
 * Statements with more parameters are not prepared. A list whose length depends on the input gives another statement for each
 * length, and every connection would collect them without limit.
 */
const PARAMETERS_MAX = 30;

const WITH_VALUES = '/* planned with its values */';

/**
 * Marks a statement whose best plan depends on its values. PostgreSQL then plans it on each run, with the values known. For a
 * prepared statement it switches to one generic plan for all values after a few runs.
 */
export function plannedWithValues(condition: SQL): SQL {
  return fragment`${condition} ${fragment.raw(WITH_VALUES)}`;
}

function isKept(statement: string, parameterCount: number): boolean {
  return parameterCount <= PARAMETERS_MAX && !statement.includes(WITH_VALUES);
}

/**
 * A replacement for `unsafe` that prepares statements. drizzle runs everything through `unsafe` and asks each time that nothing be
 * prepared. With a prepared statement the server describes the parameters once instead of on each run, which halves the round trips
 * and allows several statements in flight.
 */
export function preparedUnsafe(sql: Sql): Sql['unsafe'] {
  return <Rows extends MaybeRow[]>(
    text: string,
    parameters: Parameters<Sql['unsafe']>[1] = [],
    options?: Parameters<Sql['unsafe']>[2],
  ) => {
    const kept = isKept(text, parameters.length);
    const query = sql.unsafe<Rows>(text, parameters, { ...options, prepare: kept });
    tellOf({ text, parameters, kept, outcome: query });
    return query;
  };
}
