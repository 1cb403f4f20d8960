import { expect, test } from 'vitest';
import type { LiveEvent } from '#shared/live.ts';
import type { Talk } from '#shared/talks.ts';
import { DeckFeed } from './deck-feed.ts';

const deckId = 'deck';
const change = (seq: number): LiveEvent => ({ kind: 'deck', deckId, seq });
const caughtUp = (seq: number): LiveEvent => ({ kind: 'caught-up', deckId, seq });
const talk = (id: string, revision: number, seq: number, ended = false): LiveEvent => ({
  kind: 'talk',
  deckId,
  seq,
  ended,
  // Of a talk the feed looks at these two alone.
  talk: { id, revision } as Talk,
});

function taken(feed: DeckFeed, ...events: LiveEvent[]): LiveEvent[] {
  return events.filter((event) => feed.take(event));
}

test('a change that two streams tell passes once', () => {
  const feed = new DeckFeed();
  const told = taken(feed, caughtUp(3), change(4), change(5), change(4), change(5), change(6));
  expect(told).toEqual([caughtUp(3), change(4), change(5), change(6)]);
});

test('all events of one change pass, also when a stream breaks between them', () => {
  const feed = new DeckFeed();
  const slide = (slideIndex: number): LiveEvent => ({ kind: 'annotation', deckId, seq: 4, versionId: 'v', slideIndex });
  expect(taken(feed, caughtUp(3), slide(0))).toEqual([caughtUp(3), slide(0)]);
  expect(feed.since).toBe(3);
  expect(taken(feed, slide(0), slide(1), caughtUp(4), slide(1))).toEqual([slide(1)]);
});

test('catching up to what is known says nothing; to anything else it says that something was missed', () => {
  const feed = new DeckFeed();
  expect(taken(feed, caughtUp(3), change(4), caughtUp(4), caughtUp(9))).toEqual([caughtUp(3), change(4), caughtUp(9)]);
});

test('running talks are known by their own revision', () => {
  const feed = new DeckFeed();
  taken(feed, talk('a', 1, 2), talk('b', 1, 1), caughtUp(5));
  expect(taken(feed, talk('a', 1, 2), talk('a', 2, 6), talk('a', 1, 2), talk('b', 1, 1))).toEqual([talk('a', 2, 6)]);
  expect(feed.retold(deckId)).toEqual([talk('a', 2, 6), talk('b', 1, 1), caughtUp(6)]);
});

test('a talk that has ended is not told to somebody who comes later', () => {
  const feed = new DeckFeed();
  taken(feed, talk('a', 1, 1), caughtUp(1));
  expect(taken(feed, talk('a', 2, 2, true), talk('a', 2, 2, true))).toEqual([talk('a', 2, 2, true)]);
  expect(feed.retold(deckId)).toEqual([caughtUp(2)]);
});

test('a talk that ended unseen is not among those that a new stream names', () => {
  const feed = new DeckFeed();
  taken(feed, talk('a', 1, 1), talk('b', 1, 2), caughtUp(2));
  feed.streamOpens();
  taken(feed, talk('b', 3, 8), caughtUp(9));
  expect(feed.retold(deckId)).toEqual([talk('b', 3, 8), caughtUp(9)]);
});
