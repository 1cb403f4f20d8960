import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { needsOneInstance } from '#server/db/testing/instances.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { newApiKeySchema } from '#shared/keys.ts';
import { aStroke, watch } from './testing/watching.ts';

const lectern = await aLectern();
const other = await aLectern({ DATABASE_URL: lectern.database.url });
const owner = await lectern.aUser();
const admin = await lectern.aUser({ role: 'admin' });
const api = lectern.as(owner);

async function aTeamDeck(): Promise<string> {
  return (await lectern.aDeck({ owner, visibility: 'team' })).id;
}

async function aKeyOf(user: typeof owner): Promise<{ id: string; key: string }> {
  return newApiKeySchema.parse((await lectern.as(user).post('/api/keys', { name: 'A script', access: 'read' })).body);
}

describe('a deck is lost within 5 s, on every instance,', () => {
  it.each([
    ['when it is made private', (id: string) => api.patch(`/api/decks/${id}`, { visibility: 'private' })],
    ['when it is deleted', (id: string) => api.delete(`/api/decks/${id}`)],
  ])('%s; later events are not sent', async (_, take) => {
    const id = await aTeamDeck();
    const kept = await aTeamDeck();
    const reader = watch(other, await lectern.aUser(), [id, kept]);
    await eventually(() => reader.of('caught-up').length === 2);
    expect((await take(id)).status).toBeLessThan(300);
    await eventually(() => reader.of('lost').length > 0);
    await api.put(`/api/decks/${id}/notes/0`, { body: 'secret' });
    await api.put(`/api/decks/${kept}/notes/0`, { body: 'for all' });
    await eventually(() => reader.of('note').length > 0);
    expect(reader.of('lost')).toEqual([{ kind: 'lost', deckId: id }]);
    expect(reader.of('note').map(({ deckId }) => deckId)).toEqual([kept]);
    expect(reader.isOver).toBe(false);
  });

  it('when an admin is no longer one', async () => {
    const { id } = await lectern.aDeck({ owner });
    const second = await lectern.aUser({ role: 'admin' });
    const client = await watch(other, second, id).caughtUp();
    await lectern.as(admin).patch(`/api/admin/users/${second.id}`, { role: 'user' });
    await eventually(() => client.of('lost').length === 1);
  });

  it('at once when the user could never see it, or it does not exist', async () => {
    const { id } = await lectern.aDeck({ owner });
    const client = watch(lectern, await lectern.aUser(), [id, 'nowhere']);
    await eventually(() => client.of('lost').length === 2);
    await api.put(`/api/decks/${id}/notes/0`, { body: 'secret' });
    expect(client.of('note')).toEqual([]);
  });
});

describe('a stream is ended within 5 s, on every instance,', () => {
  it.each([
    ['when its session is signed out', async (user: typeof owner) => lectern.as(user).post('/api/auth/sign-out')],
    [
      'when its person is disabled',
      async (user: typeof owner) => lectern.as(admin).patch(`/api/admin/users/${user.id}`, { disabled: true }),
    ],
    ['when its person is removed', async (user: typeof owner) => lectern.as(admin).delete(`/api/admin/users/${user.id}`)],
    [
      'when its session runs out',
      async (user: typeof owner) => {
        await lectern.database.sql`update sessions set expires_at = now() - interval '1 second' where id = ${user.sessionId}`;
        return { status: 200 };
      },
    ],
  ])('%s', async (_, end) => {
    const id = await aTeamDeck();
    const user = await lectern.aUser();
    const client = await watch(other, user, id).caughtUp();
    expect((await end(user)).status).toBeLessThan(300);
    await eventually(() => client.isOver);
    expect(client.refusal).toBe('UNAUTHENTICATED');
  });

  it('when its key is revoked', async () => {
    const id = await aTeamDeck();
    const { key, id: keyId } = await aKeyOf(owner);
    const client = await watch(other, { key }, id).caughtUp();
    await api.delete(`/api/keys/${keyId}`);
    await eventually(() => client.isOver);
    expect(client.refusal).toBe('UNAUTHENTICATED');
  });
});

describe('a stream is refused', () => {
  it('to anonymous clients', async () => {
    const client = watch(lectern, { cookie: '' }, await aTeamDeck());
    await eventually(() => client.refusal === 'UNAUTHENTICATED');
    expect(client.isConnected).toBe(false);
  });

  it.each([
    ['no deck', { streamId: randomUUID(), decks: [] }],
    ['a deck twice', { streamId: randomUUID(), decks: [0, 1].map(() => ({ id: 'a', since: null })) }],
    [
      'too many decks',
      { streamId: randomUUID(), decks: Array.from({ length: 1001 }, (_, at) => ({ id: String(at), since: null })) },
    ],
    ['a negative number', { streamId: randomUUID(), decks: [{ id: 'a', since: -1 }] }],
    ['no name', { decks: [{ id: 'a', since: null }] }],
  ])('for %s', async (_, input) => {
    const answer = await api.get(`/api/trpc/live.watch?input=${encodeURIComponent(JSON.stringify(input)).slice(0, 12_000)}`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/event-stream');
    expect(answer.text).toMatch(/event: serialized-error\ndata: .*"code":"(VALIDATION_FAILED|MALFORMED_JSON)"/);
  });

  it('for the id of another user’s stream', async () => {
    const id = await aTeamDeck();
    const streamId = randomUUID();
    await watch(lectern, owner, id, { streamId }).caughtUp();
    const thief = watch(lectern, await lectern.aUser(), id, { streamId });
    await eventually(() => thief.refusal === 'VALIDATION_FAILED');
  });

  it.skipIf(needsOneInstance('each instance counts its event streams'))(
    'to a session with twenty, and to a user with forty',
    async () => {
      const id = await aTeamDeck();
      const user = await lectern.aUser();
      const [another, third] = [await lectern.aSessionOf(user), await lectern.aSessionOf(user)];
      const twentyOf = (session: typeof user) => Array.from({ length: 20 }, () => watch(lectern, session, id));
      const first = twentyOf(user);
      await Promise.all(first.map((client) => client.caughtUp()));
      const ofTheSession = watch(lectern, user, id);
      await eventually(() => ofTheSession.refusal === 'RATE_LIMITED');
      await Promise.all(twentyOf(another).map((client) => client.caughtUp()));
      const ofThePerson = watch(lectern, third, id);
      await eventually(() => ofThePerson.refusal === 'RATE_LIMITED');
      first[0]?.close();
      await eventually(async () => {
        const next = watch(lectern, third, id);
        await eventually(() => next.isConnected || next.refusal !== null);
        return next.isConnected;
      });
    },
  );
});

it('a stream opened with a key sends what the key may read', async () => {
  const id = await aTeamDeck();
  const { key } = await aKeyOf(owner);
  const client = await watch(lectern, { key }, id).caughtUp();
  await api.post(`/api/decks/${id}/annotations/0/strokes`, { add: [aStroke('a')] });
  await eventually(() => client.of('ink').length === 1);
});
