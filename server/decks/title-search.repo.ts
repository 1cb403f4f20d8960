import { and, eq, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { decks, packages, versions } from '#drizzle/schema/index.ts';

/** The expression of the indexes of titles, by which lists are sorted. */
export const lowerTitle = sql`lower(${decks.title})`;

/**
 * A condition that the title contains every word of the query, anywhere and in any case; undefined for a query without words.
 *
 * `like` decides. Its index of trigrams is used for words with three consecutive ASCII letters or digits. Which other characters count
 * as letters for `pg_trgm` depends on the locale of the database (in the embedded one: none), and shorter words have no trigrams. Such
 * words are searched by their letters and pairs of letters.
 */
export function titleHolds(query: string | undefined): SQL | undefined {
  const words = query?.split(/\s+/).filter((word) => word !== '') ?? [];
  return and(...words.map(holdsWord));
}

/** A condition that the manifest of the deck's current version has this title, in any case; undefined without a title. */
export function packageHasTitle(title: string | undefined): SQL | undefined {
  if (title === undefined) return undefined;
  const titled = new QueryBuilder()
    .select({ deckId: versions.deckId, versionId: versions.id })
    .from(packages)
    .innerJoin(versions, eq(versions.id, packages.versionId))
    .where(sql`md5(lower(${packages.manifest} ->> 'title')) = md5(lower(${title}))`);
  return sql`(${decks.id}, ${decks.currentVersionId}) in (${titled})`;
}

function holdsWord(word: string): SQL {
  const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const isLike = sql`${lowerTitle} like lower(${pattern})`;
  if (/[a-z0-9]{3}/i.test(word)) return isLike;
  return sql`(lectern_letter_pairs(${decks.title}) @> lectern_letter_pairs(${word}) and ${isLike})`;
}
