import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import { type SentStatement, type Statement, statementChannel } from '#server/db/statements.ts';

/** The request header with the name of a request in the log. */
export const CALLER_HEADER = 'x-test-caller';

const callers = new AsyncLocalStorage<string>();

/** Attributes the statements of a named request to its name. */
export function namedRequests(listener: RequestListener): RequestListener {
  return (request, response) => {
    const caller = request.headers[CALLER_HEADER];
    if (typeof caller === 'string') callers.run(caller, () => listener(request, response));
    else listener(request, response);
  };
}

/** The header that attributes a request to the name under which this code runs; none outside of `StatementLog.as`. */
export function callerHeader(): Readonly<Record<string, string>> {
  const caller = callers.getStore();
  return caller === undefined ? {} : { [CALLER_HEADER]: caller };
}

export interface LoggedStatement extends Statement {
  /** The name of the request; null if it has none. */
  readonly caller: string | null;
}

/** Records the statements that servers in this process send to their databases, until it is disposed of. */
export class StatementLog implements Disposable {
  readonly statements: LoggedStatement[] = [];

  constructor() {
    statementChannel.subscribe(this.#note);
  }

  /** Runs work whose statements are attributed to a name, and those of the requests that it sends with `exchange`. */
  as<Result>(caller: string, work: () => Result): Result {
    return callers.run(caller, work);
  }

  of(caller: string): LoggedStatement[] {
    return this.statements.filter((each) => each.caller === caller);
  }

  [Symbol.dispose](): void {
    statementChannel.unsubscribe(this.#note);
  }

  #note = (message: unknown): void => {
    // `tellOf` publishes values of this type.
    const { text, parameters, kept } = message as SentStatement;
    this.statements.push({ text, parameters, kept, caller: callers.getStore() ?? null });
  };
}
