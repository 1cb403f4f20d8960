import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

const lectern = await aLectern();
const [owner, boss] = [await lectern.aUser(), await lectern.aUser({ role: 'admin' })];
const [api, theirs] = [lectern.as(owner), lectern.as(boss)];

/** A new deck, with a function that returns its current entity tag for its owner. */
async function aTaggedDeck() {
  const { id } = await lectern.aDeck({ owner });
  const path = `/api/decks/${id}`;
  return { id, path, tagNow: async () => String((await api.get(path)).headers.etag) };
}

/** The two changes of a deck that support conditions. */
const CHANGES = [
  ['PATCH', (path: string, headers: Record<string, string>) => api.patch(path, { title: 'Mine' }, headers), 200],
  ['DELETE', (path: string, headers: Record<string, string>) => api.delete(path, headers), 204],
] as const;

describe.each(CHANGES)('%s of a deck', (_, change, done) => {
  it('supports If-Match with a tag, a list and *', async () => {
    const { path, tagNow } = await aTaggedDeck();
    const old = await tagNow();
    expect(old).toMatch(/^"[\w-]+"$/);
    await theirs.patch(path, { title: 'Theirs' });
    const now = await tagNow();
    expect(now).not.toBe(old);
    for (const stale of [old, '"other"', `W/${now}`, `${old}, "other"`]) {
      expect(expectRefusal(await change(path, { 'if-match': stale }), 'PRECONDITION_FAILED')).toMatchObject({
        current: { title: 'Theirs' },
      });
    }
    expectRefusal(await change(path, { 'if-match': 'nonsense' }), 'VALIDATION_FAILED');
    expect((await api.get(path)).body).toMatchObject({ title: 'Theirs' });
    expect((await change(path, { 'if-match': `${old}, ${now}` })).status).toBe(done);
  });

  it('accepts * for any state, and supports If-None-Match', async () => {
    const { path, tagNow } = await aTaggedDeck();
    const now = await tagNow();
    for (const told of ['*', now, `W/${now}`])
      expectRefusal(await change(path, { 'if-none-match': told }), 'PRECONDITION_FAILED');
    expect((await change(path, { 'if-match': '*', 'if-none-match': '"other"' })).status).toBe(done);
  });

  it('checks permissions before conditions', async () => {
    const { path } = await aTaggedDeck();
    const stranger = lectern.as(await lectern.aUser());
    expectRefusal(await stranger.delete(path, { 'if-match': '"other"' }), 'DECK_NOT_FOUND');
    expectRefusal(await stranger.patch(path, { title: 'x' }, { 'if-match': '"other"' }), 'DECK_NOT_FOUND');
  });
});

describe('the tag of a deck', () => {
  it('is sent with the response to a change, so that it can be used for the next one', async () => {
    const { path, tagNow } = await aTaggedDeck();
    const first = await api.patch(path, { title: 'One' }, { 'if-match': await tagNow() });
    const second = await api.patch(path, { title: 'Two', visibility: 'team' }, { 'if-match': String(first.headers.etag) });
    expect([second.status, second.headers.etag]).toEqual([200, await tagNow()]);
    expectRefusal(await api.patch(path, { title: 'Three' }, { 'if-match': String(first.headers.etag) }), 'PRECONDITION_FAILED');
  });

  it('changes with everything that a response contains, such as the names of users', async () => {
    const { path, tagNow } = await aTaggedDeck();
    const before = await tagNow();
    await theirs.patch(`/api/admin/users/${owner.id}`, { name: 'Renamed' });
    expect(await tagNow()).not.toBe(before);
    expectRefusal(await api.delete(path, { 'if-match': before }), 'PRECONDITION_FAILED');
  });

  it('from before the deck was rendered can still be used, as long as no one has changed the deck', async () => {
    const { id, path, tagNow } = await aTaggedDeck();
    const uploaded = await tagNow();
    await lectern.database.sql`update decks set has_picture = true, shown_slide_count = 17 where id = ${id}`;
    const rendered = await tagNow();
    expect(rendered).not.toBe(uploaded);
    expectRefusal(await api.patch(path, { title: 'x' }, { 'if-none-match': rendered }), 'PRECONDITION_FAILED');
    expect((await api.patch(path, { title: 'Mine' }, { 'if-match': uploaded })).status).toBe(200);
    for (const old of [uploaded, rendered]) expectRefusal(await api.delete(path, { 'if-match': old }), 'PRECONDITION_FAILED');
  });

  it('lets one of many simultaneous writers succeed', async () => {
    const { path, tagNow } = await aTaggedDeck();
    const tag = await tagNow();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => (at % 2 ? api : theirs).patch(path, { title: `By ${at}` }, { 'if-match': tag })),
    );
    // Owner and admin see the same tag, because they have the same permissions.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(11);
  });
});
