import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import type { LiveClient } from '#server/testing/live-client.ts';
import { aPackage } from '#server/testing/packages.ts';
import { aStroke, watch } from './testing/watching.ts';

const lectern = await aLectern();
/** Another instance on the same database. */
const other = await aLectern({ DATABASE_URL: lectern.database.url });
const owner = await lectern.aUser();
const api = lectern.as(owner);
const elsewhere = other.as(owner);

const told = (client: LiveClient, count: number) => eventually(() => client.numbers.length >= count);
const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

describe('a change', () => {
  it.each([
    [
      'of a note',
      (id: string) => api.put(`/api/decks/${id}/notes/1`, { body: 'Hello' }),
      { kind: 'note', slideIndex: 1, note: { body: 'Hello' } },
    ],
    [
      'of ink',
      (id: string) => api.post(`/api/decks/${id}/annotations/0/strokes`, { add: [aStroke('a')], erase: ['b'] }),
      { kind: 'ink', slideIndex: 0, drawn: [{ id: 'a', author: { id: owner.id } }], erased: ['b'] },
    ],
    [
      "of another program's drawing",
      (id: string) => api.put(`/api/decks/${id}/annotations/1`, { payload: { circles: 1 } }),
      { kind: 'annotation', slideIndex: 1 },
    ],
    ['of the title', (id: string) => api.patch(`/api/decks/${id}`, { title: 'Another' }), { kind: 'deck' }],
    [
      'to another version',
      async (id: string) => api.send('POST', `/api/decks/${id}/versions`, anUpload(await aPackage({ slides: 3 }))),
      { kind: 'deck' },
    ],
  ])('%s is sent on every instance', async (_, change, expected) => {
    const deck = await lectern.aDeck({ owner });
    const [here, there] = [watch(lectern, owner, deck.id), watch(other, owner, deck.id)];
    await Promise.all([here.caughtUp(), there.caughtUp()]);
    const { status, text } = await change(deck.id);
    expect(status, text).toBeLessThan(300);
    await Promise.all([told(here, 1), told(there, 1)]);
    expect(here.events.at(-1)).toMatchObject({ deckId: deck.id, seq: 1, ...expected });
    expect(there.events.at(-1)).toEqual(here.events.at(-1));
  });

  it('that removes something is sent: a note, a drawing, the ink under a foreign payload', async () => {
    const deck = await lectern.aDeck({ owner });
    const client = await watch(lectern, owner, deck.id).caughtUp();
    await api.put(`/api/decks/${deck.id}/notes/0`, { body: 'x' });
    await api.delete(`/api/decks/${deck.id}/notes/0`);
    await api.post(`/api/decks/${deck.id}/annotations/0/strokes`, { add: [aStroke('a')] });
    await api.put(`/api/decks/${deck.id}/annotations/0`, { payload: 1 });
    await api.delete(`/api/decks/${deck.id}/annotations/0`);
    await api.post(`/api/decks/${deck.id}/annotations/0/strokes`, { add: [aStroke('b')] });
    await api.delete(`/api/decks/${deck.id}/annotations/0`);
    await eventually(() => client.numbers.includes(7));
    // If a change was overwritten before it was read, only the last state is sent; the order is kept.
    expect(client.numbers).toEqual(client.numbers.toSorted((a, b) => a - b));
    expect(client.of('note').at(-1)).toMatchObject({ note: null });
    expect(client.of('ink').at(-1)).toMatchObject({ erased: ['b'], drawn: [], seq: 7 });
  });

  it('that has no effect is not sent and takes no number', async () => {
    const deck = await lectern.aDeck({ owner });
    const strokes = { add: [aStroke('a')] };
    await api.post(`/api/decks/${deck.id}/annotations/0/strokes`, strokes);
    await api.post(`/api/decks/${deck.id}/annotations/0/strokes`, strokes);
    await api.delete(`/api/decks/${deck.id}/notes/0`);
    await api.put(`/api/decks/${deck.id}/notes/0`, { body: 'x' }, { 'if-match': '"7"' });
    await api.put(`/api/decks/${deck.id}/notes/1`, { body: 'x' });
    const client = await watch(lectern, owner, deck.id, { since: 0 }).caughtUp();
    expect(client.numbers).toEqual([1, 2]);
  });

  it('of a removed owner is sent for each of their decks', async () => {
    const leaver = await lectern.aUser();
    const admin = await lectern.aUser({ role: 'admin' });
    const decks = [await lectern.aDeck({ owner: leaver }), await lectern.aDeck({ owner: leaver })];
    const client = watch(
      lectern,
      admin,
      decks.map(({ id }) => id),
    );
    await eventually(() => client.of('caught-up').length === 2);
    await lectern.as(admin).delete(`/api/admin/users/${leaver.id}`);
    await eventually(() => client.of('deck').length === 2);
  });
});

