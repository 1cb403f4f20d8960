import { INK_COLORS } from './ink-palette.ts';
import type { InkTool } from './ink-tools.ts';

export type InkCommand =
  | { do: 'tool'; tool: InkTool }
  | { do: 'color'; color: string }
  | { do: 'thinner' | 'thicker' | 'undo' | 'redo' | 'clear' | 'leave' };

export const TOOL_KEYS: Readonly<Record<InkTool, string>> = {
  pen: 'P',
  highlighter: 'H',
  eraser: 'E',
  rectangle: 'R',
  ellipse: 'O',
  arrow: 'A',
  line: 'L',
  text: 'T',
};

const TOOLS = new Map(Object.entries(TOOL_KEYS).map(([tool, key]) => [key.toLowerCase(), tool as InkTool]));

const OTHERS = new Map<string, InkCommand>([
  ['[', { do: 'thinner' }],
  [']', { do: 'thicker' }],
  ['Delete', { do: 'clear' }],
  ['Backspace', { do: 'clear' }],
  ['Escape', { do: 'leave' }],
  ['d', { do: 'leave' }],
]);

/** The command of a key without Ctrl or ⌘ in draw mode; null if the key keeps its meaning outside draw mode. */
export function inkCommandFor({ key, shiftKey }: { key: string; shiftKey: boolean }): InkCommand | null {
  const digit = /^[1-9]$/.test(key) ? INK_COLORS[Number(key) - 1] : undefined;
  if (digit !== undefined) return { do: 'color', color: digit.value };
  if (shiftKey) return null;
  // With caps lock on, letters arrive as capitals.
  const name = key.length === 1 ? key.toLowerCase() : key;
  const tool = TOOLS.get(name);
  return tool === undefined ? (OTHERS.get(name) ?? null) : { do: 'tool', tool };
}

/** Undo and redo. All other keys with Ctrl or ⌘ are left to the browser. */
export function historyCommandFor(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>,
): 'undo' | 'redo' | null {
  if (event.altKey || event.ctrlKey === event.metaKey) return null;
  const key = event.key.toLowerCase();
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
  return key === 'y' && event.ctrlKey && !event.shiftKey ? 'redo' : null;
}
