import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { aLectern } from '#server/testing/lectern.ts';
import type { LiveClient } from '#server/testing/live-client.ts';
import type { TestUser } from '#server/testing/people.ts';
import { BATCH_CALLS_MAX } from '#shared/limits.ts';
import { watch } from './testing/watching.ts';

const lectern = await aLectern();
const other = await aLectern({ DATABASE_URL: lectern.database.url });
const owner = await lectern.aUser({ name: 'Ada' });
const guest = await lectern.aUser({ name: 'Grace' });

const at = (slideIndex: number) => ({ place: { slideIndex, inner: null }, following: null });

/** The people in the last presence event, as «name:slide». */
function shown(client: LiveClient): string[] {
  return (
    client
      .of('presence')
      .at(-1)
      ?.people.map(({ person, place }) => `${person.name}:${place.slideIndex}`) ?? []
  );
}

const shows = (client: LiveClient, ...people: string[]) => eventually(() => shown(client).join(' ') === people.join(' '));

async function look(
  who: TestUser,
  streamId: string,
  deckId: string,
  where: (ReturnType<typeof at> & { versionId?: string }) | null,
  clientId = 'window-1',
): Promise<number> {
  const answer = await lectern.as(who).post('/api/trpc/live.look', { streamId, clientId, deckId, at: where });
  return answer.status;
}

/** A user with a window on the deck. */
async function someoneThere(who: TestUser, deckId: string, slideIndex: number, on = lectern) {
  const streamId = randomUUID();
  const client = await watch(on, who, deckId, { streamId }).caughtUp();
  expect(await look(who, streamId, deckId, at(slideIndex))).toBe(200);
  return { streamId, client };
}

describe('presence', () => {
  it('is sent on every instance when a user arrives, moves on and leaves', async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const here = await someoneThere(owner, id, 0);
    const there = await someoneThere(guest, id, 1, other);
    await shows(here.client, 'Ada:0', 'Grace:1');
    await shows(there.client, 'Ada:0', 'Grace:1');
    await look(guest, there.streamId, id, at(2));
    await shows(here.client, 'Ada:0', 'Grace:2');
    await look(guest, there.streamId, id, null);
    await shows(here.client, 'Ada:0');
  });

  it('is sent at once to a user who arrives later', async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const { client } = await someoneThere(owner, id, 4);
    await shows(client, 'Ada:4');
    const late = await watch(other, guest, id).caughtUp();
    expect(shown(late)).toEqual(['Ada:4']);
  });

  it('names the version to which a place belongs; a change of the version alone is sent, too', async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const { client, streamId } = await someoneThere(owner, id, 1);
    const versions = () =>
      client
        .of('presence')
        .at(-1)
        ?.people.map(({ versionId }) => versionId);
    await eventually(() => versions()?.length === 1 && versions()?.[0] === null);
    expect(await look(owner, streamId, id, { ...at(1), versionId: 'earlier' })).toBe(200);
    await eventually(() => versions()?.[0] === 'earlier');
    expect(await look(owner, streamId, id, { ...at(1), versionId: 'current' })).toBe(200);
    await eventually(() => versions()?.[0] === 'current');
  });

  it('ends when the browser is closed', async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const { client } = await someoneThere(owner, id, 0);
    const gone = await someoneThere(guest, id, 1, other);
    await shows(client, 'Ada:0', 'Grace:1');
    gone.client.close();
    await shows(client, 'Ada:0');
  });

  it('lists two windows of one user separately, and one window once even if its stream was reopened', async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const { client, streamId } = await someoneThere(owner, id, 0);
    await look(owner, streamId, id, at(3), 'window-2');
    await shows(client, 'Ada:0', 'Ada:3');
    const again = await watch(other, owner, id, { streamId }).caughtUp();
    client.close();
    await look(owner, streamId, id, at(5), 'window-2');
    await shows(again, 'Ada:0', 'Ada:5');
  });

  it('ends when the user may no longer see the deck', async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const { client } = await someoneThere(owner, id, 0);
    await someoneThere(guest, id, 1, other);
    await shows(client, 'Ada:0', 'Grace:1');
    await lectern.as(owner).patch(`/api/decks/${id}`, { visibility: 'private' });
    await shows(client, 'Ada:0');
    await lectern.as(owner).patch(`/api/decks/${id}`, { visibility: 'team' });
    await lectern.as(owner).put(`/api/decks/${id}/notes/0`, { body: 'x' });
    await eventually(() => client.of('note').length === 1);
    await shows(client, 'Ada:0');
  });

  it('ends when the user is disabled', async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const leaver = await lectern.aUser({ name: 'Lin' });
    const { client } = await someoneThere(owner, id, 0);
    await someoneThere(leaver, id, 1);
    await shows(client, 'Ada:0', 'Lin:1');
    await lectern.as(await lectern.aUser({ role: 'admin' })).patch(`/api/admin/users/${leaver.id}`, { disabled: true });
    await shows(client, 'Ada:0');
  });
});

describe('reporting a position', () => {
  it('requires a deck that the user may see', async () => {
    const { id } = await lectern.aDeck({ owner });
    expect(await look(guest, randomUUID(), id, at(0))).toBe(404);
  });

  it("has no effect with another user's stream, or with none", async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const { client, streamId } = await someoneThere(owner, id, 0);
    expect(await look(guest, streamId, id, at(7), 'window-9')).toBe(200);
    expect(await look(guest, randomUUID(), id, at(7))).toBe(200);
    await look(owner, streamId, id, at(1));
    await shows(client, 'Ada:1');
  });

  it('too often is refused', async () => {
    const { id } = await lectern.aDeck({ owner, visibility: 'team' });
    const hasty = await lectern.aUser();
    const { streamId } = await someoneThere(hasty, id, 0);
    const looks = Array.from({ length: BATCH_CALLS_MAX }, (_, nth) => ({
      streamId,
      clientId: 'window-1',
      deckId: id,
      at: at(nth % 9),
    }));
    const path = `/api/trpc/${looks.map(() => 'live.look').join()}?batch=1`;
    const burst = () => Promise.all([1, 2].map(() => lectern.as(hasty).post(path, Object.fromEntries(looks.entries()))));
    // On a busy machine, the second batch may arrive a second later.
    await expect.poll(async () => (await burst()).map(({ text }) => text).join()).toContain('RATE_LIMITED');
  });
});
