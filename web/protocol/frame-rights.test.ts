import { expect, test } from 'vitest';
import { type FramePowers, handleFrameMessage } from './frame-rights.ts';
import type { FrameMessage } from './messages.ts';

/** The names of the powers that a message used. */
function usedBy(message: FrameMessage, more: FramePowers = {}): string[] {
  const used: string[] = [];
  const note = (name: string) => () => void used.push(name);
  handleFrameMessage(message, {
    navigate: ({ do: name }) => void used.push(name),
    turn: note('turn'),
    zoom: note('zoom'),
    reportPosition: note('reportPosition'),
    outline: note('outline'),
    blocked: note('blocked'),
    link: note('link'),
    candidates: note('candidates'),
    document: note('document'),
    paper: note('paper'),
    active: note('active'),
    penNear: note('penNear'),
    claimKey: note('claimKey'),
    ...more,
  });
  return used;
}

const key = (name: string, shiftKey = false): FrameMessage => ({ lectern: 'key', key: name, shiftKey });

test.each([
  ['ArrowRight', 'step'],
  [' ', 'step'],
  ['Home', 'first'],
  ['End', 'last'],
  ['7', 'goTo'],
])('the key "%s" of a frame navigates', (name, does) => expect(usedBy(key(name))).toEqual([does]));

test.each(['d', 's', 'l', 'b', '.', 'w', ',', 'f', 'F5', 'o', '?', 'Escape'])(
  'the key "%s" of a frame must be confirmed by the page',
  (name) => expect(usedBy(key(name))).toEqual(['claimKey']),
);

test('Ctrl+K of a frame must be confirmed by the page, and no other key with Ctrl does anything', () => {
  expect(usedBy({ lectern: 'key', key: 'k', shiftKey: false, control: true })).toEqual(['claimKey']);
  for (const name of ['ArrowRight', 'd', '7', 'Escape'])
    expect(usedBy({ lectern: 'key', key: name, shiftKey: false, control: true })).toEqual([]);
});

test.each(['Delete', 'Backspace', 'r', 'e', 'x'])('the key "%s" of a frame does nothing', (name) =>
  expect(usedBy(key(name))).toEqual([]),
);

test('keys do not move a document twice if it handles them itself', () => {
  expect(usedBy(key('ArrowRight'), { movesItself: true })).toEqual([]);
  expect(usedBy(key('7'), { movesItself: true })).toEqual(['goTo']);
});

test('a swipe does not change the slide while it is zoomed', () => {
  expect(usedBy({ lectern: 'swipe', direction: 'next' })).toEqual(['step']);
  expect(usedBy({ lectern: 'swipe', direction: 'next' }, { isZoomed: true })).toEqual([]);
});

test('a click moves only if the user has chosen it, and not while the slide is zoomed', () => {
  const click: FrameMessage = { lectern: 'click', direction: 'previous' };
  expect(usedBy(click)).toEqual([]);
  expect(usedBy(click, { clickMoves: true })).toEqual(['step']);
  expect(usedBy(click, { clickMoves: true, isZoomed: true })).toEqual([]);
});

test('a frame can use only the powers that its page grants', () => {
  const heard: unknown[] = [];
  for (const message of [
    key('d'),
    key('ArrowRight'),
    { lectern: 'position', position: null, isSettled: false },
  ] satisfies FrameMessage[])
    handleFrameMessage(message, { reportPosition: ({ position }) => void heard.push(position) });
  expect(heard).toEqual([null]);
});
