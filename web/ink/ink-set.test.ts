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
const news = fc
  .record({ drawn: ids, erased: ids })
  .map(({ drawn, erased }): InkChange => ({ is: 'news', drawn: drawn.map(strokeOf), erased }));

const after = (changes: readonly InkChange[], start = NO_INK): InkSet => changes.reduce(withChange, start);
const shown = (ink: InkSet): string[] =>
  visibleStrokes(ink)
    .map(({ id }) => id)
    .toSorted();

test('the order in which news come, and how often, makes no difference', () => {
  fc.assert(
    fc.property(fc.array(news), fc.array(fc.nat()), (changes, order) => {
      const mixed = changes.toSorted((one, other) => (order[changes.indexOf(one)] ?? 0) - (order[changes.indexOf(other)] ?? 0));
      expect(shown(after([...mixed, ...changes]))).toEqual(shown(after(changes)));
    }),
  );
});

test('what somebody erased never comes back, whatever comes later', () => {
  fc.assert(
    fc.property(fc.array(news), ids, fc.array(news), (before, erased, later) => {
      const ink = after([...before, { is: 'news', drawn: [], erased }, ...later]);
      expect(shown(ink).filter((id) => new Set<string>(erased).has(id))).toEqual([]);
    }),
  );
});

test('a stroke drawn here is there once: at once, while it waits, when it was sent and when the news of it come', () => {
  const drawn = [strokeOf('a')];
  const none = { drawn: [], erased: [] };
  const story: InkChange[] = [
    { is: 'made', drawn, erased: [] },
    { is: 'unsent', ...none },
    { is: 'unsent', drawn, erased: [] },
    { is: 'sent', drawn, erased: [] },
    { is: 'news', drawn, erased: [] },
    { is: 'unsent', ...none },
  ];
  for (let length = 1; length <= story.length; length += 1) expect(shown(after(story.slice(0, length)))).toEqual(['a']);
});

test('unsent work that somebody discards is undone', () => {
  const kept = after([{ is: 'news', drawn: [strokeOf('b')], erased: [] }]);
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

test('a list of the server says what has gone meanwhile, and nothing about what came while it was on its way', () => {
  const known = after([{ is: 'news', drawn: [strokeOf('a'), strokeOf('b')], erased: [] }]);
  const knownBefore = new Set(known.kept.keys());
  const meanwhile = withChange(known, { is: 'news', drawn: [strokeOf('c')], erased: [] });
  const read = withChange(meanwhile, { is: 'read', drawn: [strokeOf('a')], knownBefore });
  expect(shown(read)).toEqual(['a', 'c']);
  expect(shown(withChange(read, { is: 'news', drawn: [strokeOf('b')], erased: [] }))).toEqual(['a', 'c']);
});

test('a stroke that was brought back stays its author’s when it is sent', () => {
  const copy = { ...strokeOf('a'), author: { id: 'ben', name: 'Ben' } };
  const ink = after([
    { is: 'made', drawn: [copy], erased: [] },
    { is: 'unsent', drawn: [strokeOf('a')], erased: [] },
    { is: 'sent', drawn: [strokeOf('a')], erased: [] },
    { is: 'unsent', drawn: [], erased: [] },
  ]);
  expect(visibleStrokes(ink)[0]?.author.name).toBe('Ben');
});
