import { Column, getTableName, is, type Placeholder, SQL, sql } from 'drizzle-orm';
import { PgDialect, QueryBuilder } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from './connect.ts';

/** Names a parameter of a compiled statement. */
export type Parameter<Values> = <Name extends keyof Values & string>(name: Name) => Placeholder<Name>;

/** A select built by drizzle. */
interface Select {
  readonly _: {
    readonly selectedFields: Record<string, unknown>;
    readonly config: { readonly joins?: readonly { readonly joinType: string; readonly alias: string | undefined }[] };
    readonly result: readonly unknown[];
  };
  toSQL(): { sql: string; params: unknown[] };
}

/** Runs a compiled statement on the database or in a transaction. */
type Run<Values, Row> = (on: Database | Transaction, values: Values) => Promise<Row[]>;

/**
 * A select whose SQL is built once, when the module is loaded. drizzle builds it again for each run, which takes longer than the
 * statement itself (decision 028). Use it for statements that many requests send.
 *
 * @param build builds the select. Its fields are columns, SQL whose value is used as PostgreSQL sends it, or one object of columns
 *   per table. Such a table must not be joined by a left join
 */
export function compiledSelect<Values extends Record<string, unknown>, Query extends Select>(
  build: (query: QueryBuilder, parameter: Parameter<Values>) => Query,
): Run<Values, Query['_']['result'][number]> {
  const query = build(new QueryBuilder(), parameterNamed);
  const { sql: text, params } = query.toSQL();
  const decode = decoderOf(query._);
  return (on, values) =>
    on._.session
      .prepareQuery<{ execute: Query['_']['result'][number][]; all: never; values: never }>(
        { sql: text, params },
        undefined,
        undefined,
        true,
        (rows) => rows.map(decode),
      )
      .execute(encoded(values));
}

/** The same for SQL written as text. Rows are returned as PostgreSQL sends them, with timestamps as text. */
export function compiledSql<Values extends Record<string, unknown>, Row>(
  build: (parameter: Parameter<Values>) => SQL,
): Run<Values, Row> {
  const { sql: text, params } = new PgDialect().sqlToQuery(build(parameterNamed));
  return (on, values) =>
    on._.session
      .prepareQuery<{ execute: Row[]; all: never; values: never }>({ sql: text, params }, undefined, undefined, false)
      .execute(encoded(values));
}

/** Encodes parameter values, because drizzle does not encode named parameters. Only Date values need it here. */
function encoded(values: Record<string, unknown>): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const name in values) {
    const value = values[name];
    sent[name] = value instanceof Date ? value.toISOString() : value;
  }
  return sent;
}

function parameterNamed<Name extends string>(name: Name): Placeholder<Name> {
  return sql.placeholder(name);
}

/** Returns a function that turns a row, which arrives as an array, into an object. */
function decoderOf({ selectedFields, config }: Select['_']): (row: unknown[]) => unknown {
  const optional = new Set(config.joins?.filter(({ joinType }) => joinType !== 'inner').map(({ alias }) => alias));
  const columns = Object.entries(selectedFields).flatMap(([name, field]) =>
    isLeaf(field) ? [{ group: null, name, decode: decodeOf(field) }] : columnsOf(name, field, optional),
  );
  return (row) => {
    const decoded: Record<string, unknown> = {};
    let at = 0;
    for (const { group, name, decode } of columns) {
      const value = row[at];
      const into = group === null ? decoded : ((decoded[group] ??= {}) as Record<string, unknown>);
      into[name] = value === null || value === undefined ? null : decode(value);
      at += 1;
    }
    return decoded;
  };
}

/** The columns of one joined table, which are grouped into one object. */
function columnsOf(group: string, fields: unknown, optional: ReadonlySet<string | undefined>): ColumnOfRow[] {
  return Object.entries(fields as Record<string, unknown>).map(([name, field]) => {
    const isThere = is(field, Column) && !optional.has(getTableName(field.table));
    if (!isThere) throw new Error(`${group}.${name} is not a column of a table that is always joined`);
    return { group, name, decode: decodeOf(field) };
  });
}

interface ColumnOfRow {
  /** Name of the object that the value belongs to; null means the row itself. */
  readonly group: string | null;
  readonly name: string;
  readonly decode: (value: unknown) => unknown;
}

type Leaf = Column | SQL | SQL.Aliased;

function isLeaf(field: unknown): field is Leaf {
  return is(field, Column) || is(field, SQL) || is(field, SQL.Aliased);
}

function decodeOf(field: Leaf): ColumnOfRow['decode'] {
  return is(field, Column) ? (value) => field.mapFromDriverValue(value) : (value) => value;
}
