import { expect, test } from 'vitest';
import { historyCommandFor, inkCommandFor } from './ink-keys.ts';

const press = (key: string, shiftKey = false) => inkCommandFor({ key, shiftKey });

test.each([
  ['p', 'pen'],
  ['H', 'highlighter'],
  ['e', 'eraser'],
  ['r', 'rectangle'],
  ['o', 'ellipse'],
  ['a', 'arrow'],
  ['l', 'line'],
  ['t', 'text'],
])('%j selects the %s', (key, tool) => expect(press(key)).toEqual({ do: 'tool', tool }));

test.each(['b', 'w', '.', ',', 'ArrowRight', 'n', 'N', ' ', 'f', 'F5', 'constructor', '0'])(
  '%j keeps its meaning outside draw mode',
  (key) => expect(press(key)).toBeNull(),
);

test('a digit selects a color', () => {
  expect(press('1')).toEqual({ do: 'color', color: '#e5383b' });
  expect(press('9')).toEqual({ do: 'color', color: '#ffffff' });
});

test('with Shift letters are not tools', () => expect(press('P', true)).toBeNull());

const held = (key: string, more: Partial<KeyboardEvent> = {}) =>
  historyCommandFor({ key, ctrlKey: true, metaKey: false, altKey: false, shiftKey: false, ...more });

test('Ctrl is used for undo and redo only', () => {
  expect(held('z')).toBe('undo');
  expect(held('Z', { shiftKey: true })).toBe('redo');
  expect(held('y')).toBe('redo');
  expect(held('z', { ctrlKey: false, metaKey: true })).toBe('undo');
  expect(held('z', { altKey: true })).toBeNull();
  for (const key of ['w', 'p', 'e', 'Delete']) expect(held(key)).toBeNull();
});
