import { and, type SQL, sql } from 'drizzle-orm';
import { decks } from '#drizzle/schema/index.ts';

/** What the indexes of titles are made of, and what lists by title are ordered by. */
export const lowerTitle = sql`lower(${decks.title})`;

/**
 * Decks whose title holds every word of the query, wherever it stands in the title and whatever its case; undefined for a query without
 * words.
 *
 * `like` alone decides, and its index of trigrams answers it where a word has three ASCII letters or digits in a row. What else counts as a letter
 * to `pg_trgm` depends on the locale of the database (in the embedded one: nothing), and shorter words have no trigram. Those are
 * looked up by their letters and pairs of letters.
 */
export function titleHolds(query: string | undefined): SQL | undefined {
  const words = query?.split(/\s+/).filter((word) => word !== '') ?? [];
  return and(...words.map(holdsWord));
}

function holdsWord(word: string): SQL {
  const pattern = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const isLike = sql`${lowerTitle} like lower(${pattern})`;
  if (/[a-z0-9]{3}/i.test(word)) return isLike;
  return sql`(lectern_letter_pairs(${decks.title}) @> lectern_letter_pairs(${word}) and ${isLike})`;
}
