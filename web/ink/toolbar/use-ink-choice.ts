import { useState } from 'react';
import type { InkCommand } from './ink-keys.ts';
import { INK_WIDTHS, type InkChoice, readInkChoice, withColor, writeInkChoice } from './ink-tools.ts';

/** The user's chosen tool, color and width, remembered by the browser. */
export function useInkChoice(userId: string): [InkChoice, (choice: InkChoice) => void] {
  const [choice, setChoice] = useState(() => readInkChoice(userId));
  const choose = (next: InkChoice): void => {
    setChoice(next);
    writeInkChoice(next);
  };
  return [choice, choose];
}

/** The choice after a command; null if the command does not change it. */
export function choiceAfter(choice: InkChoice, command: InkCommand): InkChoice | null {
  switch (command.do) {
    case 'tool':
      return { ...choice, tool: command.tool };
    case 'color':
      return withColor(choice, command.color);
    case 'thinner':
    case 'thicker': {
      const at = INK_WIDTHS.indexOf(choice.width) + (command.do === 'thicker' ? 1 : -1);
      return { ...choice, width: INK_WIDTHS[at] ?? choice.width };
    }
    default:
      return null;
  }
}
