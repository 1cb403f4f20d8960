import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

const lectern = await aLectern();
const owner = await lectern.aUser();
const api = lectern.as(owner);
const { id } = await lectern.aDeck({ owner });
const path = `/api/decks/${id}/notes/0`;

describe('a note', () => {
  it.each([
    'plain',
    ' spaces kept \r\n\t',
    '🎉 👩‍👩‍👧',
    'é vs é',
    '\u0001\u007f',
    '"quotes" \\ {json}',
    '<script>',
    'x'.repeat(16_384),
    '\u2028'.repeat(16_384),
  ])('is returned as it was written', async (body) => {
    expect((await api.put(path, { body })).body).toMatchObject({ body });
    expect((await api.get(`/api/decks/${id}/notes`)).body).toMatchObject({ items: [{ body }] });
  });

  it.each([
    {},
    { body: null },
    { body: 5 },
    { body: ['x'] },
    { body: 'x'.repeat(16_385) },
    { body: 'a\0b' },
    { body: '\ud83d' },
    { body: 'x', versionId: 5 },
    { body: 'x', versionId: '' },
  ])('is refused with the body %j', async (body) => {
    expectRefusal(await api.put(path, body), 'VALIDATION_FAILED');
  });

  it('fits even if all its characters are escaped', async () => {
    const escaped = `{"body":"${'\\u2028'.repeat(16_384)}"}`;
    const answer = await api.send('PUT', path, { headers: { 'content-type': 'application/json' }, body: escaped });
    expect(answer.status).toBe(200);
  });
});
