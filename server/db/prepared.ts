import { type SQL, sql as fragment } from 'drizzle-orm';
import type { Sql } from 'postgres';
import { tellOf } from './statements.ts';

/**
 * Lists as long as their input make another statement for each length: those are not kept, or every connection would
 * collect them without end.
 */
const PARAMETERS_MAX = 30;

const WITH_VALUES = '/* planned with its values */';

/**
 * Marks a statement whose best plan depends on its values: PostgreSQL then plans it each time, with the values in sight. A kept statement gets
 * one plan for all values after a few runs.
 */
export function plannedWithValues(condition: SQL): SQL {
  return fragment`${condition} ${fragment.raw(WITH_VALUES)}`;
}

function isKept(statement: string, parameterCount: number): boolean {
  return parameterCount <= PARAMETERS_MAX && !statement.includes(WITH_VALUES);
}

/**
 * `unsafe`, by which drizzle runs everything (and says each time that it wants nothing kept), with statements that the server keeps: it is asked once what their
 * parameters are, not each time, which halves the round trips, and several can be on their way at once.
 */
export function preparedUnsafe(sql: Sql): Sql['unsafe'] {
  return (text, parameters = [], options) => {
    const kept = isKept(text, parameters.length);
    tellOf({ text, parameters, kept });
    return sql.unsafe(text, parameters, { ...options, prepare: kept });
  };
}
