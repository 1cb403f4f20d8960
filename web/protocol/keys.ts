import type { Direction } from './messages.ts';

/** Commands without parameters. */
export type PlainCommand =
  | 'first'
  | 'last'
  | 'overview'
  | 'black'
  | 'white'
  | 'address'
  | 'fullscreen'
  | 'presenter'
  | 'laser'
  | 'draw'
  | 'notes'
  | 'help'
  | 'search'
  | 'find'
  | 'close';

export type Command = { do: 'step'; direction: Direction; skip: boolean } | { do: 'goTo'; digits: string } | { do: PlainCommand };

export interface KeyPress {
  key: string;
  shiftKey: boolean;
  /** Whether Ctrl, or ⌘, is held. */
  control?: boolean | undefined;
}

const step = (direction: Direction, skip = false): Command => ({ do: 'step', direction, skip });

const PLAIN: Readonly<Record<string, Command>> = {
  ArrowRight: step('next'),
  ArrowDown: step('next'),
  PageDown: step('next'),
  ' ': step('next'),
  n: step('next'),
  ArrowLeft: step('previous'),
  ArrowUp: step('previous'),
  PageUp: step('previous'),
  p: step('previous'),
  Home: { do: 'first' },
  End: { do: 'last' },
  o: { do: 'overview' },
  b: { do: 'black' },
  '.': { do: 'black' },
  w: { do: 'white' },
  ',': { do: 'white' },
  a: { do: 'address' },
  f: { do: 'fullscreen' },
  // The start button of a clicker alternates between F5 and Escape; F5 must never reload the talk.
  F5: { do: 'fullscreen' },
  s: { do: 'presenter' },
  l: { do: 'laser' },
  d: { do: 'draw' },
  Escape: { do: 'close' },
  g: { do: 'goTo', digits: '' },
  '/': { do: 'find' },
  '?': { do: 'help' },
};

const SHIFTED: Readonly<Record<string, Command>> = {
  ArrowRight: step('next', true),
  ArrowDown: step('next', true),
  ArrowLeft: step('previous', true),
  ArrowUp: step('previous', true),
  ' ': step('previous'),
  N: { do: 'notes' },
  // On keyboards where it is above a digit.
  '/': { do: 'find' },
  '?': { do: 'help' },
  F5: { do: 'fullscreen' },
};

/** With Ctrl or ⌘ held. */
const CONTROLLED: Readonly<Record<string, Command>> = { k: { do: 'search' } };

/** The command of a key in the player, or null. The caller makes sure that no text field has the focus. */
export function commandFor({ key, shiftKey, control = false }: KeyPress): Command | null {
  if (control) return shiftKey ? null : own(CONTROLLED, key.toLowerCase());
  if (/^[0-9]$/.test(key)) return { do: 'goTo', digits: key };
  if (shiftKey) return own(SHIFTED, key);
  // With caps lock on, letters arrive as capitals.
  return own(PLAIN, key.length === 1 ? key.toLowerCase() : key);
}

function own(table: Readonly<Record<string, Command>>, key: string): Command | null {
  return Object.hasOwn(table, key) ? (table[key] ?? null) : null;
}
