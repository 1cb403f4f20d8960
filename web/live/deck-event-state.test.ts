import { expect, test } from 'vitest';
import type { DeckEvent } from '#shared/live.ts';
import type { Talk } from '#shared/talks.ts';
import { DeckEventState } from './deck-event-state.ts';

const deckId = 'deck';
const change = (seq: number): DeckEvent => ({ kind: 'deck', deckId, seq });
const caughtUp = (seq: number): DeckEvent => ({ kind: 'caught-up', deckId, seq });
const talk = (id: string, revision: number, seq: number, ended = false): DeckEvent => ({
  kind: 'talk',
  deckId,
  seq,
  ended,
  // Only these two fields of a talk are read.
  talk: { id, revision } as Talk,
});

function accept(feed: DeckEventState, ...events: DeckEvent[]): DeckEvent[] {
  return events.filter((event) => feed.accept(event));
}

test('a change from two streams is accepted once', () => {
  const feed = new DeckEventState();
  const accepted = accept(feed, caughtUp(3), change(4), change(5), change(4), change(5), change(6));
  expect(accepted).toEqual([caughtUp(3), change(4), change(5), change(6)]);
});

test('all events of one change are accepted, even if the stream breaks between them', () => {
  const feed = new DeckEventState();
  const slide = (slideIndex: number): DeckEvent => ({ kind: 'annotation', deckId, seq: 4, versionId: 'v', slideIndex });
  expect(accept(feed, caughtUp(3), slide(0))).toEqual([caughtUp(3), slide(0)]);
  expect(feed.since).toBe(3);
  expect(accept(feed, slide(0), slide(1), caughtUp(4), slide(1))).toEqual([slide(1)]);
});

test('caught-up is accepted only if it differs from the known state', () => {
  const feed = new DeckEventState();
  expect(accept(feed, caughtUp(3), change(4), caughtUp(4), caughtUp(9))).toEqual([caughtUp(3), change(4), caughtUp(9)]);
});

test('running talks are compared by their revision', () => {
  const feed = new DeckEventState();
  accept(feed, talk('a', 1, 2), talk('b', 1, 1), caughtUp(5));
  expect(accept(feed, talk('a', 1, 2), talk('a', 2, 6), talk('a', 1, 2), talk('b', 1, 1))).toEqual([talk('a', 2, 6)]);
  expect(feed.replay(deckId)).toEqual([talk('a', 2, 6), talk('b', 1, 1), caughtUp(6)]);
});

test('an ended talk is not replayed', () => {
  const feed = new DeckEventState();
  accept(feed, talk('a', 1, 1), caughtUp(1));
  expect(accept(feed, talk('a', 2, 2, true), talk('a', 2, 2, true))).toEqual([talk('a', 2, 2, true)]);
  expect(feed.replay(deckId)).toEqual([caughtUp(2)]);
});

test('a talk that a new stream does not name has ended', () => {
  const feed = new DeckEventState();
  accept(feed, talk('a', 1, 1), talk('b', 1, 2), caughtUp(2));
  feed.streamOpened();
  accept(feed, talk('b', 3, 8), caughtUp(9));
  expect(feed.replay(deckId)).toEqual([talk('b', 3, 8), caughtUp(9)]);
});
