import { describe, expect, it } from 'vitest';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern, startLectern, type TestLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { aLink, Visitor } from './testing/visitor.ts';

const lectern = await aLectern({ TRUST_PROXY: '1' });
const { sql } = lectern.database;
const owner = await lectern.aUser();
const api = lectern.as(owner);

async function aShared(wish: object = {}) {
  const deck = await lectern.aDeck({ owner });
  const link = await aLink(lectern, owner, deck.id, wish);
  const path = `/api/decks/${deck.id}/links/${link.id}`;
  return { deck, link, path, visitor: new Visitor(lectern, link) };
}

interface Event {
  readonly name: string;
  readonly data: unknown;
}

/** The events of a visitor, one by one, without pings. Ends when the server closes the stream. */
async function* eventsOf(where: TestLectern, { token, headers }: Visitor): AsyncGenerator<Event> {
  const response = await fetch(`${where.address}/api/shared/${token}/events`, {
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
  });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('cache-control')).toContain('no-store');
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const frames = text.split('\n\n');
    text = frames.pop() ?? '';
    for (const frame of frames) {
      const [, name = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(frame) ?? [];
      yield { name, data: JSON.parse(data) };
    }
  }
}

/** Opens the stream and waits until it is open. */
async function open(where: TestLectern, visitor: Visitor): Promise<() => Promise<Event | undefined>> {
  const events = eventsOf(where, visitor);
  expect((await events.next()).value).toEqual({ name: 'ping', data: {} });
  return async () => {
    for (;;) {
      const { value, done } = await events.next();
      if (done) return undefined;
      if (value.name !== 'ping') return value;
    }
  };
}

describe('the events of a link', () => {
  it('tell that another version is shown, and what the link allows', async () => {
    const { deck, visitor, path } = await aShared();
    const next = await open(lectern, visitor);
    const form = anUpload(await aPackage({ title: 'Corrected' }));
    const { body } = await api.send('POST', `/api/decks/${deck.id}/versions`, form);
    const { currentVersionId } = body as { currentVersionId: string };
    expect(await next()).toEqual({ name: 'version', data: { versionId: currentVersionId } });
    await api.patch(path, { showNotes: true });
    expect(await next()).toEqual({ name: 'version', data: { versionId: currentVersionId } });
    await api.delete(path);
    expect(await next()).toMatchObject({ name: 'ended' });
  });

  it('tell when a talk begins and ends', async () => {
    const { deck, visitor, path } = await aShared();
    const next = await open(lectern, visitor);
    const start = {
      clientId: 'a-window',
      deckId: deck.id,
      versionId: deck.currentVersionId,
      place: { slideIndex: 0, inner: null },
    };
    const { body } = await api.post('/api/trpc/talks.start', start);
    expect(await next()).toEqual({ name: 'talk', data: { live: true } });
    expect((await visitor.get()).body).toMatchObject({ live: true });
    await api.post('/api/trpc/talks.end', { talkId: (body as { result: { data: { id: string } } }).result.data.id });
    expect(await next()).toEqual({ name: 'talk', data: { live: false } });
    await api.delete(path);
  });

  const endings: [string, string, (shared: Awaited<ReturnType<typeof aShared>>) => Promise<unknown>][] = [
    ['is deleted', 'LINK_NOT_FOUND', ({ path }) => api.delete(path)],
    ['is paused', 'LINK_EXPIRED', ({ path }) => api.patch(path, { paused: true })],
    ['gets a password', 'PASSWORD_REQUIRED', ({ path }) => api.patch(path, { password: 'another word' })],
    ['leads to a deck in the trash', 'LINK_NOT_FOUND', ({ deck }) => api.delete(`/api/decks/${deck.id}`)],
    ['expires', 'LINK_EXPIRED', ({ link }) => sql`update links set expires_at = now() where id = ${link.id}`],
  ];
  it.each(endings)('end on every instance when it %s, with %s', async (_, code, end) => {
    await using other = await startLectern({ DATABASE_URL: lectern.database.url, DATA_DIR: lectern.dataDir, TRUST_PROXY: '1' });
    const shared = await aShared();
    const streams = [await open(lectern, shared.visitor), await open(other, shared.visitor)];
    await end(shared);
    for (const next of streams) {
      expect(await next()).toEqual({ name: 'ended', data: { code } });
      expect(await next()).toBeUndefined();
    }
  });

  it('are not sent to those who may not see the deck, and to no one while the server stops', async () => {
    const { visitor } = await aShared({ password: 'open sesame' });
    expectRefusal(await visitor.get('/events'), 'PASSWORD_REQUIRED');
    expectRefusal(await lectern.as(null).get('/api/shared/nothing/events'), 'LINK_NOT_FOUND');
    await visitor.unlock('open sesame');
    const answer = await visitor.get('/events?seconds=1');
    expect([answer.status, answer.text]).toEqual([200, 'event: ping\ndata: {}\n\n']);
    for (const seconds of ['0', '9999', 'x']) expectRefusal(await visitor.get(`/events?seconds=${seconds}`), 'VALIDATION_FAILED');
  });
});