describe('many concurrent writes on two instances', () => {
  it('are sent to all clients in order, without gaps and duplicates', async () => {
    const deck = await lectern.aDeck({ owner, visibility: 'team', slides: 5 });
    const clients = [watch(lectern, owner, deck.id), watch(other, owner, deck.id), watch(other, await lectern.aUser(), deck.id)];
    await Promise.all(clients.map((client) => client.caughtUp()));
    const writes = Array.from({ length: 120 }, (_, at) =>
      (at % 2 ? api : elsewhere).post(`/api/decks/${deck.id}/annotations/${at % 5}/strokes`, { add: [aStroke(`s${at}`)] }),
    );
    expect((await Promise.all(writes)).map(({ status }) => status)).toEqual(writes.map(() => 200));
    const drawnBy = (client: LiveClient) => client.of('ink').flatMap(({ drawn }) => drawn.map(({ id }) => id));
    for (const client of clients) {
      await eventually(() => drawnBy(client).length >= writes.length);
      expect(new Set(drawnBy(client)).size).toBe(writes.length);
      expect(drawnBy(client)).toHaveLength(writes.length);
      expect(client.numbers).toEqual(upTo(client.numbers.length));
    }
  });

  it('never deadlock', async () => {
    const deck = await lectern.aDeck({ owner, visibility: 'team', slides: 2 });
    const work = Array.from({ length: 60 }, (_, at) => {
      const someone = at % 2 ? api : elsewhere;
      const slide = at % 2;
      switch (at % 5) {
        case 0:
          return someone.put(`/api/decks/${deck.id}/notes/${slide}`, { body: String(at) });
        case 1:
          return someone.post(`/api/decks/${deck.id}/annotations/${slide}/strokes`, { add: [aStroke()], erase: [`e${at}`] });
        case 2:
          return someone.put(`/api/decks/${deck.id}/annotations/${slide}`, {
            payload: { kind: 'lectern-ink@1', strokes: [aStroke()] },
          });
        case 3:
          return someone.patch(`/api/decks/${deck.id}`, { title: `Deck ${at}` });
        default:
          return someone.post(`/api/decks/${deck.id}/versions/${deck.currentVersionId}/restore`);
      }
    });
    const answers = await Promise.all(work);
    expect(answers.filter(({ status }) => status >= 400).map(({ text }) => text)).toEqual([]);
  });
});

