import type { Manifest } from 'deck-format';
import { describe, expect, test } from 'vitest';
import type { InnerPosition, PlayerMessage } from '#web/protocol/messages.ts';
import { countOf, type DeckShape, innerPlace, type Move, moved, type Standing, standingAt } from './standing.ts';

const deckOf = (files: readonly string[], ownRuntime = false): DeckShape => ({
  ownRuntime,
  slides: files.map((file, at): Manifest['slides'][number] => ({
    index: at + 1,
    id: `${at}`,
    label: file,
    file,
    thumbnail: null,
    notes: null,
  })),
});

const report = (position: Partial<InnerPosition> = {}): InnerPosition => ({
  index: 0,
  count: 1,
  step: 0,
  canNext: true,
  canPrevious: true,
  ...position,
});
const reported = (position: Partial<InnerPosition> | null, start = 0): Move => ({
  is: 'reported',
  start,
  position: position === null ? null : report(position),
});

/** Goes through the moves and tells where that leads, and what the documents were told on the way. */
function play(deck: DeckShape, slideIndex: number, ...moves: readonly Move[]) {
  const said: PlayerMessage[] = [];
  let standing: Standing = standingAt(deck, { slideIndex, inner: null });
  for (const move of moves) {
    const [next, message] = moved(deck, standing, move);
    standing = next;
    if (message !== null) said.push(message);
  }
  return { standing, said, slideIndex: standing.slideIndex, inner: innerPlace(standing), ...countOf(deck, standing) };
}

const next: Move = { is: 'step', direction: 'next', skip: false };
const previous: Move = { is: 'step', direction: 'previous', skip: false };

describe('slides in files of their own', () => {
  const three = deckOf(['a.html', 'b.html', 'c.html']);

  test('quick steps count one by one, and stop at the ends', () => {
    expect(play(three, 0, next, next, next, next)).toMatchObject({ slideIndex: 2, current: 2, count: 3, said: [] });
    expect(play(three, 1, previous, previous)).toMatchObject({ slideIndex: 0 });
  });

  test('steps inside a slide come before the next slide', () => {
    const { said, slideIndex } = play(three, 0, reported({ step: 1, canNext: true }), next);
    expect({ said, slideIndex }).toEqual({
      said: [{ lectern: 'step', direction: 'next', skip: false, byKeys: false }],
      slideIndex: 0,
    });
    expect(play(three, 0, reported({ step: 2, canNext: false }), next).slideIndex).toBe(1);
  });

  test('going back leads to the end of the slide before', () => {
    const { said, standing } = play(three, 1, previous, reported({ canPrevious: false }), reported({ step: 3, canNext: false }));
    expect(said).toEqual([{ lectern: 'go', index: 0, step: 100_000 }]);
    expect(standing).toMatchObject({ slideIndex: 0, wanted: null });
  });

  test('what the slide before still says is not taken for the new one', () => {
    expect(play(three, 0, next, reported({ step: 2 }, 0))).toMatchObject({ slideIndex: 1, inner: null });
  });

  test('a place with steps is asked for as soon as its slide has spoken', () => {
    const place = { slideIndex: 2, inner: { index: 0, step: 2 } };
    const { said, inner } = play(three, 0, { is: 'goToPlace', place }, reported({ step: 0 }, 2));
    expect(said).toEqual([{ lectern: 'go', index: 0, step: 2 }]);
    expect(inner).toEqual({ index: 0, step: 2 });
    expect(play(three, 0, { is: 'goToPlace', place }, reported(null, 2))).toMatchObject({ slideIndex: 2, inner: null });
  });

  test('the place where one stands already asks for nothing', () => {
    const place = { slideIndex: 0, inner: { index: 0, step: 1 } };
    expect(play(three, 0, reported({ step: 1 }), { is: 'goToPlace', place }).said).toEqual([]);
  });
});

describe('a deck that is one document', () => {
  const one = deckOf(['all.html'], true);

  test('its own slides are what people count, once it has told them', () => {
    expect(play(one, 0)).toMatchObject({ current: 0, count: 1, counted: false });
    expect(play(one, 0, reported({ index: 4, count: 41 }))).toMatchObject({
      current: 4,
      count: 41,
      counted: true,
      slideIndex: 0,
    });
  });

  test('a slide that is asked for before it has spoken is reached afterwards', () => {
    const goTo: Move = { is: 'goTo', current: 6 };
    const asking = play(one, 0, goTo, reported(null), reported({ count: 41 }));
    expect(asking).toMatchObject({ current: 6, said: [{ lectern: 'go', index: 6 }] });
    expect(play(one, 0, goTo, reported({ count: 41 }), reported({ count: 41, canPrevious: false })).current).toBe(6);
    expect(play(one, 0, goTo, reported({ count: 41 }), reported({ index: 6, count: 41 })).standing.wanted).toBeNull();
  });

  test('one that does not go where it was asked to is believed in the end', () => {
    expect(play(one, 0, { is: 'goTo', current: 6 }, reported({ count: 41 }), { is: 'gaveUp' }).current).toBe(0);
  });

  test('there is nothing behind its last slide', () => {
    expect(play(one, 0, { is: 'goTo', current: 99 }, reported({ count: 41 })).current).toBe(40);
  });

  test('a runtime that tells nothing is moved by keys', () => {
    expect(play(one, 0, reported(null), next).said).toEqual([{ lectern: 'step', direction: 'next', skip: false, byKeys: true }]);
  });

  test('several slides of the package in it: the document says which one is shown', () => {
    const shared = deckOf(['all.html', 'all.html', 'all.html'], true);
    expect(play(shared, 0, reported({ index: 2, count: 5 }))).toMatchObject({ slideIndex: 2, current: 2, count: 5 });
    expect(play(shared, 0, reported({ index: 4, count: 5 }))).toMatchObject({ slideIndex: 2, current: 4 });
  });
});

test('a document that is loaded anew comes back to where it was', () => {
  const one = deckOf(['all.html'], true);
  const { said } = play(one, 0, reported({ index: 3, step: 1, count: 9 }), { is: 'reopened' }, reported({ count: 9 }));
  expect(said).toEqual([{ lectern: 'go', index: 3, step: 1 }]);
});
