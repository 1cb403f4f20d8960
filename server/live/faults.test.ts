import { describe, expect, it } from 'vitest';
import { aDatabaseLine } from '#server/rest/testing/database-line.ts';
import { eventually } from '#server/db/testing/eventually.ts';
import { aLectern, startLectern } from '#server/testing/lectern.ts';
import { aStroke, watch } from './testing/watching.ts';

const lectern = await aLectern();
const owner = await lectern.aUser();
const api = lectern.as(owner);

async function draw(id: string, from: number, to: number): Promise<void> {
  for (let nth = from; nth <= to; nth += 1) {
    const { status, text } = await api.post(`/api/decks/${id}/annotations/0/strokes`, { add: [aStroke(`s${nth}`)] });
    expect(status, text).toBe(200);
  }
}

const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1);

describe('nothing is missed or sent twice', () => {
  it('when the connection for notifications is cut', async () => {
    const { id } = await lectern.aDeck({ owner });
    const client = await watch(lectern, owner, id).caughtUp();
    await draw(id, 1, 3);
    await lectern.database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
    await draw(id, 4, 8);
    await eventually(() => client.numbers.length >= 8);
    expect(client.numbers).toEqual(upTo(8));
    expect(client.isOver).toBe(false);
  });

  it('when the database is unavailable for a while, for clients already connected and for new ones', async () => {
    await using line = await aDatabaseLine(lectern.database.url);
    await using far = await startLectern({ DATABASE_URL: line.url });
    const { id } = await lectern.aDeck({ owner });
    const client = await watch(far, owner, id).caughtUp();
    await draw(id, 1, 2);
    await eventually(() => client.numbers.length === 2);
    await line.cut();
    await draw(id, 3, 6);
    const refused = watch(far, owner, id);
    await eventually(() => refused.refusal === 'UNAVAILABLE');
    await line.mend();
    await eventually(() => client.numbers.length >= 6);
    await draw(id, 7, 8);
    await eventually(() => client.numbers.length >= 8);
    expect(client.numbers).toEqual(upTo(8));
  });

  it('when every connection of every instance breaks in between', async () => {
    const { id } = await lectern.aDeck({ owner });
    const client = await watch(lectern, owner, id).caughtUp();
    const drawing = Promise.all(
      upTo(30).map(async (nth) => {
        // As a browser does with unsent changes.
        await eventually(async () => {
          const { status } = await api.post(`/api/decks/${id}/annotations/0/strokes`, { add: [aStroke(`s${nth}`)] });
          return status === 200;
        });
      }),
    );
    await lectern.database.sql`
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await drawing;
    const drawn = () => client.of('ink').flatMap((event) => event.drawn.map((stroke) => stroke.id));
    await eventually(() => drawn().length >= 30);
    expect(drawn().toSorted()).toEqual(
      upTo(30)
        .map((nth) => `s${nth}`)
        .toSorted(),
    );
    expect(client.numbers).toEqual(upTo(client.numbers.length));
  });
});

describe('a server that shuts down', () => {
  it('ends its streams at once and asks the clients to reconnect, who miss nothing', async () => {
    const { id } = await lectern.aDeck({ owner });
    const stopping = await startLectern({ DATABASE_URL: lectern.database.url });
    const client = await watch(stopping, owner, id).caughtUp();
    await draw(id, 1, 2);
    await eventually(() => client.numbers.length === 2);
    await stopping[Symbol.asyncDispose]();
    await client.closed;
    expect(client.refusal).toBe('UNAVAILABLE');
    expect(client.retryMilliseconds).toBeGreaterThanOrEqual(300);
    await draw(id, 3, 4);
    const again = await watch(lectern, owner, id, { after: client.lastEventId }).caughtUp();
    expect(again.numbers).toEqual([3, 4]);
  });
});

describe('an event stream', () => {
  it('is not compressed or cached on its way', async () => {
    const { id } = await lectern.aDeck({ owner });
    const input = encodeURIComponent(JSON.stringify({ streamId: 'a-stream', decks: [{ id, since: null }] }));
    const abort = new AbortController();
    const response = await fetch(`${lectern.address}/api/trpc/live.watch?input=${input}`, {
      headers: { cookie: owner.cookie, 'accept-encoding': 'gzip, br' },
      signal: abort.signal,
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': expect.stringContaining('no-transform'),
      'x-accel-buffering': 'no',
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    abort.abort();
  });

  it('that is aborted is cleaned up', async () => {
    // As many streams as one session may have, so it is a new session: the server may still count one of an earlier test.
    const person = await lectern.aUser();
    const { id } = await lectern.aDeck({ owner: person });
    const clients = Array.from({ length: 20 }, () => watch(lectern, person, id));
    await Promise.all(clients.map((client) => client.caughtUp()));
    for (const client of clients) client.close();
    await eventually(async () => {
      const [row] = await lectern.database.sql<{ n: number }[]>`select count(*)::int as n from live_streams`;
      return row?.n === 0;
    });
  });
});
