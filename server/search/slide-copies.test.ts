import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import type { TestUser } from '#server/testing/people.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import type { DeckDetail } from '#shared/decks.ts';
import { type SlideCopy, slideCopiesSchema } from '#shared/slide-copies.ts';

const lectern = await aLectern();
const { sql } = lectern.database;

const indexed = () => eventually(async () => (await sql`select from search_due`).length === 0);

interface Contents {
  readonly title?: string;
  readonly visibility?: 'private' | 'team';
  readonly files?: Readonly<Record<string, string>>;
}

async function formOf(slides: readonly string[], { title = 'A deck', visibility = 'private', files = {} }: Contents = {}) {
  const documents = slides.map((html, at) => [`slides/${at}.html`, `<!doctype html><meta charset="utf-8">${html}`] as const);
  const described = { title, slides: documents.map(([file]) => ({ file, id: file })) };
  return anUpload(await aPackage({ ...described, files: { ...files, ...Object.fromEntries(documents) } }), { visibility });
}

async function aDeckOf(owner: TestUser, slides: readonly string[], contents?: Contents) {
  const { status, body, text } = await lectern.as(owner).send('POST', '/api/decks', await formOf(slides, contents));
  expect(status, text).toBe(201);
  await indexed();
  return body as DeckDetail;
}

async function replace(owner: TestUser, { id }: DeckDetail, slides: readonly string[]) {
  const answer = await lectern.as(owner).send('POST', `/api/decks/${id}/versions`, await formOf(slides));
  expect(answer.status, answer.text).toBe(201);
  await indexed();
  return answer.body as DeckDetail;
}

async function copiesOf(
  user: TestUser,
  { id }: Pick<DeckDetail, 'id'>,
  slideIndex: number,
  inner?: number,
): Promise<SlideCopy[]> {
  const query = inner === undefined ? '' : `?inner=${inner}`;
  const answer = await lectern.as(user).get(`/api/decks/${id}/slides/${slideIndex}/copies${query}`);
  expect(answer.status, answer.text).toBe(200);
  return slideCopiesSchema.parse(answer.body).items;
}

const placeOf = ({ deck, slideIndex, inner, isNewer }: SlideCopy) => [deck.title, slideIndex, inner, isNewer];

/** Stores what a renderer would have found on the slides of the current version, one document each. */
async function render({ id, currentVersionId: versionId }: DeckDetail, slides: readonly { text: string; picture: string }[]) {
  await sql.begin(async (tx) => {
    for (const [at, { text, picture }] of slides.entries())
      await tx`insert into rendered_slides (version_id, position, slide_index, title, content, miniature)
        values (${versionId}, ${at}, ${at}, '', ${text}, ${Buffer.from(hash('sha256', picture), 'hex')})`;
    await tx`update versions set shown_slide_count = ${slides.length} where id = ${versionId}`;
    // Seen only here: as soon as this is committed, the deck may be indexed.
    expect(await tx`select from search_due where deck_id = ${id}`).toHaveLength(1);
  });
  await indexed();
}

