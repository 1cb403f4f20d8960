import { describe, expect, it } from 'vitest';
import type { Api } from '#server/testing/api.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

const lectern = await aLectern();
const owner = await lectern.aUser({ name: 'Olga' });
const [own, other, admin, anonymous] = [
  lectern.as(owner),
  lectern.as(await lectern.aUser()),
  lectern.as(await lectern.aUser({ role: 'admin' })),
  lectern.as(null),
];
const secret = await lectern.aDeck({ owner, title: 'Secret' });
const shared = await lectern.aDeck({ owner, title: 'Shared', visibility: 'team' });

type Request = (api: Api, id: string) => ReturnType<Api['get']>;
const READS: Record<string, Request> = {
  detail: (api, id) => api.get(`/api/decks/${id}`),
  blob: (api, id) => api.get(`/api/decks/${id}/blob`),
  'head of the blob': (api, id) => api.head(`/api/decks/${id}/blob`),
  notes: (api, id) => api.get(`/api/decks/${id}/notes`),
  annotations: (api, id) => api.get(`/api/decks/${id}/annotations`),
  playback: (api, id) => api.get(`/api/decks/${id}/playback`),
};
const WRITES: Record<string, Request> = {
  'set a note': (api, id) => api.put(`/api/decks/${id}/notes/0`, { body: 'x' }),
  'delete a note': (api, id) => api.delete(`/api/decks/${id}/notes/0`),
  'set an annotation': (api, id) => api.put(`/api/decks/${id}/annotations/0`, { payload: 1 }),
  'delete an annotation': (api, id) => api.delete(`/api/decks/${id}/annotations/0`),
};
const CHANGES: Record<string, Request> = {
  change: (api, id) => api.patch(`/api/decks/${id}`, { title: 'Mine now' }),
  delete: (api, id) => api.delete(`/api/decks/${id}`),
};
const ALL = Object.entries({
  ...READS,
  ...WRITES,
  ...CHANGES,
  thumbnail: (api: Api, id: string) => api.get(`/api/decks/${id}/thumbnail`),
});

describe.each(ALL)('to %s', (_name, request) => {
  it('an anonymous caller gets 401, whether the deck exists or not', async () => {
    for (const id of [secret.id, shared.id, 'no-such-deck']) expect((await request(anonymous, id)).status).toBe(401);
  });

  it('a user cannot distinguish a private deck of another user from a missing one', async () => {
    const [hidden, missing] = [await request(other, secret.id), await request(other, crypto.randomUUID())];
    expect(hidden.status).toBe(404);
    expect(missing.status).toBe(404);
    const plain = ({ text }: { text: string }) => text.replace(/"requestId":"[^"]*"/, '');
    expect(plain(hidden)).toBe(plain(missing));
    const names = ({ headers }: { headers: object }) => Object.keys(headers).toSorted();
    expect(names(hidden)).toEqual(names(missing));
  });

  it.each(['%00', 'a%00b', '%F0%9F%8E%89', 'x'.repeat(129), "'; drop table decks; --", '..', '%2e%2e', '%2F'])(
    'the id %s causes no server error',
    async (id) => {
      const { status } = await request(own, id.replaceAll(' ', '%20'));
      expect([400, 404, 405]).toContain(status);
    },
  );
});

describe.each(Object.entries({ ...READS, ...WRITES }))('to %s', (_name, request) => {
  it('the owner and admins are allowed, and every user if the deck is shared', async () => {
    for (const [api, id] of [
      [own, secret.id],
      [admin, secret.id],
      [own, shared.id],
      [admin, shared.id],
      [other, shared.id],
    ] as const) {
      expect([200, 204]).toContain((await request(api, id)).status);
    }
  });
});

describe.each(Object.entries(CHANGES))('to %s', (_name, request) => {
  it('a user who may only read the deck is refused', async () => {
    expectRefusal(await request(other, shared.id), 'FORBIDDEN');
    expect((await own.get(`/api/decks/${shared.id}`)).body).toMatchObject({ title: 'Shared' });
  });
});

describe('a deck', () => {
  it('contains the permissions of the user who reads it', async () => {
    const permissions = async (api: Api) => (await api.get(`/api/decks/${shared.id}`)).body;
    expect(await permissions(other)).toMatchObject({ permissions: { edit: false, delete: false }, owner: { name: 'Olga' } });
    expect(await permissions(admin)).toMatchObject({ permissions: { edit: true, delete: true } });
  });

  it('can be renamed and made visible to the team', async () => {
    const deck = await lectern.aDeck({ owner });
    const answer = await own.patch(`/api/decks/${deck.id}`, {
      title: '  New  ',
      visibility: 'team',
      ownerId: 'x',
      slideCount: 99,
    });
    expect(answer.body).toMatchObject({ id: deck.id, title: 'New', visibility: 'team', ownerId: owner.id, slideCount: 2 });
    expect((await other.get(`/api/decks/${deck.id}`)).body).toMatchObject({ title: 'New' });
    await own.patch(`/api/decks/${deck.id}`, { visibility: 'private' });
    expectRefusal(await other.get(`/api/decks/${deck.id}`), 'DECK_NOT_FOUND');
  });

  it.each([
    { title: '' },
    { title: 'x'.repeat(257) },
    { title: 'a\0' },
    { title: '\udc00' },
    { title: 5 },
    { title: null },
    { visibility: 'public' },
  ])('is not changed by %j', async (body) => {
    expectRefusal(await own.patch(`/api/decks/${secret.id}`, body), 'VALIDATION_FAILED');
  });

  it('is deleted, also by an admin', async () => {
    const deck = await lectern.aDeck({ owner });
    const answer = await admin.delete(`/api/decks/${deck.id}`);
    expect(answer).toMatchObject({ status: 204, text: '' });
    expectRefusal(await own.get(`/api/decks/${deck.id}`), 'DECK_NOT_FOUND');
    expectRefusal(await own.delete(`/api/decks/${deck.id}`), 'DECK_NOT_FOUND');
  });
});
