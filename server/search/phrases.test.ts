import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import type { DeckDetail } from '#shared/decks.ts';
import { searchResultsSchema } from '#shared/search.ts';
import { pairsQueryOf, termsOf, tsqueryOf } from './search-terms.ts';
import { vectorOf } from './words.ts';

const lectern = await aLectern();
const { sql } = lectern.database;

async function aDeckOf(owner: TestUser, text: string): Promise<DeckDetail> {
  const files = { 'slide.html': `<!doctype html><meta charset="utf-8"><p>${text}</p>` };
  const contents = await aPackage({ title: 'A deck', slides: [{ file: 'slide.html' }], files });
  const { status, body, text: answer } = await lectern.as(owner).send('POST', '/api/decks', anUpload(contents));
  expect(status, answer).toBe(201);
  await eventually(async () => (await sql`select from search_due`).length === 0);
  return body as DeckDetail;
}

async function numberOfHits(user: TestUser, q: string): Promise<number> {
  const { body } = await lectern.as(user).get(`/api/search?${new URLSearchParams({ q }).toString()}`);
  return searchResultsSchema.parse(body).items.length;
}

/** Words of each kind that has forms of its own, and what may stand between them. */
const WORDS = [
  'gold',
  'Gold',
  'ag',
  'userName',
  'HTTPServer',
  'name',
  'C++',
  'البيت',
  'بيت',
  '中文',
  '文字',
  '語',
  'naïve',
  'ﷺ',
  '12',
];
const SEPARATORS = [' ', ' ', ' ', '', '-', '.', '\n', '\n\n'];

const phrases = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...SEPARATORS)), { minLength: 1, maxLength: 12 })
  .chain((pieces) =>
    fc
      .tuple(fc.nat(pieces.length - 1), fc.integer({ min: 1, max: 4 }), fc.constantFrom(' ', '-'))
      .map(([at, length, separator]) => {
        const words = pieces.slice(at, at + length).map(([word]) => word);
        return {
          text: pieces.flat().join(''),
          query: separator === '-' ? words.join('-') : `"${words.join(' ')}"`,
        };
      }),
  );

describe('the codes of pairs of words', () => {
  it('are in everything that a phrase finds', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(phrases, phrases, async ({ text, query }, { text: other }) => {
        const terms = termsOf(query);
        const [phrase, pairs] = [tsqueryOf(terms), pairsQueryOf(terms)];
        if (phrase === null || pairs === null) return;
        for (const vector of [
          vectorOf([{ text, weight: 'C' }]),
          vectorOf([text, other].map((each) => ({ text: each, weight: 'C' }))),
        ]) {
          const [hit] = await sql<{ phrase: boolean; pairs: boolean }[]>`select
            ${vector}::text::tsvector @@ ${phrase}::text::tsquery as phrase, ${vector}::text::tsvector @@ ${pairs}::text::tsquery as pairs`;
          if (hit?.phrase !== true) continue;
          found += 1;
          expect(hit.pairs, `${query} in ${JSON.stringify(text)}`).toBe(true);
        }
      }),
      {
        numRuns: 1000,
        // A character that stands alone is the beginning of a pair.
        examples: [
          [
            { text: 'name 語文字', query: '"name 語 文字"' },
            { text: '', query: '' },
          ],
        ],
      },
    );
    expect(found).toBeGreaterThan(50);
  });

  it('reach as far as phrases do: to the last position that PostgreSQL counts', async () => {
    const text = Array.from({ length: 16_385 }, (_, nth) => `w${nth + 1}`).join(' ');
    const vector = vectorOf([{ text, weight: 'C' }]);
    const terms = termsOf('"w16382 w16383"');
    const query = `${pairsQueryOf(terms) ?? ''} & ${tsqueryOf(terms) ?? ''}`;
    expect(await sql`select ${vector}::text::tsvector @@ ${query}::text::tsquery as found`).toEqual([{ found: true }]);
  });

  it('are what a phrase is looked up by, once all decks have them', async () => {
    const owner = await lectern.aUser();
    const { id } = await aDeckOf(owner, 'gold silver bronze');
    expect(await numberOfHits(owner, '"gold silver bronze"')).toBe(1);
    expect(await numberOfHits(owner, '"gold bronze"')).toBe(0);

    // As the deck was indexed before there were codes. Another instance is about to index it again.
    await sql`insert into search_due (deck_id, lease_until) values (${id}, now() + interval '1 hour')`;
    await sql`update search_entries set words = ts_delete(words, array(select lexeme from unnest(words) where lexeme like '~%')) where deck_id = ${id}`;
    await sql`update search_decks set rules = 2 where deck_id = ${id}`;
    expect(await numberOfHits(owner, '"gold silver bronze"')).toBe(1);

    await sql`update search_decks set rules = 1000 where deck_id = ${id}`;
    expect(await numberOfHits(owner, '"gold silver bronze"')).toBe(0);
    await sql`delete from search_due where deck_id = ${id}`;
  });
});

describe('a long text', () => {
  const syllables = (nth: number, each: string) =>
    Array.from(nth.toString(4), (digit) => `${each[Number(digit)] ?? ''}${each[4] ?? ''}`).join('');
  const textOf = (each: string) => Array.from({ length: 100_000 }, (_, nth) => syllables(nth, each)).join(' ');

  it.each([
    ['words', textOf('aeiob')],
    ['words with many parts', textOf('ABCDe')],
    ['words of many bytes', textOf('αβγδω')],
    ['one word', 'gold '.repeat(400_000)],
    ['texts without spaces', textOf('中文字語言').replaceAll(' ', '')],
  ])('of %s is not too long for PostgreSQL, and its beginning is found', async (_, text) => {
    const first = tsqueryOf(termsOf(text.slice(0, 40).replace(/ \S*$/, '')));
    const vector = vectorOf([{ text: text.slice(0, 2_000_000), weight: 'C' }]);
    expect(await sql`select ${vector}::text::tsvector @@ ${first}::text::tsquery as found`).toEqual([{ found: true }]);
  });
});

describe('words that many slides of others have', () => {
  it('are found in the few slides that one may read, also as the beginnings of words', async () => {
    const [other, owner] = [await lectern.aUser(), await lectern.aUser()];
    const { id, currentVersionId } = await aDeckOf(other, 'copper nickel');
    await sql`
      insert into search_entries (deck_id, version_id, field, slide_index, content, words, digest)
      select ${id}, ${currentVersionId}, 'slide', 0, 'copper nickel', ${vectorOf([{ text: 'copper nickel', weight: 'C' }])}::text::tsvector, n
      from generate_series(1, 20000) n`;
    await sql`analyze search_entries`;
    expect(await numberOfHits(owner, 'copper nickel')).toBe(0);
    await aDeckOf(owner, 'copper nickel');
    await aDeckOf(owner, 'coppersmiths with nickels');
    expect(await numberOfHits(owner, 'copper nickel')).toBe(2);
    expect(await numberOfHits(owner, '"copper nickel"')).toBe(1);
  });
});
