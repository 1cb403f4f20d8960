import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#drizzle/schema/index.ts';
import { MIGRATIONS, migrationsIn } from './levels.ts';

/** Triggers that migrations create. drizzle does not know them. */
const TRIGGERS = [
  'decks_search_inserted',
  'decks_search_updated',
  'versions_search_rendered',
  'notes_search_inserted',
  'notes_search_updated',
];

/** The names of what the migrations of this version create in the schema `public`. */
export interface ExpectedSchema {
  readonly tables: readonly string[];
  /** With those of primary keys and unique constraints. */
  readonly indexes: readonly string[];
  /** Foreign keys and checks. */
  readonly constraints: readonly string[];
  readonly triggers: readonly string[];
}

export function expectedSchema(): ExpectedSchema {
  const tables = Object.values<unknown>(schema)
    .filter((each) => is(each, PgTable))
    .map((table) => getTableConfig(table));
  return {
    tables: tables.map(({ name }) => name),
    indexes: tables.flatMap(({ name, indexes, uniqueConstraints, primaryKeys, columns }) => [
      ...indexes.flatMap((index) => index.config.name ?? []),
      ...uniqueConstraints.flatMap((constraint) => constraint.getName() ?? []),
      ...primaryKeys.map((key) => key.getName()),
      ...columns.filter((column) => column.primary).map(() => `${name}_pkey`),
      ...columns.flatMap((column) => (column.isUnique ? (column.uniqueName ?? []) : [])),
    ]),
    constraints: tables.flatMap(({ foreignKeys, checks }) => [
      ...foreignKeys.map((key) => key.getName()),
      ...checks.map((check) => check.name),
    ]),
    triggers: TRIGGERS,
  };
}

/** The statement of the migrations that creates this index or trigger; null if it is part of another one. */
export function creationOf(name: string): string | null {
  const creates = new RegExp(String.raw`^CREATE (?:UNIQUE )?(?:INDEX|TRIGGER) "${name}"`);
  for (const { tag } of migrationsIn().toReversed()) {
    const statements = readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8').split('--> statement-breakpoint');
    const found = statements
      .map((statement) =>
        statement
          .replaceAll(/^--.*$/gm, '')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
      .find((statement) => creates.test(statement));
    if (found !== undefined) return found;
  }
  return null;
}
