import { describe, expect, it } from 'vitest';
import { aLectern } from '#server/testing/lectern.ts';
import { expectRefusal } from '#server/testing/refusals.ts';

const lectern = await aLectern();
const owner = await lectern.aUser();
const api = lectern.as(owner);
const deck = await lectern.aDeck({ owner, slides: 3 });

describe.each([
  ['notes', { body: 'x' }],
  ['annotations', { payload: 1 }],
])('%s at a slide index', (kind, body) => {
  const at = (index: string) => `/api/decks/${deck.id}/${kind}/${index}`;

  it.each(['0', '2'])('are written at %s', async (index) => {
    expect((await api.put(at(index), body)).body).toMatchObject({ deckId: deck.id, slideIndex: Number(index) });
  });

  it.each(['3abc', '1.9', '-1', '1e3', '01', '0x1', '+1', '%201', 'NaN', 'Infinity', '٣', '%00', '1%00'])(
    'are refused at %s, which is not a valid index',
    async (index) => {
      expectRefusal(await api.put(at(encodeURI(decodeURI(index))), body), 'VALIDATION_FAILED');
      expectRefusal(await api.delete(at(encodeURI(decodeURI(index)))), 'VALIDATION_FAILED');
    },
  );

  it.each(['3', '9999', '2147483648', '9999999999', '99999999999', '9'.repeat(40)])(
    'are refused at %s, which is past the end',
    async (index) => {
      expectRefusal(await api.put(at(index), body), 'SLIDE_NOT_FOUND');
      expectRefusal(await api.delete(at(index)), 'SLIDE_NOT_FOUND');
    },
  );
});
