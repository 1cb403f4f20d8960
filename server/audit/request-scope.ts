import { AsyncLocalStorage } from 'node:async_hooks';

/** What an event remembers of the request that it happened in. */
export interface RequestScope {
  readonly requestId: string;
  readonly address: string;
}

const storage = new AsyncLocalStorage<RequestScope>();

/** Runs the handling of a request; whatever it causes can ask for `currentRequest`. */
export function inRequest<Result>(scope: RequestScope, work: () => Result): Result {
  return storage.run(scope, work);
}

/** Null outside of a request: the server does something by itself. */
export function currentRequest(): RequestScope | null {
  return storage.getStore() ?? null;
}
