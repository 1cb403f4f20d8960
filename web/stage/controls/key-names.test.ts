import { expect, test } from 'vitest';
import { commandFor } from '#web/protocol/keys.ts';
import { KEY_NAMES } from './key-names.ts';

const EVENT_KEYS: Readonly<Record<string, string>> = {
  '→': 'ArrowRight',
  '←': 'ArrowLeft',
  '↓': 'ArrowDown',
  '↑': 'ArrowUp',
  PgDn: 'PageDown',
  PgUp: 'PageUp',
  Esc: 'Escape',
  space: ' ',
};

const rows = Object.entries(KEY_NAMES).flatMap(([action, keys]) => keys.map((key) => [key, action] as const));

test.each(rows)('the shown key "%s" runs the command "%s"', (shown, action) => {
  const shiftKey = shown.startsWith('⇧ ');
  const name = shown.replace('⇧ ', '');
  const key = EVENT_KEYS[name] ?? (name.length > 1 || shiftKey ? name : name.toLowerCase());
  const expected = action === 'next' || action === 'previous' ? { do: 'step', direction: action } : { do: action };
  expect(commandFor({ key, shiftKey })).toMatchObject(expected);
});
