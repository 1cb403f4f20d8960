import type { Manifest } from 'deck-format';
import { describe, expect, test } from 'vitest';
import type { InnerPosition, PlayerMessage } from '#web/protocol/messages.ts';
import { countOf, innerPlace, isArriving, type Move, applyMove, type PositionState, initialPosition } from './position-state.ts';
import type { DeckShape } from './slide-runs.ts';

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
const reported = (position: Partial<InnerPosition> | null, start = 0, isSettled = false, isStarting = false): Move => ({
  is: 'reported',
  start,
  position: position === null ? null : report(position),
  isSettled,
  isStarting,
});
const starting = reported(null, 0, false, true);
const settled = (position: Partial<InnerPosition> | null, start = 0): Move => reported(position, start, true);

/** Applies the moves and returns the final state and all messages sent to the documents. */
function play(deck: DeckShape, slideIndex: number, ...moves: readonly Move[]) {
  const sent: PlayerMessage[] = [];
  let state: PositionState = initialPosition(deck, { slideIndex, inner: null });
  for (const move of moves) {
    const [next, message] = applyMove(deck, state, move);
    state = next;
    if (message !== null) sent.push(message);
  }
  return { state, sent, slideIndex: state.slideIndex, inner: innerPlace(state), ...countOf(deck, state) };
}

const next: Move = { is: 'step', direction: 'next', skip: false };
const previous: Move = { is: 'step', direction: 'previous', skip: false };

