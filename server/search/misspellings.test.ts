import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import type { DeckDetail } from '#shared/decks.ts';
import { searchResultsSchema } from '#shared/search.ts';
import { suspectsOf } from './misspellings.ts';
import { termsOf } from './search-terms.ts';

const lectern = await aLectern();
const { sql } = lectern.database;

async function aDeckOf(owner: TestUser, slides: readonly string[], visibility = 'private') {
  const files = Object.fromEntries(slides.map((html, at) => [`${at}.html`, `<!doctype html><meta charset="utf-8">${html}`]));
  const contents = await aPackage({ title: 'A deck', slides: Object.keys(files).map((file) => ({ file })), files });
  const { status, body, text } = await lectern.as(owner).send('POST', '/api/decks', anUpload(contents, { visibility }));
  expect(status, text).toBe(201);
  await eventually(async () => (await sql`select from search_due`).length === 0);
  return body as DeckDetail;
}

async function search(user: TestUser, q: string, more: Readonly<Record<string, string>> = {}) {
  const answer = await lectern.as(user).get(`/api/search?${new URLSearchParams({ q, ...more }).toString()}`);
  expect(answer.status, answer.text).toBe(200);
  return searchResultsSchema.parse(answer.body);
}

const suggested = async (user: TestUser, q: string, more = {}) => (await search(user, q, more)).suggestion;

describe('a query that finds nothing', () => {
  it.each([
    ['churm', 'churn'],
    ['chrn', 'churn'],
    ['chuurn', 'churn'],
    ['hcurn', 'churn'],
    ['CHURM', 'Churn'],
    ['churm region', 'churn region'],
    ['chrun regoin', 'churn region'],
    ['churm "by region"', 'churn "by region"'],
    ['churm -pricing', 'churn -pricing'],
    ['  churm  reg ', '  churn  reg '],
    ['entwiklung', 'entwicklung'],
    ['grosstädte', 'großstädte'],
    ['zufridenheit', 'zufriedenheit'],
    ['presentatoin', 'présentation'],
    ['квортал', 'квартал'],
    ['ελλος', 'ελλας'],
    ['السنوى', 'السنوي'],
    ['usrname', 'username'],
    ['보고서분', '보고서'],
    ['churn 2026', null],
    ['-churm', null],
    ['"churm"', null],
    ['cat', null],
    ['xyzzyq', null],
    ['学刁', null],
  ])('%s: the suggestion is %s', async (q, expected) => {
    const owner = await lectern.aUser();
    await aDeckOf(owner, [
      '<h1>Churn by region</h1><p>Présentation</p>',
      '<p>Entwicklung der Großstädte: Zufriedenheit</p><code>getUserName</code>',
      '<p>Отчёт за квартал, ΕΛΛΑΣ, التقرير السنوي, 분기 보고서, 机器学习, car</p>',
    ]);
    const { items, suggestion } = await search(owner, q);
    expect(items).toEqual([]);
    expect(suggestion).toBe(expected);
    if (suggestion !== null) expect((await search(owner, suggestion)).items).not.toEqual([]);
  });

  it('suggests what most of the texts contain', async () => {
    const owner = await lectern.aUser();
    await aDeckOf(owner, ['<p>metric</p>', '<p>metrix</p>', '<p>metrix</p>']);
    expect(await suggested(owner, 'metrid')).toBe('metrix');
  });

  it('is not asked for if something is found, or on a later page', async () => {
    const owner = await lectern.aUser();
    await aDeckOf(owner, ['<p>form</p>', '<p>farm</p>', '<p>form</p>']);
    const { items, suggestion, nextCursor } = await search(owner, 'form', { limit: '1' });
    expect([items.length, suggestion]).toEqual([1, null]);
    expect(await suggested(owner, 'form', { limit: '1', cursor: nextCursor ?? '' })).toBeNull();
  });

  it('suggests nothing from decks that the user may not read, that are in the trash, or that the filters leave out', async () => {
    const [owner, other] = [await lectern.aUser(), await lectern.aUser()];
    const deck = await aDeckOf(owner, ['<p>Restructuring</p>']);
    const own = await aDeckOf(other, ['<p>Anything</p>']);
    expect(await search(other, 'restructurimg')).toEqual(await search(other, 'nothingatall'));
    expect(await suggested(owner, 'restructurimg')).toBe('restructuring');
    await lectern.as(owner).patch(`/api/decks/${deck.id}`, { visibility: 'team' });
    expect(await suggested(other, 'restructurimg')).toBe('restructuring');
    expect(await suggested(other, 'restructurimg', { deckId: own.id })).toBeNull();
    expect(await suggested(other, 'restructurimg', { ownerId: other.id })).toBeNull();
    expect(await suggested(other, 'restructurimg', { field: 'title' })).toBeNull();
    await lectern.as(owner).delete(`/api/decks/${deck.id}`);
    expect(await suggested(other, 'restructurimg')).toBeNull();
  });

  it('suggests the same, however often others have the word in decks that the user may not read', async () => {
    const [owner, other] = [await lectern.aUser(), await lectern.aUser()];
    await aDeckOf(
      owner,
      Array.from({ length: 120 }, () => '<p>Divestiture</p>'),
    );
    expect(await suggested(other, 'divestitute')).toBeNull();
    await aDeckOf(other, ['<p>Divestiture</p>']);
    expect(await suggested(other, 'divestitute')).toBe('divestiture');
    expect(await suggested(other, 'divestitute', { field: 'title' })).toBeNull();
    expect(await suggested(other, 'divestitute', { ownerId: owner.id })).toBeNull();
  });
});

describe('the words that are searched instead', () => {
  it('are bounded, whatever the query is', () => {
    const count = (q: string) => suspectsOf(termsOf(q)).reduce((sum, { variants }) => sum + variants.size, 0);
    expect(count('churn')).toBe(5 + 4 + 5 * 25 + 6 * 26 - 5);
    for (const q of ['a'.repeat(200), 'abcdefgh '.repeat(22), 'ъ'.repeat(24), 'пример '.repeat(28), '한국어로된'.repeat(4)])
      expect(count(q)).toBeLessThanOrEqual(1200);
  });

  it('consist of letters, so that nothing has a meaning in the query', () => {
    const variants = suspectsOf(termsOf("o'brien & churm | café")).flatMap((suspect) => [...suspect.variants]);
    expect(variants.length).toBeGreaterThan(100);
    expect(variants.filter((variant) => !/^[\p{L}\p{M}]+$/u.test(variant))).toEqual([]);
  });
});
