import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { collectionSchema } from '#shared/collections.ts';
import { watchLibrary } from './testing/watching.ts';

const lectern = await aLectern();
/** Another instance on the same database. */
const other = await aLectern({ DATABASE_URL: lectern.database.url });
const [owner, member] = [await lectern.aUser(), await lectern.aUser()];
const api = lectern.as(owner);

describe('the list of decks', () => {
  it.each([
    ['is uploaded', async () => void (await lectern.aDeck({ owner, visibility: 'team' }))],
    ['is renamed', async (id: string) => void (await api.patch(`/api/decks/${id}`, { title: 'Another' }))],
    ['is deleted', async (id: string) => void (await api.delete(`/api/decks/${id}`))],
    [
      'is restored',
      async (id: string) => {
        await lectern.database.sql`update decks set deleted_at = now() where id = ${id}`;
        expect((await api.post(`/api/trash/${id}/restore`)).status).toBe(200);
      },
    ],
    ['is made private', async (id: string) => void (await api.patch(`/api/decks/${id}`, { visibility: 'private' }))],
  ])('is to be read again on every instance when a deck %s', async (_, change) => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const clients = [watchLibrary(lectern, member), watchLibrary(other, member)];
    await eventually(() => clients.every(({ isConnected }) => isConnected));
    await change(id);
    await eventually(() => clients.every((client) => client.of('library').length > 0));
    expect(clients.map(({ events }) => events[0])).toEqual([{ kind: 'library' }, { kind: 'library' }]);
  });

  it('stays as it is for those who may not read the deck', async () => {
    const [mine, theirs] = [watchLibrary(other, owner), watchLibrary(other, member)];
    await eventually(() => mine.isConnected && theirs.isConnected);
    const { id } = await lectern.aDeck({ owner });
    await eventually(() => mine.of('library').length > 0);
    await api.patch(`/api/decks/${id}`, { title: 'Still private' });
    await eventually(() => mine.of('library').length > 1);
    expect(theirs.of('library')).toEqual([]);
    await api.put(`/api/decks/${id}/people/${member.id}`, { access: 'read' });
    await eventually(() => theirs.of('library').length > 0);
  });

  it('is to be read again by a user who stars a deck, and by no one else', async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const [mine, theirs] = [watchLibrary(other, member), watchLibrary(other, owner)];
    await eventually(() => mine.isConnected && theirs.isConnected);
    for (const [change, events] of [
      ['put', 1],
      ['delete', 2],
    ] as const) {
      expect((await lectern.as(member)[change](`/api/decks/${id}/star`)).status).toBe(204);
      await eventually(() => mine.of('library').length === events);
    }
    await api.patch(`/api/decks/${id}`, { title: 'The first event of the owner' });
    await eventually(() => theirs.of('library').length > 0);
    expect(theirs.of('library')).toHaveLength(1);
    await eventually(() => mine.of('library').length === 3);
  });

  it('is to be read again by those who see a change of a collection', async () => {
    const [mine, theirs] = [watchLibrary(other, owner), watchLibrary(other, member)];
    await eventually(() => mine.isConnected && theirs.isConnected);
    const collection = collectionSchema.parse((await api.post('/api/collections', { name: 'Mine' })).body);
    await eventually(() => mine.of('library').length === 1);
    const secret = await lectern.aDeck({ owner });
    await eventually(() => mine.of('library').length === 2);
    await api.put(`/api/collections/${collection.id}/decks/${secret.id}`);
    await eventually(() => mine.of('library').length === 3);
    expect(theirs.of('library')).toEqual([]);
    await api.patch(`/api/collections/${collection.id}`, { visibility: 'team' });
    await eventually(() => theirs.of('library').length === 1);
    await api.delete(`/api/collections/${collection.id}/decks/${secret.id}`);
    await eventually(() => mine.of('library').length === 5);
    await api.delete(`/api/collections/${collection.id}`);
    await eventually(() => theirs.of('library').length === 2);
  });

  it('is watched by the same stream as decks, which continues after it broke', async () => {
    const client = watchLibrary(lectern, owner);
    await eventually(() => client.isConnected);
    await lectern.aDeck({ owner });
    await eventually(() => client.of('library').length > 0);
    expect(client.lastEventId).toBe('v');
    const input = JSON.stringify({ streamId: 'one', decks: [], library: true, lastEventId: 'v1.2' });
    expect((await api.get(`/api/trpc/live.watch?input=${encodeURIComponent(input)}`)).text).toContain('VALIDATION_FAILED');
  });
});
