import { useState } from 'react';
import type { InkCommand } from './ink-keys.ts';
import { INK_WIDTHS, type InkChoice, readInkChoice, withColor, writeInkChoice } from './ink-tools.ts';

/** What lies in this person's hand, remembered. */
export function useInkChoice(userId: string): [InkChoice, (choice: InkChoice) => void] {
  const [choice, setChoice] = useState(() => readInkChoice(userId));
  const choose = (next: InkChoice): void => {
    setChoice(next);
    writeInkChoice(next);
  };
  return [choice, choose];
}

/** What is in the hand after a command; null: the command is about something else. */
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
