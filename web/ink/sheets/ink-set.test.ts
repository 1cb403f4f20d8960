import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Stroke } from '#shared/ink.ts';
import { type InkChange, type InkSet, NO_INK, visibleStrokes, withChange } from './ink-set.ts';

const strokeOf = (id: string): Stroke => ({
  id,
  tool: 'pen',
  color: '#e5383b',
  width: 4,
  points: [[1, 2]],
  author: { id: 'ana', name: 'Ana' },
  createdAt: `2026-01-31T09:30:00.${String(id.charCodeAt(0) % 7).padStart(3, '0')}Z`,
});

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 5 });
const events = fc
  .record({ drawn: ids, erased: ids })
  .map(({ drawn, erased }): InkChange => ({ is: 'event', drawn: drawn.map(strokeOf), erased }));

const after = (changes: readonly InkChange[], start = NO_INK): InkSet => changes.reduce(withChange, start);
const shown = (ink: InkSet): string[] =>
  visibleStrokes(ink)
    .map(({ id }) => id)
    .toSorted();

test('the order and repetition of events make no difference', () => {
  fc.assert(
    fc.property(fc.array(events), fc.array(fc.nat()), (changes, order) => {
      const mixed = changes.toSorted((one, other) => (order[changes.indexOf(one)] ?? 0) - (order[changes.indexOf(other)] ?? 0));
      expect(shown(after([...mixed, ...changes]))).toEqual(shown(after(changes)));
    }),
  );
});

test('an erased stroke never comes back', () => {
  fc.assert(
    fc.property(fc.array(events), ids, fc.array(events), (before, erased, later) => {
      const ink = after([...before, { is: 'event', drawn: [], erased }, ...later]);
      expect(shown(ink).filter((id) => new Set<string>(erased).has(id))).toEqual([]);
    }),
  );
});

test('a stroke drawn here is shown exactly once, before and after it is sent and reported', () => {
  const drawn = [strokeOf('a')];
  const none = { drawn: [], erased: [] };
  const changes: InkChange[] = [
    { is: 'made', drawn, erased: [] },
    { is: 'unsent', ...none },
    { is: 'unsent', drawn, erased: [] },
    { is: 'sent', drawn, erased: [] },
    { is: 'event', drawn, erased: [] },
    { is: 'unsent', ...none },
  ];
  for (let length = 1; length <= changes.length; length += 1) expect(shown(after(changes.slice(0, length)))).toEqual(['a']);
});

test('discarding unsent changes reverts them', () => {
  const kept = after([{ is: 'event', drawn: [strokeOf('b')], erased: [] }]);
  const waiting = after(
    [
      { is: 'made', drawn: [strokeOf('a')], erased: ['b'] },
      { is: 'unsent', drawn: [strokeOf('a')], erased: ['b'] },
    ],
    kept,
  );
  expect(shown(waiting)).toEqual(['a']);
  expect(shown(withChange(waiting, { is: 'unsent', drawn: [], erased: [] }))).toEqual(['b']);
});

test('a list read from the server removes erased strokes but keeps strokes that arrived during the request', () => {
  const known = after([{ is: 'event', drawn: [strokeOf('a'), strokeOf('b')], erased: [] }]);
  const knownBefore = new Set(known.kept.keys());
  const meanwhile = withChange(known, { is: 'event', drawn: [strokeOf('c')], erased: [] });
  const read = withChange(meanwhile, { is: 'read', drawn: [strokeOf('a')], knownBefore });
  expect(shown(read)).toEqual(['a', 'c']);
  expect(shown(withChange(read, { is: 'event', drawn: [strokeOf('b')], erased: [] }))).toEqual(['a', 'c']);
});

test('a restored stroke keeps its author when it is sent', () => {
  const copy = { ...strokeOf('a'), author: { id: 'ben', name: 'Ben' } };
  const ink = after([
    { is: 'made', drawn: [copy], erased: [] },
    { is: 'unsent', drawn: [strokeOf('a')], erased: [] },
    { is: 'sent', drawn: [strokeOf('a')], erased: [] },
    { is: 'unsent', drawn: [], erased: [] },
  ]);
  expect(visibleStrokes(ink)[0]?.author.name).toBe('Ben');
});
