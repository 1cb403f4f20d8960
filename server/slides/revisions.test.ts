import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

const lectern = await aLectern();
const [owner, colleague] = [await lectern.aUser({ name: 'Olga' }), await lectern.aUser({ name: 'Carl' })];
const [own, other] = [lectern.as(owner), lectern.as(colleague)];

const KINDS = [
  ['notes', (text: string) => ({ body: text }), 'body', { inner: null }],
  ['annotations', (text: string) => ({ payload: text }), 'payload', {}],
] as const;

describe.each(KINDS)('%s', (kind, bodyOf, field, otherFields) => {
  /** A slide of a new deck, with functions that write, delete and list its record. */
  async function aSlide() {
    const deck = await lectern.aDeck({ owner, visibility: 'team' });
    const path = `/api/decks/${deck.id}/${kind}/1`;
    return {
      deck,
      put: (text: string, ifMatch?: string, more = {}) =>
        own.put(path, { ...bodyOf(text), ...more }, ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      remove: (ifMatch?: string) => own.delete(path, ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      theirPut: (text: string) => other.put(path, bodyOf(text)),
      list: async () => (await own.get(`/api/decks/${deck.id}/${kind}`)).body,
    };
  }

  it('are empty at first', async () => {
    expect(await (await aSlide()).list()).toMatchObject({ items: [] });
  });

  it('count their revisions and name their last writer', async () => {
    const { deck, put, theirPut, list } = await aSlide();
    const first = await put('one');
    expect(first.status).toBe(200);
    const record = {
      deckId: deck.id,
      slideIndex: 1,
      ...otherFields,
      [field]: 'one',
      revision: 1,
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
      updatedBy: { id: owner.id, name: 'Olga' },
    };
    expect(first.body).toEqual(record);
    expect((await theirPut('two')).body).toMatchObject({ [field]: 'two', revision: 2, updatedBy: { name: 'Carl' } });
    expect(await list()).toMatchObject({ items: [{ slideIndex: 1, [field]: 'two', revision: 2 }] });
  });

  it('can be empty text', async () => {
    expect((await (await aSlide()).put('')).body).toMatchObject({ [field]: '', revision: 1 });
  });

  it('are written with If-Match only if the revision is the current one', async () => {
    const { put, theirPut } = await aSlide();
    expect((await put('one', '"0"')).body).toMatchObject({ revision: 1 });
    expect((await put('two', '"1"')).body).toMatchObject({ revision: 2 });
    await theirPut('three');
    for (const stale of ['"0"', '"1"', '"2"', '"4"', '"2147483647"', '"9999999999"']) {
      expect(expectRefusal(await put('mine', stale), 'PRECONDITION_FAILED')).toMatchObject({
        current: { [field]: 'three', revision: 3, slideIndex: 1, updatedBy: { name: 'Carl' } },
      });
    }
    expect((await put('four', '"3"')).body).toMatchObject({ revision: 4 });
  });

  it('accept every valid form of If-Match', async () => {
    const { put } = await aSlide();
    await put('one');
    for (const malformed of ['1', 'w/"1"', '"1" "2"', '"1', '', ',', '"a b"', '*, "1"'])
      expectRefusal(await put('two', malformed), 'VALIDATION_FAILED');
    // Tags that the revision does not have. A weak tag never matches (RFC 9110, 8.8.3.2).
    for (const unknown of ['"one"', 'W/"1"', '"-1"', '"01"', '"2", "3"', '""', '"1.0"', '"99999999999"', '"1,2"'])
      expectRefusal(await put('two', unknown), 'PRECONDITION_FAILED');
    expect((await put('two', '"7", W/"1" ,, "1"')).status).toBe(200);
    expect((await put('three', '*')).body).toMatchObject({ revision: 3 });
    expect((await put('four', '"0", "3"')).body).toMatchObject({ revision: 4 });
  });

  it('are changed but not created with If-Match: *', async () => {
    const { put, remove } = await aSlide();
    expect(expectRefusal(await put('one', '*'), 'PRECONDITION_FAILED')).toEqual({ current: null });
    expect(expectRefusal(await remove('*'), 'PRECONDITION_FAILED')).toEqual({ current: null });
    expect((await put('one', '"0", "7"')).status).toBe(200);
    expect((await remove('*')).status).toBe(204);
    expectRefusal(await put('one', '*'), 'PRECONDITION_FAILED');
  });

  it('are created with If-None-Match: *, and changed with other tags than their own', async () => {
    const { deck, list } = await aSlide();
    const at = `/api/decks/${deck.id}/${kind}/1`;
    const put = (text: string, ifNoneMatch: string, more = {}) =>
      own.put(at, bodyOf(text), { 'if-none-match': ifNoneMatch, ...more });
    const remove = (ifNoneMatch: string) => own.delete(at, { 'if-none-match': ifNoneMatch });
    expect((await remove('*')).status).toBe(204);
    expect((await put('one', '*')).body).toMatchObject({ revision: 1 });
    for (const told of ['*', '"1"', 'W/"1"', '"9", "1"']) {
      expect(expectRefusal(await put('two', told), 'PRECONDITION_FAILED')).toMatchObject({ current: { revision: 1 } });
      expect(expectRefusal(await remove(told), 'PRECONDITION_FAILED')).toMatchObject({ current: { revision: 1 } });
    }
    expectRefusal(await put('two', 'nonsense'), 'VALIDATION_FAILED');
    expect((await put('two', '"2", "x"')).body).toMatchObject({ revision: 2 });
    expectRefusal(await put('three', '"2"', { 'if-match': '"2"' }), 'PRECONDITION_FAILED');
    expect((await put('three', '"1"', { 'if-match': '"2"' })).body).toMatchObject({ revision: 3 });
    expect(await list()).toMatchObject({ items: [{ [field]: 'three' }] });
    expect((await remove('"1"')).status).toBe(204);
    const answers = await Promise.all(Array.from({ length: 12 }, (_, each) => put(`by ${each}`, '*')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const loser of answers.filter(({ status }) => status !== 200)) expectRefusal(loser, 'PRECONDITION_FAILED');
  });

  it('are deleted, even if there are none, and continue their count of revisions', async () => {
    const { put, remove, list } = await aSlide();
    expect(await remove()).toMatchObject({ status: 204, text: '' });
    await put('one');
    expect((await remove()).status).toBe(204);
    expect((await remove()).status).toBe(204);
    expect(await list()).toMatchObject({ items: [] });
    const again = await put('back', '"0"');
    expect(again.status).toBe(200);
    expect((again.body as { revision: number }).revision).toBeGreaterThan(2);
  });

  it('are deleted with If-Match only if the revision is the current one', async () => {
    const { put, remove } = await aSlide();
    await put('one');
    await put('two');
    expect(expectRefusal(await remove('"1"'), 'PRECONDITION_FAILED')).toMatchObject({ current: { revision: 2 } });
    expect(expectRefusal(await remove('"0"'), 'PRECONDITION_FAILED')).toMatchObject({ current: { revision: 2 } });
    expect((await remove('"2"')).status).toBe(204);
    expect(expectRefusal(await put('three', '"2"'), 'PRECONDITION_FAILED')).toEqual({ current: null });
    expect((await remove('"0"')).status).toBe(204);
  });

  it('are refused if they are written for another version', async () => {
    const { deck, put } = await aSlide();
    expectRefusal(await put('one', undefined, { versionId: 'older' }), 'VERSION_CHANGED');
    expect((await put('one', undefined, { versionId: deck.currentVersionId })).status).toBe(200);
    expectRefusal(await put('one', undefined, { versionId: 'a\0' }), 'VALIDATION_FAILED');
  });

  it('take the condition only from the header', async () => {
    const { put } = await aSlide();
    await put('one');
    expect(
      (
        await put('two', undefined, {
          ifRevision: 0,
          preconditions: { ifMatch: [] },
          condition: { ifMatch: [] },
          revision: 9,
          updatedBy: 'x',
          slideIndex: 0,
          id: 'x',
        })
      ).body,
    ).toMatchObject({ slideIndex: 1, revision: 2 });
  });

  it('are created by one of many requests at the same time', async () => {
    const { put, list } = await aSlide();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => put(`by ${at}`, '"0"')));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    for (const loser of answers.filter(({ status }) => status !== 200))
      expect(expectRefusal(loser, 'PRECONDITION_FAILED')).toMatchObject({ current: { revision: 1 } });
    expect(await list()).toMatchObject({ items: [winners[0]?.body] });
  });

  it('count every one of many unconditional writes at the same time', async () => {
    const { put, list } = await aSlide();
    await Promise.all(Array.from({ length: 15 }, (_, at) => put(`by ${at}`)));
    expect(await list()).toMatchObject({ items: [{ revision: 15 }] });
  });

  it('stay after their writer was removed', async () => {
    const { put, list } = await aSlide();
    await put('one');
    await lectern.database.sql`update ${lectern.database.sql(kind)} set updated_by_id = null`;
    expect(await list()).toMatchObject({ items: [{ updatedBy: { name: expect.any(String) } }] });
  });
});
