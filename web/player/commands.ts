import type { Direction } from '#web/protocol/messages.ts';
import type { Command, PlainCommand } from '#web/protocol/keys.ts';

/** What the player does for each command, whether it came by a key, a button or a clicker. */
export interface CommandHandlers extends Record<PlainCommand, () => void> {
  step: (direction: Direction, skip: boolean) => void;
  goTo: (digits: string) => void;
}

export function runCommand(handlers: CommandHandlers, command: Command): void {
  if (command.do === 'step') handlers.step(command.direction, command.skip);
  else if (command.do === 'goTo') handlers.goTo(command.digits);
  else handlers[command.do]();
}

/** Takes back one thing at a time, the topmost first: each says whether it had anything to take back. */
export function closeFirst(...closers: readonly (() => boolean)[]): void {
  closers.some((close) => close());
}
