import { describe, expect, it } from 'vitest';
import { eventually } from '#server/db/testing/eventually.ts';
import { aLectern } from '#server/testing/lectern.ts';
import type { TestUser } from '#server/testing/people.ts';
import { INK_LIVE_POINTS_MAX, USER_NAME_MAX } from '#shared/limits.ts';
import { watch } from './testing/watching.ts';

const lectern = await aLectern();
const other = await aLectern({ DATABASE_URL: lectern.database.url });
const owner = await lectern.aUser({ name: 'Ada' });
const guest = await lectern.aUser({ name: 'Grace' });
const stroke = { id: 'a-stroke', tool: 'pen', color: '#e5383b', width: 4, points: [[10, 20.123456789]] };

function draw(
  who: TestUser,
  { id: deckId, currentVersionId: versionId }: { id: string; currentVersionId: string },
  more: object = {},
) {
  return lectern.as(who).post('/api/trpc/live.draw', { deckId, versionId, slideIndex: 0, clientId: 'window-1', stroke, ...more });
}

describe('a stroke that is being drawn', () => {
  it('is sent to the watchers of the deck on every instance, with its author, and is not stored', async () => {
    const deck = await lectern.aDeck({ owner, visibility: 'team' });
    const watching = await watch(other, owner, deck.id).caughtUp();
    expect((await draw(guest, deck)).status).toBe(200);
    await eventually(() => watching.of('drawing').length === 1);
    expect(watching.of('drawing')[0]).toMatchObject({
      author: { id: guest.id, name: 'Grace' },
      slideIndex: 0,
      clientId: 'window-1',
      stroke: { ...stroke, points: [[10, 20.12]] },
    });
    await draw(guest, deck, { stroke: null });
    await eventually(() => watching.of('drawing').length === 2);
    expect(watching.of('drawing')[1]).toMatchObject({ stroke: null });
    const { body } = await lectern.as(owner).get(`/api/decks/${deck.id}/annotations`);
    expect(body).toMatchObject({ items: [] });
  });

  it('of the largest size fits a notification', async () => {
    const deck = await lectern.aDeck({ owner, visibility: 'team' });
    const watching = await watch(lectern, owner, deck.id).caughtUp();
    const author = await lectern.aUser({ name: '€'.repeat(USER_NAME_MAX) });
    const points = Array.from({ length: INK_LIVE_POINTS_MAX }, () => [-999_999.123456, -999_999.123456]);
    const largest = {
      id: 'i'.repeat(64),
      tool: 'a'.repeat(32),
      color: '\u0001'.repeat(64),
      width: 1.234567890123456e-300,
      inner: '\u0001'.repeat(128),
      points,
    };
    expect((await draw(author, deck, { stroke: largest, clientId: 'w'.repeat(64) })).status).toBe(200);
    await eventually(() => watching.of('drawing').length === 1);
  });

  it.each([
    ['too many points', { points: Array.from({ length: INK_LIVE_POINTS_MAX + 1 }, () => [1, 1]) }],
    ['no points', { points: [] }],
    ['a point outside all slides', { points: [[1e7, 0]] }],
    ['a tool that is no word', { tool: '<pen>' }],
    ['a long color', { color: 'x'.repeat(65) }],
  ])('with %s is refused', async (_, wrong) => {
    const deck = await lectern.aDeck({ owner, visibility: 'team' });
    expect((await draw(guest, deck, { stroke: { ...stroke, ...wrong } })).status).toBe(400);
  });

  it('of an earlier version, or on a slide that the deck does not have, is not sent', async () => {
    const deck = await lectern.aDeck({ owner, visibility: 'team' });
    const watching = await watch(lectern, owner, deck.id).caughtUp();
    expect((await draw(guest, deck, { versionId: 'another' })).status).toBe(200);
    expect((await draw(guest, deck, { slideIndex: 900 })).status).toBe(200);
    expect((await draw(guest, deck)).status).toBe(200);
    await eventually(() => watching.of('drawing').length > 0);
    expect(watching.of('drawing')).toHaveLength(1);
  });

  it('is refused for a deck that the user may not see', async () => {
    const deck = await lectern.aDeck({ owner, visibility: 'private' });
    expect((await draw(guest, deck)).status).toBe(404);
  });

  it('is refused when there are more than can be of use', async () => {
    const deck = await lectern.aDeck({ owner, visibility: 'team' });
    // How many arrive within a second depends on the machine.
    await eventually(async () => {
      const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await draw(guest, deck)).status));
      expect(new Set(statuses).difference(new Set([200, 429])).size).toBe(0);
      return statuses.includes(429);
    });
  });
});
