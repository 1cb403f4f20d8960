import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectRefusal } from '#server/testing/refusals.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { SlideStateRepo } from '#server/slides/slide-state.repo.ts';
import { INK_ERASED_DAYS, INK_ERASED_MAX, INK_SLIDE_MAX_BYTES } from '#shared/limits.ts';
import { annotations } from '#drizzle/schema/index.ts';
import { InkRepo } from './ink.repo.ts';

const lectern = await aLectern();
const owner = await lectern.aSessionOf(await lectern.aUser({ name: 'Olga' }));
const reader = await lectern.aSessionOf(await lectern.aUser({ name: 'Rita' }));

const stroke = (id: string) => ({
  id,
  tool: 'pen',
  color: '#d9542b',
  width: 4,
  points: [
    [1, 2],
    [3, 4.5, 0.5],
  ],
});
const aTeamDeck = () => lectern.aDeck({ owner, visibility: 'team' });
const strokesAt = (deckId: string, slide = 0) => `/api/decks/${deckId}/annotations/${slide}/strokes`;

async function inkOf(deckId: string): Promise<{ id: string; author: { name: string } }[]> {
  const { body } = await lectern.as(owner).get(`/api/decks/${deckId}/annotations`);
  const { items } = body as { items: { payload: { kind: string; strokes: { id: string; author: { name: string } }[] } }[] };
  expect(items[0]?.payload.kind).toBe('lectern-ink@1');
  return items[0]?.payload.strokes ?? [];
}

