import { channel } from 'node:diagnostics_channel';

/** A statement that is about to be sent. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** Whether it is a prepared statement, with one plan for all values. */
  readonly kept: boolean;
}

/** Publishes every statement that requests send, in the asynchronous context of the sender. For tests and tracing tools. */
export const statementChannel = channel('lectern.db.statement');

export function tellOf(statement: Statement): void {
  if (statementChannel.hasSubscribers) statementChannel.publish(statement);
}
