import { expect, test } from 'vitest';
import { commandFor } from './keys.ts';

const press = (key: string, shiftKey = false) => commandFor({ key, shiftKey });

test.each(['ArrowRight', 'ArrowDown', ' ', 'n', 'N', 'PageDown'])('%j goes on', (key) => {
  expect(press(key)).toEqual({ do: 'step', direction: 'next', skip: false });
});

test.each(['ArrowLeft', 'ArrowUp', 'p', 'PageUp'])('%j goes back', (key) => {
  expect(press(key)).toEqual({ do: 'step', direction: 'previous', skip: false });
});

test('shift turns space round and skips inner steps with arrows', () => {
  expect(press(' ', true)).toEqual({ do: 'step', direction: 'previous', skip: false });
  expect(press('ArrowRight', true)).toEqual({ do: 'step', direction: 'next', skip: true });
});

test('N moves, Shift+N opens the notes', () => {
  expect(press('n')).toMatchObject({ do: 'step' });
  expect(press('N', true)).toEqual({ do: 'notes' });
});

test('F5 is fullscreen, never a reload', () => expect(press('F5')).toEqual({ do: 'fullscreen' }));

test('a digit starts a slide number', () => expect(press('7')).toEqual({ do: 'goTo', digits: '7' }));

test.each(['constructor', '__proto__', 'Tab', 'Enter', 'x'])('%j means nothing', (key) => expect(press(key)).toBeNull());
