import { type Column, type SQL, sql } from 'drizzle-orm';
import { type SlideStateTable, slides } from '#drizzle/schema/index.ts';
import { compiledSql } from '#server/db/compiled.ts';
import type { RevisionCondition } from './revision-condition.ts';

/** The parameters of a write. */
type PutValues = {
  readonly deckId: string;
  readonly versionId: string;
  readonly slideIndex: number;
  readonly inner: string;
  readonly value: string | null;
  readonly updatedAt: Date;
  readonly userId: string;
};
type PutRow = { readonly slideKey: string; readonly inner: string; readonly revision: number };
export type Put = ReturnType<typeof compiledSql<PutValues, PutRow>>;
/**
 * Compiles a statement that writes the record of the slide at a position of a version, or of a slide inside it.
 *
 * @param onlyThere changes only a record that exists and is not deleted
 * @param holds a further condition on the row
 */
export function compiledPut(table: SlideStateTable, onlyThere: boolean, holds?: SQL): Put {
  return compiledSql((parameter) => {
    const nameOf = (column: Column) => sql.identifier(column.name);
    const atPlace = sql`${slides.versionId} = ${parameter('versionId')} and ${slides.index} = ${parameter('slideIndex')}`;
    const value = sql`${parameter('value')}::text`;
    const updatedAt = sql`${parameter('updatedAt')}::timestamptz`;
    const userId = sql`${parameter('userId')}::text`;
    const counted = sql`${nameOf(table.revision)} = ${table.revision} + 1`;
    const inner = sql`${parameter('inner')}::text`;
    const written = sql`returning ${table.slideKey} as "slideKey", ${table.inner} as "inner", ${table.revision} as revision`;
    if (onlyThere) {
      return sql`
        update ${table} set ${counted}, ${nameOf(table.value)} = ${value}, ${nameOf(table.updatedAt)} = ${updatedAt},
          ${nameOf(table.updatedById)} = ${userId}
        from ${slides}
        where ${atPlace} and ${table.deckId} = ${parameter('deckId')} and ${table.slideKey} = ${slides.slideKey}
          and ${table.inner} = ${inner} and ${table.value} is not null and ${holds ?? sql`true`}
        ${written}`;
    }
    const place = [table.deckId, table.slideKey, table.inner].map(nameOf);
    const changed = [table.value, table.updatedAt, table.updatedById].map(nameOf);
    const proposed = changed.map((name) => sql`${name} = excluded.${name}`);
    return sql`
      insert into ${table} (${sql.join([...place, ...changed, nameOf(table.revision)], sql`, `)})
      select ${parameter('deckId')}::text, ${slides.slideKey}, ${inner}, ${value}, ${updatedAt}, ${userId}, 1 from ${slides} where ${atPlace}
      on conflict (${sql.join(place, sql`, `)}) do update set ${counted}, ${sql.join(proposed, sql`, `)} where ${holds ?? sql`true`}
      ${written}`;
  });
}

/** SQL of the condition on a row; undefined if there is none. A row whose value is null is a deleted record. */
export function holdsForRow({ ifMatch, ifNoneMatch }: RevisionCondition, { value, revision }: SlideStateTable): SQL | undefined {
  const isThere = sql`${value} is not null`;
  const isOneOf = (revisions: readonly number[]) => {
    const wanted = revisions.filter((each) => each > 0);
    // A client may send numbers that are too large for a revision; they are compared like any other.
    return wanted.length === 0 ? sql`false` : sql`(${isThere} and ${revision} in ${wanted.map((each) => sql`${each}::bigint`)})`;
  };
  const conditions: SQL[] = [];
  if (ifMatch === '*') conditions.push(isThere);
  else if (ifMatch !== undefined)
    conditions.push(ifMatch.includes(0) ? sql`(not (${isThere}) or ${isOneOf(ifMatch)})` : isOneOf(ifMatch));
  if (ifNoneMatch === '*') conditions.push(sql`not (${isThere})`);
  else if (ifNoneMatch !== undefined) conditions.push(sql`not ${isOneOf(ifNoneMatch)}`);
  return conditions.length === 0 ? undefined : sql.join(conditions, sql` and `);
}
