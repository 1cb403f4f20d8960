import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestListener } from 'node:http';
import { type Statement, statementChannel } from '#server/db/statements.ts';

/** Names a request to the log. */
export const CALLER_HEADER = 'x-test-caller';

const callers = new AsyncLocalStorage<string>();

/** Statements of a request that names itself are known by that name, whatever else the server does meanwhile. */
export function namedRequests(listener: RequestListener): RequestListener {
  return (request, response) => {
    const caller = request.headers[CALLER_HEADER];
    if (typeof caller === 'string') callers.run(caller, () => listener(request, response));
    else listener(request, response);
  };
}

export interface LoggedStatement extends Statement {
  /** Null: of no named request. */
  readonly caller: string | null;
}

/** What servers of this process ask their databases, from now until it is disposed of. */
export class StatementLog implements Disposable {
  readonly statements: LoggedStatement[] = [];

  constructor() {
    statementChannel.subscribe(this.#note);
  }

  /** Runs work whose statements are known by a name. */
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
    // What `tellOf` publishes.
    this.statements.push({ ...(message as Statement), caller: callers.getStore() ?? null });
  };
}
