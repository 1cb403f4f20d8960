import { expect, it } from 'vitest';
import { answersUnderWay } from '#server/http/held-bytes.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { CALLER_HEADER, StatementLog } from '#server/testing/statement-log.ts';
import { KIB, MIB } from '#shared/limits.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const owner = await lectern.aUser({ name: 'Ana' });
const api = lectern.as(owner);
const json = { 'content-type': 'application/json' };

const stroke = (id: string, more: object = {}) => ({ id, tool: 'pen', color: '#000', width: 2, points: [[1, 2]], ...more });

it('the list of a deck with full slides is complete, and is read in portions', async () => {
  const slides = 60;
  const { id } = await lectern.aDeck({ owner, slides });
  const payload = (at: number) => `"${String(at).padEnd(500 * KIB, 'x')}"`;
  for (let at = 0; at < slides; at += 1) {
    const body = `{"payload":${payload(at)}}`;
    expect((await api.send('PUT', `/api/decks/${id}/annotations/${at}`, { headers: json, body })).status).toBe(200);
  }
  using log = new StatementLog();
  const answer = await api.get(`/api/decks/${id}/annotations`, { [CALLER_HEADER]: 'list' });
  expect(answer.bytes.length).toBeGreaterThan(slides * 500 * KIB);
  // One for every two slides, which are nearly 1 MiB.
  expect(log.of('list').length).toBeGreaterThan(slides / 2);
  const { items, unplaced } = answer.body as { items: { slideIndex: number; payload: string }[]; unplaced: unknown[] };
  expect(items.map(({ slideIndex }) => slideIndex)).toEqual(Array.from({ length: slides }, (_, at) => at));
  expect(items.every((item, at) => item.payload.length === 500 * KIB && item.payload.startsWith(`${at}x`))).toBe(true);
  expect(unplaced).toEqual([]);
});

it('the memory for the list is counted for the network of the client', async () => {
  const { id } = await lectern.aDeck({ owner });
  const listFrom = (address: string) => api.get(`/api/decks/${id}/annotations`, { 'x-forwarded-for': address });
  using others = answersUnderWay.hold('2001:db8:1:2::/64');
  others.add(64 * MIB);
  expectRefusal(await listFrom('2001:db8:1:2:3::4'), 'UNAVAILABLE');
  expect((await listFrom('2001:db8:1:3::4')).status).toBe(200);
});

it('the list contains ink in the same form as every other response', async () => {
  const { id } = await lectern.aDeck({ owner });
  const add = [stroke('a', { inner: 'x"y', text: 'a "quoted" \\ 😀' }), stroke('b', { points: [[0.1, 1e-7, 0.5]], inner: 2 })];
  await api.post(`/api/decks/${id}/annotations/1/strokes`, { add });
  const list = (await api.get(`/api/decks/${id}/annotations`)).body as { items: { payload: unknown }[] };
  const ink = await api.get(`/api/trpc/annotations.ink?input=${encodeURIComponent(JSON.stringify({ id, slideIndex: 1 }))}`);
  const { strokes } = (ink.body as { result: { data: { strokes: unknown[] } } }).result.data;
  expect(list.items[0]?.payload).toEqual({ kind: 'lectern-ink@1', strokes });
  expect(strokes).toMatchObject(add.map((each) => ({ ...each, author: { id: owner.id, name: 'Ana' } })));
});

it('the list is sent again only after a stroke or the name of an author has changed', async () => {
  const { id } = await lectern.aDeck({ owner });
  const path = `/api/decks/${id}/annotations`;
  const draw = (...add: object[]) => api.post(`${path}/0/strokes`, { add });
  const tags = new Set<unknown>();
  const unchanged = async () => {
    const { headers, status } = await api.get(path);
    const again = await api.get(path, { 'if-none-match': String(headers.etag) });
    expect([status, again.status, again.text, (await api.head(path)).headers.etag]).toEqual([200, 304, '', headers.etag]);
    tags.add(headers.etag);
  };
  await unchanged();
  await draw(stroke('a'));
  await unchanged();
  await draw(stroke('b'));
  await unchanged();
  await lectern.database.sql`update users set name = 'Anna' where id = ${owner.id}`;
  await unchanged();
  await api.delete(`${path}/0`);
  await unchanged();
  // The last tag equals the first one: both lists are empty.
  expect(tags.size).toBe(4);
});

it('the places with drawings are listed without the drawings', async () => {
  const { id } = await lectern.aDeck({ owner, slides: 4 });
  const at = `/api/decks/${id}/annotations`;
  await api.post(`${at}/0/strokes`, {
    add: [stroke('a'), stroke('b', { inner: 'p' }), stroke('c', { inner: 'p' }), stroke('d', { inner: 3 })],
  });
  await api.put(`${at}/1`, { payload: { foreign: true } });
  await api.post(`${at}/2/strokes`, { add: [stroke('a')] });
  await api.post(`${at}/2/strokes`, { erase: ['a'] });
  const answer = await api.get(`/api/trpc/annotations.drawn?input=${encodeURIComponent(JSON.stringify({ id }))}`);
  const { items } = (answer.body as { result: { data: { items: object[] } } }).result.data;
  expect(items).toHaveLength(4);
  expect(items).toEqual(
    expect.arrayContaining([
      { slideIndex: 0, place: null },
      { slideIndex: 0, place: 'p' },
      { slideIndex: 0, place: 3 },
      { slideIndex: 1, place: null },
    ]),
  );
});

it('the list is refused for a deck that the user may not see, and for an unknown version', async () => {
  const { id } = await lectern.aDeck({ owner });
  expectRefusal(await lectern.as(await lectern.aUser()).get(`/api/decks/${id}/annotations`), 'DECK_NOT_FOUND');
  expectRefusal(await api.get(`/api/decks/${id}/annotations?versionId=none`), 'VERSION_NOT_FOUND');
});
