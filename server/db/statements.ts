import { channel } from 'node:diagnostics_channel';

/** A statement that is about to be sent. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** Whether the server keeps it, with one plan for all values. */
  readonly kept: boolean;
}

/** Every statement that requests send, told in the asynchronous context of who sends it: for tests and for tools that trace. */
export const statementChannel = channel('lectern.db.statement');

export function tellOf(statement: Statement): void {
  if (statementChannel.hasSubscribers) statementChannel.publish(statement);
}
