import { expect, test } from 'vitest';
import { type Choice, choiceAfter, choiceAmong } from './choice.ts';

const shown = (keys: readonly string[], { text = 'a', isFirstFinal = true } = {}) => ({ text, keys, isFirstFinal });
const chosen = (key: string | null, isMade = true): Choice => ({ text: 'a', key, isMade });

test('the first item is selected when the results of a text arrive', () => {
  const waiting = choiceAmong(null, shown([], { isFirstFinal: false }));
  expect(waiting.key).toBeNull();
  expect(choiceAmong(waiting, shown(['x', 'y'])).key).toBe('x');
});

test('nothing is selected among the results of an earlier text', () => {
  expect(choiceAmong(chosen('x'), shown(['x', 'y'], { text: 'ab', isFirstFinal: false })).key).toBeNull();
});

test('what arrives later does not select another item', () => {
  const before = chosen('x');
  expect(choiceAmong(before, shown(['new', 'x', 'y']))).toBe(before);
  expect(choiceAmong(chosen('y'), shown(['x', 'z', 'y'])).key).toBe('y');
});

test('a selected item that is gone leaves nothing selected', () => {
  const lost = choiceAmong(chosen('x'), shown(['y', 'z']));
  expect(lost.key).toBeNull();
  expect(choiceAmong(lost, shown(['y', 'z', 'w']))).toBe(lost);
});

test('the results of another text select their first item, even if the text had a selection before', () => {
  expect(choiceAmong(chosen('y'), shown(['x', 'y'], { text: 'ab' })).key).toBe('x');
});

test('arrow keys go around the ends, and begin there if nothing is selected', () => {
  const keys = ['x', 'y', 'z'];
  expect(choiceAfter(chosen('z'), keys, 1).key).toBe('x');
  expect(choiceAfter(chosen('x'), keys, -1).key).toBe('z');
  expect(choiceAfter(chosen(null), keys, 1).key).toBe('x');
  expect(choiceAfter(chosen(null), keys, -1).key).toBe('z');
  expect(choiceAfter(chosen(null), [], 1).key).toBeNull();
});
