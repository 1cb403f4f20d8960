import { channel } from 'node:diagnostics_channel';

/** The SQL of a statement. */
export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** Whether it is a prepared statement, with one plan for all values. */
  readonly kept: boolean;
}

/** A statement that is about to be sent. */
export interface SentStatement extends Statement {
  /** Settles when PostgreSQL has run it. The value is that of postgres.js. */
  readonly outcome: PromiseLike<unknown>;
}

/** Publishes a `SentStatement` for every statement that requests send, in the asynchronous context of the sender. For traces and tests. */
export const statementChannel = channel('lectern.db.statement');

export function tellOf(statement: SentStatement): void {
  if (statementChannel.hasSubscribers) statementChannel.publish(statement);
}
