import { describe, expect, it } from 'vitest';
import { anUpload } from '#server/testing/forms.ts';
import { aLectern } from '#server/testing/lectern.ts';
import { aPackage } from '#server/testing/packages.ts';
import { expectRefusal } from '#server/testing/refusals.ts';
import type { NoteState } from '#shared/notes.ts';

const lectern = await aLectern();
const ana = await lectern.aUser();
const ben = await lectern.aUser();

async function aNote() {
  const { id } = await lectern.aDeck({ owner: ana, visibility: 'team' });
  const path = `/api/decks/${id}/notes/0`;
  const history = async (): Promise<NoteState[]> => {
    const { body } = await lectern.as(ana).get(`${path}/history`);
    return (body as { items: NoteState[] }).items;
  };
  return { id, path, history, texts: async () => (await history()).map(({ body }) => body) };
}

/** Makes the whole history of a deck older. */
const minutesPass = (deckId: string, minutes: number) =>
  lectern.database.sql`update note_history set began_at = began_at - make_interval(mins => ${minutes}) where deck_id = ${deckId}`;

describe('the history of a note', () => {
  it('lists the states with their authors and times, newest first', async () => {
    const { path, history } = await aNote();
    expect(await history()).toEqual([]);
    await lectern.as(ana).put(path, { body: 'Welcome' });
    await lectern.as(ben).put(path, { body: 'Welcome all' });
    const states = await history();
    expect(states).toMatchObject([
      { revision: 2, body: 'Welcome all', changedBy: { id: ben.id } },
      { revision: 1, body: 'Welcome', changedBy: { id: ana.id } },
    ]);
    expect(Date.parse(states[0]?.changedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(states[1]?.changedAt ?? ''));
  });

  it('combines what one user types within five minutes into one state', async () => {
    const { id, path, texts, history } = await aNote();
    for (const body of ['Wel', 'Welcome', 'Welcome all']) await lectern.as(ana).put(path, { body });
    expect(await texts()).toEqual(['Welcome all']);
    expect(await history()).toMatchObject([{ revision: 3 }]);

    await minutesPass(id, 6);
    await lectern.as(ana).put(path, { body: 'Welcome everybody' });
    expect(await texts()).toEqual(['Welcome everybody', 'Welcome all']);
  });

  it('has a new state after another user has written', async () => {
    const { path, texts } = await aNote();
    await lectern.as(ana).put(path, { body: 'one' });
    await lectern.as(ben).put(path, { body: 'one two' });
    await lectern.as(ana).put(path, { body: 'one two three' });
    expect(await texts()).toEqual(['one two three', 'one two', 'one']);
  });

  it('keeps a text that is emptied or deleted a moment later', async () => {
    const { path, texts } = await aNote();
    await lectern.as(ana).put(path, { body: 'A long and good text' });
    await lectern.as(ana).put(path, { body: 'x' });
    expect(await texts()).toEqual(['x', 'A long and good text']);
    await lectern.as(ana).delete(path);
    expect(await texts()).toEqual([null, 'x', 'A long and good text']);
    await lectern.as(ana).put(path, { body: 'A long and good text' });
    expect(await texts()).toEqual(['A long and good text', null, 'x', 'A long and good text']);
  });

  it('leaves out writes that change nothing or are refused', async () => {
    const { path, history } = await aNote();
    await lectern.as(ana).put(path, { body: 'same' });
    await lectern.as(ben).put(path, { body: 'same' });
    expectRefusal(await lectern.as(ben).put(path, { body: 'other' }, { 'if-match': '"1"' }), 'PRECONDITION_FAILED');
    expect(await history()).toMatchObject([{ body: 'same', changedBy: { id: ana.id } }]);
  });

  it('keeps the last fifty states', async () => {
    const { path, texts } = await aNote();
    for (let at = 1; at <= 53; at++) await lectern.as(at % 2 === 0 ? ana : ben).put(path, { body: `state ${String(at)}` });
    const kept = await texts();
    expect(kept).toHaveLength(50);
    expect([kept[0], kept.at(-1)]).toEqual(['state 53', 'state 4']);
  });

  it('follows its slide into another version', async () => {
    const { id, path, texts } = await aNote();
    await lectern.as(ana).put(path, { body: 'of this slide' });
    const corrected = anUpload(await aPackage({ title: 'Corrected' }));
    expect((await lectern.as(ana).send('POST', `/api/decks/${id}/versions`, corrected)).status).toBe(201);
    expect(await texts()).toEqual(['of this slide']);
  });

  it('is complete and in order after many writes at the same time', async () => {
    const { path, history } = await aNote();
    await Promise.all(
      Array.from({ length: 12 }, (_, at) => lectern.as(at % 2 === 0 ? ana : ben).put(path, { body: `text ${String(at)}` })),
    );
    const states = await history();
    expect(states[0]?.revision).toBe(12);
    expect(states.map(({ revision }) => revision)).toEqual(states.map(({ revision }) => revision).toSorted((a, b) => b - a));
    const { body } = await lectern.as(ana).get(path.replace(/\/0$/, ''));
    expect(body).toMatchObject({ items: [{ body: states[0]?.body }] });
  });

  it('is refused for a slide that does not exist', async () => {
    const { id } = await aNote();
    expectRefusal(await lectern.as(ana).get(`/api/decks/${id}/notes/99/history`), 'SLIDE_NOT_FOUND');
  });
});