describe('a client that reconnects', () => {
  it('gets the changes after its last number, on any instance', async () => {
    const deck = await lectern.aDeck({ owner });
    for (let nth = 1; nth <= 6; nth += 1)
      await api.post(`/api/decks/${deck.id}/annotations/0/strokes`, { add: [aStroke(`s${nth}`)] });
    const client = await watch(other, owner, deck.id, { since: 4 }).caughtUp();
    expect(client.numbers).toEqual([5, 6]);
    expect(client.of('caught-up')).toMatchObject([{ seq: 6 }]);
  });

  it('gets the changes after the id of its last event, for each deck', async () => {
    const decks = [await lectern.aDeck({ owner }), await lectern.aDeck({ owner })];
    const ids = decks.map(({ id }) => id);
    const client = watch(lectern, owner, ids);
    await eventually(() => client.of('caught-up').length === 2);
    await api.put(`/api/decks/${ids[0]}/notes/0`, { body: 'one' });
    await eventually(() => client.of('note').length === 1);
    client.close();
    await api.put(`/api/decks/${ids[0]}/notes/1`, { body: 'two' });
    await api.put(`/api/decks/${ids[1]}/notes/0`, { body: 'three' });
    const again = watch(other, owner, ids, { after: client.lastEventId });
    await eventually(() => again.of('caught-up').length === 2);
    expect(new Set(again.of('note').map(({ note }) => note?.body))).toEqual(new Set(['three', 'two']));
    expect(again.of('note')).toHaveLength(2);
  });

  it('without a number gets only new changes', async () => {
    const deck = await lectern.aDeck({ owner });
    await api.put(`/api/decks/${deck.id}/notes/0`, { body: 'old' });
    const client = await watch(lectern, owner, deck.id).caughtUp();
    expect(client.numbers).toEqual([]);
    expect(client.of('caught-up')).toMatchObject([{ seq: 1 }]);
  });

  it('with a number that does not exist yet starts at the last number', async () => {
    const deck = await lectern.aDeck({ owner });
    await api.put(`/api/decks/${deck.id}/notes/0`, { body: 'old' });
    const client = await watch(lectern, owner, deck.id, { since: 700 }).caughtUp();
    expect(client.of('caught-up')).toMatchObject([{ seq: 1 }]);
  });

  it.each(['', 'v', 'x1', 'v1.2', 'vzzzzzzzzzzzzz', 'v1.'])(
    'is refused with the id «%s», which no event of this stream had',
    async (after) => {
      const deck = await lectern.aDeck({ owner });
      const client = watch(lectern, owner, deck.id, { after });
      if (after === '' || after === 'v') await client.caughtUp();
      else await eventually(() => client.refusal === 'VALIDATION_FAILED');
    },
  );

  it('gets ten thousand missed changes in order, and new ones in between', async () => {
    const deck = await lectern.aDeck({ owner, slides: 10 });
    await fillWithStrokes(deck.id, 10_000);
    const client = watch(lectern, owner, deck.id, { since: 0 });
    await eventually(() => client.events.length > 100);
    await api.put(`/api/decks/${deck.id}/notes/0`, { body: 'meanwhile' });
    await eventually(() => client.of('note').length === 1);
    expect(client.numbers).toEqual(upTo(10_001));
  });
});

/** Creates one change for each stroke, as if each had been a batch. */
async function fillWithStrokes(deckId: string, count: number): Promise<void> {
  const { sql } = lectern.database;
  await sql`
    insert into strokes (deck_id, slide_key, id, author_id, shape, created_at, seq)
    select d.id, s.slide_key, 's' || n, d.owner_id, '{"tool":"pen","color":"red","width":1,"points":[[1,2]]}', now(), n
    from decks d join slides s on s.version_id = d.current_version_id join generate_series(1, ${count}::int) n on n % 10 = s.index
    where d.id = ${deckId}`;
  await sql`insert into deck_feeds (deck_id, seq) values (${deckId}, ${count})`;
}

describe('a slow client', () => {
  it('gets everything when it continues to read, and does not delay the others', async () => {
    const deck = await lectern.aDeck({ owner, visibility: 'team', slides: 3 });
    const slow = await watch(lectern, owner, deck.id).caughtUp();
    const quick = await watch(lectern, owner, deck.id).caughtUp();
    slow.pause();
    const points = Array.from({ length: 4000 }, (_, at) => [at * 1.234567, at * 2.345678] as [number, number]);
    for (let nth = 0; nth < 60; nth += 1) {
      const add = [{ ...aStroke(`big${nth}`), points }];
      expect((await api.post(`/api/decks/${deck.id}/annotations/${nth % 3}/strokes`, { add })).status).toBe(200);
    }
    await told(quick, 60);
    expect(slow.numbers.length).toBeLessThan(60);
    slow.resume();
    await told(slow, 60);
    expect(slow.numbers).toEqual(upTo(60));
  });
});
