import { expect, test } from 'vitest';
import { commandFor } from './keys.ts';

const press = (key: string, shiftKey = false) => commandFor({ key, shiftKey });

test.each(['ArrowRight', 'ArrowDown', ' ', 'n', 'N', 'PageDown'])('%j goes to the next slide', (key) => {
  expect(press(key)).toEqual({ do: 'step', direction: 'next', skip: false });
});

test.each(['ArrowLeft', 'ArrowUp', 'p', 'PageUp'])('%j goes to the previous slide', (key) => {
  expect(press(key)).toEqual({ do: 'step', direction: 'previous', skip: false });
});

test('Shift reverses Space and makes arrows skip inner steps', () => {
  expect(press(' ', true)).toEqual({ do: 'step', direction: 'previous', skip: false });
  expect(press('ArrowRight', true)).toEqual({ do: 'step', direction: 'next', skip: true });
});

test('N goes to the next slide, Shift+N opens the notes', () => {
  expect(press('n')).toMatchObject({ do: 'step' });
  expect(press('N', true)).toEqual({ do: 'notes' });
});

test('F5 toggles fullscreen and never reloads', () => expect(press('F5')).toEqual({ do: 'fullscreen' }));

test('a digit starts a slide number', () => expect(press('7')).toEqual({ do: 'goTo', digits: '7' }));

test('/ finds in the deck, with or without Shift', () => {
  expect(press('/')).toEqual({ do: 'find' });
  expect(press('/', true)).toEqual({ do: 'find' });
});

test('Ctrl+K searches; K, Ctrl+Shift+K and other keys with Ctrl do nothing', () => {
  expect(commandFor({ key: 'k', shiftKey: false, control: true })).toEqual({ do: 'search' });
  expect(commandFor({ key: 'K', shiftKey: false, control: true })).toEqual({ do: 'search' });
  expect(press('k')).toBeNull();
  expect(commandFor({ key: 'K', shiftKey: true, control: true })).toBeNull();
  expect(commandFor({ key: 'd', shiftKey: false, control: true })).toBeNull();
});

test.each(['constructor', '__proto__', 'Tab', 'Enter', 'x'])('%j is no command', (key) => expect(press(key)).toBeNull());