describe('a slide is also in another deck', () => {
  it('if its file is the same, byte by byte', async () => {
    const owner = await lectern.aUser();
    const deck = await aDeckOf(owner, ['<h1>Intro</h1>', '<h1>Pricing</h1><p>49</p>'], { title: 'First' });
    await aDeckOf(owner, ['<h1>Pricing</h1><p>49</p>', '<h1>Other</h1>', '<h1>Pricing</h1><p>49</p>'], { title: 'Second' });
    await aDeckOf(owner, ['<h1>Pricing</h1><p>50</p>'], { title: 'Third' });
    expect((await copiesOf(owner, deck, 1)).map(placeOf)).toEqual([['Second', 0, null, false]]);
    expect(await copiesOf(owner, deck, 0)).toEqual([]);
  });

  it('although its document has a title, which the other documents of only one of the decks have, too', async () => {
    const owner = await lectern.aUser();
    const slide = '<title>The deck</title><h1>Team</h1>';
    const deck = await aDeckOf(owner, ['<title>The deck</title><h1>Start</h1>', slide]);
    await aDeckOf(owner, [slide], { title: 'Only this' });
    expect((await copiesOf(owner, deck, 1)).map(placeOf)).toEqual([['Only this', 0, null, false]]);
  });

  it('which for a slide without text includes all files that it may show', async () => {
    const owner = await lectern.aUser();
    const image = '<img src="../chart.svg">';
    const svg = (color: string) => ({
      files: { 'chart.svg': `<svg xmlns="http://www.w3.org/2000/svg"><rect fill="${color}"/></svg>` },
    });
    const deck = await aDeckOf(owner, [image], svg('red'));
    await aDeckOf(owner, [image, '<p>More</p>'], { title: 'Same', ...svg('red') });
    await aDeckOf(owner, [image], { title: 'Other', ...svg('blue') });
    expect((await copiesOf(owner, deck, 0)).map(placeOf)).toEqual([['Same', 0, null, false]]);
  });

  it('if text and picture are the same, although the files differ', async () => {
    const owner = await lectern.aUser();
    const deck = await aDeckOf(owner, ['<p>Harbour plan</p>']);
    const rewritten = await aDeckOf(owner, ['<div>Harbour plan</div>'], { title: 'Rewritten' });
    const recolored = await aDeckOf(owner, ['<p>Harbour plan</p>'], { title: 'Recolored' });
    expect((await copiesOf(owner, deck, 0)).map(placeOf)).toEqual([['Recolored', 0, null, false]]);
    await render(deck, [{ text: 'Harbour plan', picture: 'blue' }]);
    // Of a deck without pictures, the files are all that is known.
    expect((await copiesOf(owner, deck, 0)).map(placeOf)).toEqual([['Recolored', 0, null, false]]);
    await render(rewritten, [{ text: 'Harbour\nplan', picture: 'blue' }]);
    await render(recolored, [{ text: 'Harbour plan', picture: 'red' }]);
    expect((await copiesOf(owner, deck, 0)).map(placeOf)).toEqual([['Rewritten', 0, null, false]]);
  });

  it('not because both are empty', async () => {
    const owner = await lectern.aUser();
    const decks = [await aDeckOf(owner, ['<i></i>']), await aDeckOf(owner, ['<b></b>'])];
    for (const { id, currentVersionId: versionId } of decks) {
      await sql`insert into rendered_slides (version_id, position, slide_index, title, content, miniature)
        values (${versionId}, 0, 0, '', '', ${Buffer.alloc(96 * 54 * 3, 255)})`;
      await sql`update versions set shown_slide_count = 1 where id = ${versionId}`;
      await indexed();
      expect(await copiesOf(owner, { id }, 0)).toEqual([]);
    }
  });

  it('inside a document at the same position', async () => {
    const owner = await lectern.aUser();
    const document =
      '<div class="reveal"><div class="slides"><section><h1>One</h1></section><section><h1>Two</h1></section></div></div>';
    const deck = await aDeckOf(owner, [document]);
    await aDeckOf(owner, ['<p>Before</p>', document], { title: 'Other' });
    expect((await copiesOf(owner, deck, 0)).map(placeOf)).toEqual([['Other', 1, 0, false]]);
    expect((await copiesOf(owner, deck, 0, 1)).map(placeOf)).toEqual([['Other', 1, 1, false]]);
    expect(await copiesOf(owner, deck, 0, 7)).toEqual([]);
  });

  it('only if the caller may read that deck, and it is not in the trash', async () => {
    const [owner, other] = [await lectern.aUser(), await lectern.aUser()];
    const own = await aDeckOf(other, ['<h1>Salaries</h1>']);
    const deck = await aDeckOf(owner, ['<h1>Salaries</h1>']);
    const count = async () => (await copiesOf(other, own, 0)).length;
    expect(await count()).toBe(0);
    expectRefusal(await lectern.as(other).get(`/api/decks/${deck.id}/slides/0/copies`), 'DECK_NOT_FOUND');
    await lectern.as(owner).patch(`/api/decks/${deck.id}`, { visibility: 'team' });
    expect(await count()).toBe(1);
    await lectern.as(owner).patch(`/api/decks/${deck.id}`, { visibility: 'private' });
    expect(await count()).toBe(0);
    await lectern.as(owner).put(`/api/decks/${deck.id}/people/${other.id}`, { access: 'read' });
    expect(await count()).toBe(1);
    await lectern.as(owner).delete(`/api/decks/${deck.id}`);
    expect(await count()).toBe(0);
    await lectern.as(owner).post(`/api/trash/${deck.id}/restore`);
    expect(await count()).toBe(1);
    await lectern.as(owner).delete(`/api/decks/${deck.id}`);
    await lectern.as(owner).delete(`/api/trash/${deck.id}`);
    expect(await count()).toBe(0);
    expect(await sql`select from slide_digests where version_id = ${deck.currentVersionId}`).toHaveLength(0);
  });

  it('of which there is no slide at a position that does not exist', async () => {
    const owner = await lectern.aUser();
    const deck = await aDeckOf(owner, ['<p>x</p>']);
    expectRefusal(await lectern.as(owner).get(`/api/decks/${deck.id}/slides/1/copies`), 'SLIDE_NOT_FOUND');
  });
});

