import type { Direction } from '#web/protocol/messages.ts';
import type { Command, PlainCommand } from '#web/protocol/keys.ts';

/** Handlers for commands, whether they come from a key, a button or a clicker. A command without one does nothing. */
export interface CommandHandlers extends Partial<Record<PlainCommand, () => void>> {
  step: (direction: Direction, skip: boolean) => void;
  goTo: (digits: string) => void;
}

/** Calls the handler of a command. */
export function runCommand(handlers: CommandHandlers, command: Command): void {
  if (command.do === 'step') handlers.step(command.direction, command.skip);
  else if (command.do === 'goTo') handlers.goTo(command.digits);
  else handlers[command.do]?.();
}

/** Calls the closers in order, topmost layer first, until one returns true because it had something to close. */
export function closeFirst(...closers: readonly (() => boolean)[]): void {
  closers.some((close) => close());
}
