import { describe, expect, it } from 'vitest';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import { EXPECTED_USER_HEADER } from '#shared/expected-user.ts';

const lectern = await aLectern();
const [ana, bob] = [await lectern.aUser({ name: 'Ana' }), await lectern.aUser({ name: 'Bob' })];
const { id } = await lectern.aDeck({ owner: bob });
const asBob = lectern.as(bob);
const madeBy = (userId: string) => ({ [EXPECTED_USER_HEADER]: userId });
const note = `/api/decks/${id}/notes/0`;

const byAna = { id, slideIndex: 0, body: 'by Ana' };
const stored = async () => (await asBob.get(`/api/decks/${id}/notes`)).body;

describe('a change that names its author', () => {
  it('is refused in the session of another user, and nothing is stored', async () => {
    expectRefusal(await asBob.put(note, { body: 'by Ana' }, madeBy(ana.id)), 'USER_MISMATCH');
    expect(await stored()).toMatchObject({ items: [] });
  });

  it.each([
    ['alone', 'notes.set', byAna],
    ['in a batch', 'notes.set,notes.set?batch=1', { 0: byAna, 1: { ...byAna, slideIndex: 1 } }],
  ])('is refused as a tRPC call %s', async (_, path, input) => {
    const answer = await asBob.post(`/api/trpc/${path}`, input, madeBy(ana.id));
    expect(answer.status).toBe(409);
    expect(JSON.stringify(answer.body)).toContain('USER_MISMATCH');
    expect(await stored()).toMatchObject({ items: [] });
  });

  it('is refused as an upload', async () => {
    const { headers, body } = anUpload(await aPackage());
    const answer = await asBob.send('POST', '/api/decks', { headers: { ...headers, ...madeBy(ana.id) }, body });
    expectRefusal(answer, 'USER_MISMATCH');
  });

  it('is accepted in the session of its author', async () => {
    expect((await asBob.put(note, { body: 'by Bob' }, madeBy(bob.id))).status).toBe(200);
    expect(await stored()).toMatchObject({ items: [{ body: 'by Bob', updatedBy: { name: 'Bob' } }] });
  });

  it('is refused as unauthenticated without a session', async () => {
    expectRefusal(await lectern.as(null).put(note, { body: 'by Ana' }, madeBy(ana.id)), 'UNAUTHENTICATED');
  });
});

it('reading does not look at the header', async () => {
  expect((await asBob.get(`/api/decks/${id}`, madeBy(ana.id))).status).toBe(200);
});