describe('one file per slide', () => {
  const three = deckOf(['a.html', 'b.html', 'c.html']);

  test('each step counts, and steps stop at the first and last slide', () => {
    expect(play(three, 0, next, next, next, next)).toMatchObject({ slideIndex: 2, current: 2, count: 3, sent: [] });
    expect(play(three, 1, previous, previous)).toMatchObject({ slideIndex: 0 });
  });

  test('steps inside a slide come before the next slide', () => {
    const { sent, slideIndex } = play(three, 0, reported({ step: 1, canNext: true }), next);
    expect({ sent, slideIndex }).toEqual({
      sent: [{ lectern: 'step', direction: 'next', skip: false, byKeys: false }],
      slideIndex: 0,
    });
    expect(play(three, 0, reported({ step: 2, canNext: false }), next).slideIndex).toBe(1);
  });

  test('next on the last step of the last slide ends the deck, and previous returns to that slide', () => {
    const atLast = [reported(null, 2)];
    expect(play(three, 2, ...atLast, next).state).toMatchObject({ slideIndex: 2, ended: true });
    expect(play(three, 2, ...atLast, next, next).state).toMatchObject({ slideIndex: 2, ended: true });
    expect(play(three, 2, ...atLast, next, previous)).toMatchObject({ slideIndex: 2, sent: [], state: { ended: false } });
    expect(play(three, 2, ...atLast, next, previous, previous)).toMatchObject({ slideIndex: 1 });
    expect(play(three, 1, reported(null, 1), next).state.ended).toBe(false);
  });

  test('the deck does not end before the last slide has reported that it has no more steps', () => {
    expect(play(three, 2, next).state.ended).toBe(false);
    const { state, sent } = play(three, 2, reported({ canNext: true }, 2), next);
    expect(state.ended).toBe(false);
    expect(sent).toHaveLength(1);
    expect(play(three, 2, reported({ canNext: false }, 2), next).state.ended).toBe(true);
  });

  describe('steps past the last slide before it has reported', () => {
    const withSteps = [reported({ step: 0, canNext: true }, 2), reported({ step: 1, canNext: false }, 2)];
    const step = { lectern: 'step', direction: 'next', skip: false, byKeys: false };

    test('show its steps or end the deck once it has', () => {
      expect(play(three, 2, next, reported(null, 2)).state).toMatchObject({ ended: true, held: [] });
      expect(play(three, 0, next, next, next, reported(null, 2)).state.ended).toBe(true);
      const { sent, state } = play(three, 2, next, ...withSteps);
      expect(sent).toEqual([step]);
      expect(state).toMatchObject({ ended: false, held: [] });
      expect(play(three, 2, next, next, ...withSteps)).toMatchObject({ sent: [step], state: { ended: true, held: [] } });
    });

    test('are undone by steps back, which do not wait, and given up for a slide that is chosen', () => {
      expect(play(three, 2, next, previous, reported(null, 2)).state).toMatchObject({ slideIndex: 2, ended: false, held: [] });
      expect(play(three, 2, next, previous, previous)).toMatchObject({ slideIndex: 1, state: { held: [] } });
      // Nothing waits before the first slide, so there is nothing to undo.
      expect(play(three, 0, previous, next)).toMatchObject({ slideIndex: 1, state: { held: [] } });
      for (const current of [1, 2]) {
        const { state, slideIndex } = play(three, 2, next, { is: 'goTo', current }, reported(null, current));
        expect([slideIndex, state.ended, state.held]).toEqual([current, false, []]);
      }
    });
  });

  test('choosing a slide leaves the end; a talk that repeats its place and a report do not', () => {
    const ended = [reported(null, 2), next];
    expect(play(three, 2, ...ended, { is: 'goTo', current: 0 }).state).toMatchObject({ slideIndex: 0, ended: false });
    expect(play(three, 2, ...ended, { is: 'goTo', current: 2 }).state.ended).toBe(false);
    expect(play(three, 2, ...ended, { is: 'goToPlace', place: { slideIndex: 2, inner: null } }).state.ended).toBe(true);
    expect(play(three, 2, ...ended, { is: 'goToPlace', place: { slideIndex: 1, inner: null } }).state.ended).toBe(false);
    expect(play(three, 2, ...ended, reported(null, 2)).state.ended).toBe(true);
  });

  test('going back shows the end of the previous slide', () => {
    const { sent, state } = play(three, 1, previous, reported({ canPrevious: false }), reported({ step: 3, canNext: false }));
    expect(sent).toEqual([{ lectern: 'go', index: 0, step: 100_000 }]);
    expect(state).toMatchObject({ slideIndex: 0, wanted: null });
  });

  test('going back to a slide whose document has to be loaded again shows its end too', () => {
    for (const arrival of [[], [reported(null)]]) {
      const { sent } = play(three, 1, previous, ...arrival, { is: 'reopened' }, reported({ canPrevious: false }));
      expect(sent).toEqual([{ lectern: 'go', index: 0, step: 100_000 }]);
    }
  });

  test('late reports of the previous slide are ignored', () => {
    expect(play(three, 0, next, reported({ step: 2 }, 0))).toMatchObject({ slideIndex: 1, inner: null });
  });

  test('a place with steps is requested as soon as its slide reports', () => {
    const place = { slideIndex: 2, inner: { index: 0, step: 2 } };
    const { sent, inner } = play(three, 0, { is: 'goToPlace', place }, reported({ step: 0 }, 2));
    expect(sent).toEqual([{ lectern: 'go', index: 0, step: 2 }]);
    expect(inner).toEqual({ index: 0, step: 2 });
    expect(play(three, 0, { is: 'goToPlace', place }, settled(null, 2))).toMatchObject({ slideIndex: 2, inner: null });
  });

  test('a runtime that starts late is asked for the place once it reports', () => {
    const place = { slideIndex: 2, inner: { index: 1, step: 0 } };
    const opened = play(three, 0, { is: 'goToPlace', place }, reported(null, 2), reported({ count: 3 }, 2));
    expect(opened).toMatchObject({ sent: [{ lectern: 'go', index: 1, step: 0 }], inner: { index: 1 } });
    const back = play(three, 2, previous, reported(null, 1), reported({ count: 3 }, 1));
    expect(back.sent).toEqual([{ lectern: 'go', index: 2, step: 100_000 }]);
  });

  test('the slide before is shown without waiting for its last step, because most slides have none', () => {
    const arriving = (...moves: readonly Move[]) => isArriving(play(three, 2, previous, ...moves).state);
    expect([arriving(), arriving(reported(null, 1)), arriving(reported({ count: 3 }, 1))]).toEqual([true, false, true]);
  });

  test('a report of the step before, sent before the request was received, does not answer the request', () => {
    const there = settled({ step: 0, canNext: true });
    const to: Move = { is: 'goToPlace', place: { slideIndex: 0, inner: { index: 0, step: 1 } } };
    const asked = play(three, 0, there, to, there);
    expect(asked.sent).toEqual([{ lectern: 'go', index: 0, step: 1 }, { lectern: 'hello' }]);
    expect(asked.state.wanted).toEqual({ index: 0, step: 1 });
    expect(play(three, 0, there, to, there, settled({ step: 1 })).state).toMatchObject({ wanted: null, report: { step: 1 } });
  });

  test('a document that says again that it is at another step has no such step', () => {
    const there = settled({ step: 0, canNext: true });
    const to: Move = { is: 'goToPlace', place: { slideIndex: 0, inner: { index: 0, step: 5 } } };
    expect(play(three, 0, there, to, there, there).state).toMatchObject({ wanted: null, report: { step: 0 } });
    expect(play(three, 0, there, to, settled({ step: 1, canNext: true })).state).toMatchObject({
      wanted: null,
      report: { step: 1 },
    });
  });

  test('going to the current place sends nothing', () => {
    const place = { slideIndex: 0, inner: { index: 0, step: 1 } };
    expect(play(three, 0, reported({ step: 1 }), { is: 'goToPlace', place }).sent).toEqual([]);
  });
});