describe('strokes', () => {
  it('are added and returned in one payload, in order, with their authors', async () => {
    const { id } = await aTeamDeck();
    await lectern.as(owner).post(strokesAt(id), { add: [stroke('a'), stroke('b')], erase: [] });
    const answer = await lectern.as(reader).post(strokesAt(id), { add: [stroke('c')] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ deckId: id, slideIndex: 0, revision: 2, updatedBy: { name: 'Rita' } });
    expect(answer.body).not.toHaveProperty('payload');
    expect((await inkOf(id)).map((each) => [each.id, each.author.name])).toEqual([
      ['a', 'Olga'],
      ['b', 'Olga'],
      ['c', 'Rita'],
    ]);
  });

  it('are drawn once from a batch that is sent twice, and never again after they were erased', async () => {
    const { id } = await aTeamDeck();
    const batch = { add: [stroke('a'), stroke('b')], erase: ['z'] };
    await lectern.as(owner).post(strokesAt(id), batch);
    const again = await lectern.as(owner).post(strokesAt(id), batch);
    expect(again.body).toMatchObject({ revision: 1 });
    await lectern.as(owner).post(strokesAt(id), { erase: ['a'] });
    await lectern.as(owner).post(strokesAt(id), { add: [stroke('a'), stroke('z')] });
    expect((await inkOf(id)).map((each) => each.id)).toEqual(['b']);
  });

  it('are not lost when two users draw at the same time', async () => {
    const { id } = await aTeamDeck();
    const batches = Array.from({ length: 20 }, (_, at) =>
      lectern.as(at % 2 ? owner : reader).post(strokesAt(id), { add: [stroke(`s${at}`)] }),
    );
    expect((await Promise.all(batches)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set((await inkOf(id)).map((each) => each.id)).size).toBe(20);
  });

  it('of other users can be erased only by the owner of the deck', async () => {
    const { id } = await aTeamDeck();
    await lectern.as(owner).post(strokesAt(id), { add: [stroke('mine')] });
    await lectern.as(reader).post(strokesAt(id), { add: [stroke('yours')] });
    expectRefusal(await lectern.as(reader).post(strokesAt(id), { add: [stroke('new')], erase: ['mine'] }), 'FORBIDDEN');
    expectRefusal(await lectern.as(reader).put(`/api/decks/${id}/annotations/0`, { payload: { kind: 'other' } }), 'FORBIDDEN');
    expect((await inkOf(id)).map((each) => each.id)).toEqual(['mine', 'yours']);
    await lectern.as(owner).post(strokesAt(id), { erase: ['yours'] });
    expect((await inkOf(id)).map((each) => each.id)).toEqual(['mine']);
  });

  it.each([{}, { add: [], erase: [] }])('must be in a batch for a slide that has none: %j is refused', async (body) => {
    const { id } = await aTeamDeck();
    expectRefusal(await lectern.as(owner).post(strokesAt(id), body), 'VALIDATION_FAILED');
  });

  it('are refused where there is an annotation of another program', async () => {
    const { id } = await aTeamDeck();
    await lectern.as(owner).put(`/api/decks/${id}/annotations/0`, { payload: { kind: 'other' } });
    expectRefusal(await lectern.as(owner).post(strokesAt(id), { add: [stroke('a')] }), 'FOREIGN_ANNOTATION');
  });

  it.each([
    ['no points', { points: [] }],
    ['too many points', { points: Array.from({ length: 10_001 }, () => [0, 0]) }],
    ['an id with a space', { id: 'a b' }],
    ['a width of 0', { width: 0 }],
    ['points of one number', { points: [[1]] }],
    ['too much text', { tool: 'text', text: 'x'.repeat(1001) }],
  ])('are refused with %s', async (_, fault) => {
    const { id } = await aTeamDeck();
    expectRefusal(await lectern.as(owner).post(strokesAt(id), { add: [{ ...stroke('a'), ...fault }] }), 'VALIDATION_FAILED');
  });

  it('keep their text, through the strokes route and through a payload', async () => {
    const { id } = await aTeamDeck();
    const note = { ...stroke('a'), tool: 'text', points: [[8, 9]], text: 'Größer!\nשלום' };
    await lectern.as(owner).post(strokesAt(id), { add: [note] });
    expect(await inkOf(id)).toEqual([expect.objectContaining(note)]);
    const payload = { kind: 'lectern-ink@1', strokes: [{ ...note, id: 'b' }] };
    await lectern.as(owner).put(`/api/decks/${id}/annotations/0`, { payload });
    expect(await inkOf(id)).toEqual([expect.objectContaining({ ...note, id: 'b' })]);
  });

  it('keep their author when a user restores them unchanged who may erase them', async () => {
    const { id } = await aTeamDeck();
    await lectern.as(reader).post(strokesAt(id), { add: [stroke('a'), stroke('b')] });
    await lectern.as(owner).post(strokesAt(id), { add: [stroke('c')] });
    const erase = ['a', 'b', 'c'];
    const add = [
      { ...stroke('a2'), restores: 'a' },
      { ...stroke('b2'), restores: 'b', color: 'blue' },
    ];
    await lectern.as(owner).post(strokesAt(id), { add, erase });
    await lectern.as(reader).post(strokesAt(id), { add: [{ ...stroke('c2'), restores: 'c' }] });
    expect((await inkOf(id)).map((each) => [each.id, each.author.name])).toEqual([
      ['a2', 'Rita'],
      ['b2', 'Olga'],
      ['c2', 'Rita'],
    ]);
    expect((await inkOf(id))[0]).not.toHaveProperty('restores');
  });

  it('are limited to 2,000 per slide', async () => {
    const { id } = await aTeamDeck();
    const many = (from: number, count: number) => Array.from({ length: count }, (_, at) => stroke(`s${from + at}`));
    expect((await lectern.as(owner).post(strokesAt(id), { add: many(0, 2000) })).status).toBe(200);
    expectRefusal(await lectern.as(owner).post(strokesAt(id), { add: many(2000, 1) }), 'VALIDATION_FAILED');
    expect(await inkOf(id)).toHaveLength(2000);
  });

  it('are limited to 8 MiB per slide', async () => {
    const { id } = await aTeamDeck();
    const draw = (strokeId: string) => lectern.as(owner).post(strokesAt(id), { add: [stroke(strokeId)] });
    expect((await draw('a')).status).toBe(200);
    const { sql } = lectern.database;
    await sql`update strokes set shape = repeat(' ', ${INK_SLIDE_MAX_BYTES}::int - 10) || shape where deck_id = ${id}`;
    expect(expectRefusal(await draw('b'), 'PAYLOAD_TOO_LARGE')).toEqual({ maxBytes: INK_SLIDE_MAX_BYTES });
    await sql`update strokes set shape = repeat(' ', ${INK_SLIDE_MAX_BYTES}::int - 1000) || trim(shape) where deck_id = ${id}`;
    expect((await draw('b')).status).toBe(200);
  });
});

describe('the ink of one slide', () => {
  const read = async (id: string, more: object = {}) => {
    const input = JSON.stringify({ id, slideIndex: 0, ...more });
    return lectern.as(reader).get(`/api/trpc/annotations.ink?${new URLSearchParams({ input }).toString()}`);
  };

  it('is read alone, by its position in the requested version', async () => {
    const deck = await aTeamDeck();
    expect((await read(deck.id)).body).toEqual({ result: { data: { foreign: false, replaced: false, strokes: [] } } });
    await lectern.as(owner).post(strokesAt(deck.id), { add: [stroke('a')] });
    const answer = await read(deck.id, { versionId: deck.currentVersionId });
    expect(answer.body).toMatchObject({
      result: { data: { foreign: false, replaced: false, strokes: [{ id: 'a', author: { name: 'Olga' } }] } },
    });
    expect((await read(deck.id, { versionId: randomUUID() })).status).toBe(404);
    expect((await read(deck.id, { slideIndex: 99 })).status).toBe(404);
  });

  it('is reported as foreign when another program has written an annotation', async () => {
    const { id } = await aTeamDeck();
    await lectern.as(owner).put(`/api/decks/${id}/annotations/0`, { payload: { kind: 'other' } });
    expect((await read(id)).body).toEqual({ result: { data: { foreign: true, replaced: false, strokes: [] } } });
  });
});

describe('a payload of ink', () => {
  it('is validated, stored stroke by stroke, and replaces the ink that was there', async () => {
    const { id } = await aTeamDeck();
    const put = (strokes: object[]) =>
      lectern.as(owner).put(`/api/decks/${id}/annotations/0`, { payload: { kind: 'lectern-ink@1', strokes } });
    expect((await put([stroke('a'), stroke('b')])).status).toBe(200);
    expect((await put([stroke('b'), stroke('c')])).status).toBe(200);
    expect((await inkOf(id)).map((each) => each.id)).toEqual(['b', 'c']);
    expectRefusal(await put([{ id: 'd' }]), 'VALIDATION_FAILED');
    expect((await inkOf(id)).map((each) => each.id)).toEqual(['b', 'c']);
  });

  it('is deleted with its strokes', async () => {
    const { id } = await aTeamDeck();
    await lectern.as(owner).post(strokesAt(id), { add: [stroke('a')] });
    expect((await lectern.as(owner).delete(`/api/decks/${id}/annotations/0`)).status).toBe(204);
    await lectern.as(owner).post(strokesAt(id), { add: [stroke('a'), stroke('b')] });
    expect((await inkOf(id)).map((each) => each.id)).toEqual(['b']);
  });
});

describe('the rows of erased strokes', () => {
  const { db, sql } = lectern.database;

  it('are limited per deck: the oldest ones are removed, and erasing is never refused', async () => {
    const { id } = await aTeamDeck();
    const api = lectern.as(owner);
    await api.post(strokesAt(id), { add: [stroke('a'), stroke('b')], erase: ['z'] });
    await sql`
      insert into strokes (deck_id, slide_key, id, created_at, erased_at)
      select deck_id, slide_key, 'erased-' || nth, now(), now() - make_interval(secs => nth)
      from strokes, generate_series(1, ${INK_ERASED_MAX - 1}::int) as nth where deck_id = ${id} and id = 'a'`;
    const first = `erased-${INK_ERASED_MAX - 1}`;
    const erasedIds = async () => {
      const rows = await sql<{ id: string }[]>`select id from strokes where deck_id = ${id} and shape is null`;
      return new Set(rows.map((row) => row.id));
    };
    expect((await api.post(strokesAt(id), { erase: ['a'] })).status).toBe(200);
    expect((await api.post(strokesAt(id, 1), { erase: ['never-drawn'] })).status).toBe(200);
    expect((await api.delete(`/api/decks/${id}/annotations/0`)).status).toBe(204);
    const erased = await erasedIds();
    expect(erased.size).toBe(INK_ERASED_MAX);
    for (const kept of ['a', 'b', 'z', 'never-drawn', 'erased-1']) expect(erased).toContain(kept);
    expect(erased).not.toContain(first);
    await api.post(strokesAt(id), { add: [stroke('a'), stroke('erased-1'), stroke(first)] });
    expect((await inkOf(id)).map((each) => each.id)).toEqual([first]);
  });

  it('are removed after thirty days; until then a delayed request cannot draw the strokes again', async () => {
    const { id } = await aTeamDeck();
    await lectern.as(owner).post(strokesAt(id), { add: [stroke('old'), stroke('late')], erase: [] });
    await lectern.as(owner).post(strokesAt(id), { erase: ['old', 'late'] });
    const age = (strokeId: string, days: number) => sql`
      update strokes set erased_at = now() - make_interval(days => ${days}::int, secs => 60) where deck_id = ${id} and id = ${strokeId}`;
    await age('old', INK_ERASED_DAYS);
    await age('late', INK_ERASED_DAYS - 1);
    await new InkRepo(db, new SlideStateRepo(db, annotations, 'annotations')).removeErased();
    await lectern.as(owner).post(strokesAt(id), { add: [stroke('late'), stroke('new')] });
    expect((await inkOf(id)).map((each) => each.id)).toEqual(['new']);
    const rows = await sql`select id from strokes where deck_id = ${id} order by id`;
    expect(rows.map((row) => row['id'] as unknown)).toEqual(['late', 'new']);
  });
});
