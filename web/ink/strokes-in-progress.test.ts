import { expect, test } from 'vitest';
import type { DeckEvent } from '#shared/live.ts';
import { afterEvent } from './strokes-in-progress.ts';

const ANN = { id: 'ann', name: 'Ann' };
const BEN = { id: 'ben', name: 'Ben' };
const stroke = { id: 's1', tool: 'pen', color: '#000', width: 4, points: [[1, 2]] as [number, number][] };
const drawing = (change: object = {}): DeckEvent => ({
  kind: 'drawing',
  deckId: 'd',
  versionId: 'v',
  slideIndex: 0,
  clientId: 'there',
  author: ANN,
  stroke,
  ...change,
});
const byBen = drawing({ clientId: 'elsewhere', author: BEN, stroke: { ...stroke, id: 's2' } });
const ink = (change: object): DeckEvent => ({
  kind: 'ink',
  deckId: 'd',
  seq: 1,
  versionId: 'v',
  slideIndex: 0,
  drawn: [],
  erased: [],
  ...change,
});

/** The strokes in progress after events that are received one millisecond after the other. */
const after = (...events: DeckEvent[]) =>
  events.reduce<ReturnType<typeof afterEvent>>(
    (strokes, event, now) => afterEvent(strokes, event, { clientId: 'here', versionId: 'v', now }),
    [],
  );

test('a stroke grows, and is removed when it is cancelled', () => {
  const longer = { ...stroke, points: [...stroke.points, [3, 4]] };
  expect(after(drawing(), drawing({ stroke: longer }))).toEqual([
    { window: 'ann there', slideIndex: 0, author: ANN, stroke: longer, receivedAt: 1 },
  ]);
  expect(after(drawing(), drawing({ stroke: null }))).toEqual([]);
});

test('of two people who draw at the same time, the one without news for longer comes first', () => {
  expect(after(drawing(), byBen, drawing()).map(({ author, receivedAt }) => [author, receivedAt])).toEqual([
    [BEN, 1],
    [ANN, 2],
  ]);
});

test('a stroke cannot be cancelled by another person', () => {
  expect(after(drawing(), drawing({ author: BEN, stroke: null }))).toHaveLength(1);
});

test("this window's own stroke and those of another version change nothing", () => {
  const before = after(drawing());
  for (const event of [drawing({ clientId: 'here' }), drawing({ versionId: 'older' })]) {
    expect(afterEvent(before, event, { clientId: 'here', versionId: 'v', now: 5 })).toBe(before);
  }
});

test('a stroke is in progress until it is stored, or erased at once; others of its author stay', () => {
  const stored = { ...stroke, author: ANN, createdAt: '2026-01-31T09:30:00.000Z' };
  expect(after(drawing(), byBen, ink({ drawn: [stored] })).map(({ author }) => author)).toEqual([BEN]);
  expect(after(drawing(), ink({ erased: [stroke.id] }))).toEqual([]);
  expect(after(drawing(), ink({ drawn: [{ ...stored, id: 's0' }] }))).toHaveLength(1);
});

test('nothing is left when the deck may no longer be seen', () => {
  expect(after(drawing(), { kind: 'lost', deckId: 'd' })).toEqual([]);
});