describe('a newer slide is in another deck', () => {
  it('if that deck had the same slide and has changed it since', async () => {
    const [owner, reader] = [await lectern.aUser(), await lectern.aUser()];
    const template = await aDeckOf(owner, ['<h1>Hello</h1>', '<h1>Prices 2024</h1>'], { title: 'Template', visibility: 'team' });
    const deck = await aDeckOf(reader, ['<h1>Prices 2024</h1>']);
    expect((await copiesOf(reader, deck, 0)).map(placeOf)).toEqual([['Template', 1, null, false]]);
    await replace(owner, template, ['<h1>Hello</h1>', '<h1>Prices 2025</h1>']);
    expect((await copiesOf(reader, deck, 0)).map(placeOf)).toEqual([['Template', 1, null, true]]);
    // The template itself is up to date.
    expect(await copiesOf(owner, template, 1)).toEqual([]);
    await lectern.as(owner).patch(`/api/decks/${template.id}`, { visibility: 'private' });
    expect(await copiesOf(reader, deck, 0)).toEqual([]);
  });

  it('no more if that deck returns to the earlier version', async () => {
    const owner = await lectern.aUser();
    const template = await aDeckOf(owner, ['<h1>Goals of spring</h1>'], { title: 'Template' });
    const deck = await aDeckOf(owner, ['<h1>Goals of spring</h1>']);
    await replace(owner, template, ['<h1>Goals of autumn</h1>']);
    expect((await copiesOf(owner, deck, 0)).map(({ isNewer }) => isNewer)).toEqual([true]);
    await lectern.as(owner).post(`/api/decks/${template.id}/versions/${template.currentVersionId}/restore`);
    expect((await copiesOf(owner, deck, 0)).map(({ isNewer }) => isNewer)).toEqual([false]);
  });
});

describe('decks that were indexed by earlier rules', () => {
  it('are indexed again, with the texts of their packages and their earlier versions', async () => {
    const owner = await lectern.aUser();
    const [first, second] = [await aDeckOf(owner, ['<h1>Cuttlefish</h1>']), await aDeckOf(owner, ['<h1>Cuttlefish</h1>'])];
    const { currentVersionId: versionId } = await replace(owner, first, ['<h1>Octopus</h1>']);
    const ids = [first.id, second.id];
    await sql`delete from slide_digests where version_id in (select id from versions where deck_id in ${sql(ids)})`;
    await sql`update package_texts set texts = '[]', reading = 0 where version_id = ${versionId}`;
    await sql`delete from search_entries where deck_id in ${sql(ids)}`;
    await sql`update search_decks set rules = 0 where deck_id in ${sql(ids)}`;
    // Any change wakes the indexer.
    await aDeckOf(owner, ['<p>Anything</p>']);
    await eventually(async () => (await sql`select from search_decks where rules = 0`).length === 0);
    await indexed();
    expect((await copiesOf(owner, second, 0)).map(({ isNewer }) => isNewer)).toEqual([true]);
    const { body } = await lectern.as(owner).get('/api/search?q=octopus');
    expect((body as { items: unknown[] }).items).toHaveLength(1);
  });
});