describe('a single-document deck', () => {
  const one = deckOf(['all.html'], true);

  test('inner slides are counted once the deck has reported them', () => {
    expect(play(one, 0)).toMatchObject({ current: 0, count: 1, counted: false });
    expect(play(one, 0, reported({ index: 4, count: 41 }))).toMatchObject({
      current: 4,
      count: 41,
      counted: true,
      slideIndex: 0,
    });
  });

  test('a slide requested before the first report is reached afterwards', () => {
    const goTo: Move = { is: 'goTo', current: 6 };
    const asking = play(one, 0, goTo, reported(null), reported({ count: 41 }));
    expect(asking).toMatchObject({ current: 6, sent: [{ lectern: 'go', index: 6 }] });
    expect(play(one, 0, goTo, reported({ count: 41 }), reported({ count: 41, canPrevious: false })).current).toBe(6);
    expect(play(one, 0, goTo, reported({ count: 41 }), reported({ index: 6, count: 41 })).state.wanted).toBeNull();
  });

  test('a request that follows another one at once counts from where the document will be, not from its last report', () => {
    const atLast = reported({ index: 40, count: 41, canNext: false });
    const [home, end] = [0, 40].map((current): Move => ({ is: 'goTo', current }));
    if (home === undefined || end === undefined) throw new Error('Two moves are expected.');
    const both = play(one, 0, atLast, home, end);
    expect(both.sent).toEqual([
      { lectern: 'go', index: 0 },
      { lectern: 'go', index: 40 },
    ]);
    expect(play(one, 0, atLast, home, end, reported({ count: 41 })).current).toBe(40);
  });

  test('a step after a request waits until the document is there, and not for the steps of its slide', () => {
    const toNinth: Move = { is: 'goTo', current: 8 };
    const step = { lectern: 'step', direction: 'next', skip: false, byKeys: false };
    const asked = [reported({ count: 41 }), toNinth, next];
    expect(play(one, 0, ...asked).sent).toEqual([{ lectern: 'go', index: 8 }]);
    expect(play(one, 0, ...asked, reported({ index: 8, count: 41 })).sent).toEqual([{ lectern: 'go', index: 8 }, step]);
    const place = { slideIndex: 0, inner: { index: 0, step: 7 } };
    expect(play(one, 0, reported({ count: 41 }), { is: 'goToPlace', place }, next).sent.at(-1)).toEqual(step);
  });

  test('if the deck settles at another slide than the requested one, its report wins', () => {
    const goTo: Move = { is: 'goTo', current: 6 };
    const at0 = { count: 41 };
    expect(play(one, 0, goTo, reported(at0), reported(at0), reported({ count: 41, step: 1 })).current).toBe(6);
    expect(play(one, 0, goTo, reported(at0), reported(at0), settled(at0))).toMatchObject({ current: 0, state: { wanted: null } });
  });

  test('a settled report from before the request does not answer it', () => {
    const at0 = { count: 41 };
    const asked = [settled(at0), { is: 'goTo', current: 6 }, settled(at0)] satisfies Move[];
    expect(play(one, 0, ...asked).current).toBe(6);
    expect(play(one, 0, ...asked, reported(at0), reported({ index: 6, count: 41 }))).toMatchObject({
      current: 6,
      state: { wanted: null },
    });
    expect(play(one, 0, ...asked, reported(at0), settled(at0)).current).toBe(0);
  });

  test('a deck that settles without a position is asked once, and if it stays without one, the requested one is dropped', () => {
    const goTo: Move = { is: 'goTo', current: 6 };
    expect(play(one, 0, goTo, reported(null), reported(null)).state.wanted).toEqual({ index: 6 });
    const asked = play(one, 0, goTo, reported(null), settled(null), settled(null));
    expect(asked).toMatchObject({ sent: [{ lectern: 'go', index: 6 }], state: { wanted: { index: 6 } } });
    expect(play(one, 0, goTo, settled(null), reported(null), settled(null)).state.wanted).toBeNull();
    expect(play(one, 0, goTo, settled(null), reported(null), reported({ index: 1, count: 2, isCountOpen: true })).current).toBe(
      6,
    );
  });

  test('a runtime that starts after the document has settled is asked again', () => {
    const goTo: Move = { is: 'goTo', current: 6 };
    const { sent, current } = play(one, 0, goTo, settled(null), reported({ count: 41 }), settled({ count: 41 }));
    expect(sent).toEqual([
      { lectern: 'go', index: 6 },
      { lectern: 'go', index: 6 },
    ]);
    expect(current).toBe(6);
  });

  test('a place in a deck that has settled without a position is requested when it says again that it is settled', () => {
    const place = { slideIndex: 0, inner: { index: 2, step: 0 } };
    const { sent } = play(one, 0, settled(null), { is: 'goToPlace', place }, settled(null));
    expect(sent).toEqual([{ lectern: 'hello' }, { lectern: 'go', index: 2, step: 0 }]);
  });

  test('a number after the last slide goes to the last slide', () => {
    expect(play(one, 0, { is: 'goTo', current: 99 }, reported({ count: 41 })).current).toBe(40);
  });

  test('a runtime without reports is moved by keys', () => {
    expect(play(one, 0, reported(null), next).sent).toEqual([{ lectern: 'step', direction: 'next', skip: false, byKeys: true }]);
  });

  describe('steps while it is opening', () => {
    const step = { lectern: 'step', direction: 'next', skip: false, byKeys: false };
    const at = (index: number) => reported({ index, count: 9 });
    const to: Move = { is: 'goTo', current: 4 };

    test('follow one by one, once it is where it was to open', () => {
      const pressed = [to, next, starting, next, previous];
      expect(play(one, 0, ...pressed)).toMatchObject({ current: 4, sent: [] });
      const opened = [...pressed, at(0), at(4)];
      expect(play(one, 0, ...opened).sent).toEqual([{ lectern: 'go', index: 4 }, step]);
      const { sent, state } = play(one, 0, ...opened, at(5), at(6), at(5));
      expect(sent.slice(1)).toEqual([step, step, { ...step, direction: 'previous' }]);
      expect(state.held).toEqual([]);
    });

    test('wait for a runtime that is starting, and are keys for a document that turns out to have none', () => {
      expect(play(one, 0, next, starting, at(0)).sent).toEqual([step]);
      expect(play(one, 0, next, starting, reported(null), reported(null)).sent).toEqual([{ ...step, byKeys: true }]);
    });

    test('stay in order with those that come later', () => {
      const skip: Move = { ...next, skip: true };
      expect(play(one, 0, next, next, at(0), skip, at(1), at(2)).sent).toEqual([step, step, { ...step, skip: true }]);
    });

    test('end the deck after its last step', () => {
      const last = reported({ index: 1, count: 2, canNext: false });
      expect(play(one, 0, next, next, reported({ count: 2 }), last).state).toMatchObject({ ended: true, held: [] });
    });

    test('follow a step after which there is nothing to wait for', () => {
      const last = reported({ index: 1, count: 2, canNext: false });
      const { sent, state } = play(one, 0, next, next, previous, previous, reported({ count: 2 }), last);
      expect(sent).toEqual([step, { ...step, direction: 'previous' }]);
      expect(state).toMatchObject({ ended: false, held: [] });
    });

    test('go on in the next document', () => {
      const two = deckOf(['a.html', 'b.html'], true);
      const atEdge: Move = { is: 'turn', direction: 'next' };
      const { sent, slideIndex } = play(two, 0, next, next, at(8), atEdge, reported({ count: 2 }, 1));
      expect({ sent, slideIndex }).toEqual({ sent: [step, step], slideIndex: 1 });
    });

    test('are given up for a slide that is chosen, kept when it is loaded again, and bounded', () => {
      expect(play(one, 0, next, to, at(0), at(4), at(4))).toMatchObject({ current: 4, sent: [{ lectern: 'go', index: 4 }] });
      expect(play(one, 0, next, starting, to, at(0), at(4), at(4)).sent).not.toContainEqual(step);
      expect(play(one, 0, next, { is: 'reopened' }, at(0)).sent).toEqual([step]);
      expect(play(one, 0, ...Array.from({ length: 1000 }, () => next)).state.held).toHaveLength(50);
    });
  });

  test('if several slides share a document, its report determines the slide', () => {
    const shared = deckOf(['all.html', 'all.html', 'all.html'], true);
    expect(play(shared, 0, reported({ index: 2, count: 5 }))).toMatchObject({ slideIndex: 2, current: 2, count: 5 });
    expect(play(shared, 0, reported({ index: 4, count: 5 }))).toMatchObject({ slideIndex: 2, current: 4 });
  });
});

test('a reloaded document returns to its position', () => {
  const one = deckOf(['all.html'], true);
  const { sent } = play(one, 0, reported({ index: 3, step: 1, count: 9 }), { is: 'reopened' }, reported({ count: 9 }));
  expect(sent).toEqual([{ lectern: 'go', index: 3, step: 1 }]);
});
